"""How Sphinx makes the pages into a site. Its source is the repository: the pages are those of docs/ and the two
beside it, plain Markdown that can be read where it is. docs/build_html calls it."""
import pathlib
import re

project = "sigmatch"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
root_doc = "docs/index"
include_patterns = ["docs/*.md", "CONTRIBUTING.md", "README.md"]
exclude_patterns = ["build*", "viewer", "src", "tests"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = "sigmatch"
html_show_copyright = False
html_show_sphinx = False
html_copy_source = False
default_role = "literal"
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the words of the docstrings say more
napoleon_custom_sections = [("Options of the model", "params_style"), ("Options of the search", "params_style")]

PYTHON_REFERENCE = """

```{eval-rst}
.. automodule:: sigmatch
   :members:
   :imported-members:
```
"""


def has_package():
    try:
        import sigmatch
    except ImportError:  # not built, or for another Python
        return False
    return True


def add_contents(app, name, source):
    """The index names all pages: its links, in their order, make the navigation. The README stands beside them.
    The Python reference comes from the package, where it is built."""
    if name == "README":
        source[0] = "---\norphan: true\n---\n" + source[0]
    if name == "docs/python_reference" and has_package():
        source[0] += PYTHON_REFERENCE
    if name != root_doc:
        return
    pages = re.findall(r"\]\((?:\./)?([\w./]+)\.md\)", source[0])
    contents = "\n".join(dict.fromkeys(pages))
    source[0] += f"\n\n```{{toctree}}\n:hidden:\n\n{contents}\n```\n"
    # In the repository this is a folder of headers, on the site what Doxygen makes of them.
    if (pathlib.Path(app.outdir) / "cpp" / "index.html").exists():
        source[0] = re.sub(r"\[([^]]*)\]\(\.\./include/sigmatch\)", r'<a href="../cpp/index.html">\1</a>', source[0])
    else:
        source[0] = re.sub(r"\[([^]]*)\]\(\.\./include/sigmatch\)", r"\1 (`include/sigmatch/`)", source[0])


def read_as_text(app, what, name, thing, options, lines):
    """Docstrings are written for help(): * and | are what they are, and an example is code."""
    text = "\n".join(lines).replace("Example:\n", "Example::\n\n")
    lines[:] = re.sub(r"([*|])", r"\\\1", text).split("\n")


def skip_field(app, what, name, thing, skip, options):
    """Fields of named tuples have no words of their own."""
    return True if (getattr(thing, "__doc__", None) or "").startswith("Alias for field") else None


def add_entrance(app, error):
    if not error:
        entrance = '<!doctype html><meta http-equiv="refresh" content="0; url=docs/index.html"><title>sigmatch</title>'
        (pathlib.Path(app.outdir) / "index.html").write_text(entrance, encoding="utf-8")


def setup(app):
    app.connect("source-read", add_contents)
    app.connect("autodoc-process-docstring", read_as_text, priority=100)  # before napoleon
    app.connect("autodoc-skip-member", skip_field)
    app.connect("build-finished", add_entrance)
