"""A browser in two words, so that people tell their own apart."""

from fastapi import Request

BROWSERS = (
    *(("edg", "Edge"), ("opr/", "Opera"), ("firefox", "Firefox"), ("fxios", "Firefox")),
    *(("crios", "Chrome"), ("chrom", "Chrome"), ("safari", "Safari")),
)
"""The first that is named: later ones stand in the names of earlier ones too."""
SYSTEMS = (
    *(("iphone", "iPhone"), ("ipad", "iPad"), ("android", "Android"), ("windows", "Windows")),
    *(("mac os", "Mac"), ("cros", "Chromebook"), ("linux", "Linux")),
)


def device_of(request: Request) -> str:
    """What the browser says it is, such as `Firefox, Android`; nothing if it says nothing we know."""
    said = request.headers.get("user-agent", "").lower()
    found = [next((name for sign, name in known if sign in said), "") for known in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, found))
