"""The register: people, their consents, and accounts of the site."""
