"""The process of the press: an order comes on standard input, the printed pages go to standard output."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import typst

HERE = Path(__file__).parent
STANDARDS = ["a-2a", "ua-1"]
"""For archives, and for readers of screens. They also make a missing character an error that names it."""
MEMORY = 2 << 30
"""Address space in bytes: what the press reserves, several times what it uses."""
MISSING_SIGN = re.compile(r'the text `"(.*)"` could not be displayed')


def main() -> None:
    """Carry out one order."""
    limit(int(sys.argv[1]))
    order = json.loads(sys.stdin.buffer.read())
    pages, warnings, unprintable = compiled(order)
    told = {"sizes": [len(page) for page in pages], "warnings": warnings, "unprintable": unprintable}
    sys.stdout.buffer.write(json.dumps(told).encode() + b"\n" + b"".join(pages))


def limit(seconds: int) -> None:
    """Limit the time and memory of this process, where the system can."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415

        resource.setrlimit(resource.RLIMIT_CPU, (2 * seconds, 2 * seconds))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def compiled(order: dict[str, Any]) -> tuple[list[bytes], list[str], str]:
    """The pages, the warnings, and a sign that our fonts lack.

    With such a sign the document is set again without the standards, and its foot says so.
    """
    fonts = typst.Fonts(include_system_fonts=False, font_paths=[str(HERE / "fonts")])
    compiler = typst.Compiler(root=str(HERE / "templates"), font_paths=fonts, ignore_system_fonts=True)
    if order["picture"] == "png":
        pages, warnings = _compile(compiler, order["data"], format="png", ppi=order["ppi"])
        return pages, warnings, ""
    try:
        pages, warnings = _compile(compiler, order["data"], format="pdf", pdf_standards=STANDARDS)
    except typst.TypstError as error:
        missing = MISSING_SIGN.search(str(error))
        if missing is None:
            raise
        told = order["data"]["common"]["print"]
        told["note"] = told["unprintable"].replace("{sign}", missing[1])
        pages, warnings = _compile(compiler, order["data"], format="pdf")
        return pages, warnings, missing[1]
    return pages, warnings, ""


def _compile(compiler: typst.Compiler, data: dict[str, Any], **how: Any) -> tuple[list[bytes], list[str]]:
    inputs = {"data": json.dumps(data, ensure_ascii=False, sort_keys=True)}
    main = HERE / "templates" / "main.typ"
    made, warnings = compiler.compile_with_warnings(
        str(main), sys_inputs=inputs, timestamp=data["stamp"], **how
    )
    assert made is not None, "no output file is named"
    return (made if isinstance(made, list) else [made]), [str(each.message) for each in warnings]


if __name__ == "__main__":
    main()
