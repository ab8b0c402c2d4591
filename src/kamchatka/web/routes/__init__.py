"""One module for each part of the site: translate the request, ask the domain, render."""
