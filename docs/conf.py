"""How `make docs` turns the Markdown pages into a site: Sphinx with MyST, offline, every warning an error.

The source folder is that of the project, so that README, model cards and benchmark results are pages of the site and
links between them are checked.
"""

from __future__ import annotations

from sphinx.application import Sphinx

from factbook._version import __version__

project = "factbook"
author = "the factbook authors"
copyright = "the factbook authors, Apache-2.0"
release = version = __version__

extensions = ["myst_parser"]
root_doc = "README"
source_suffix = {".md": "markdown"}
include_patterns = [
    "*.md",
    "docs/*.md",
    "examples/*/*.md",
    "training/**.md",
    "benchmarks/**.md",
    "src/factbook/extract/models/*/CARD.md",
]
exclude_patterns = ["**/.*", ".*", "tests", "site", "build", "dist", "demo"]
myst_heading_anchors = 3  # links such as problems.md#apf, as GitHub makes them

html_theme = "alabaster"
html_theme_options = {
    "description": "Documents to a knowledge base with evidence, and its official scores",
    "page_width": "1200px",
    "sidebar_width": "240px",
    "font_family": "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif",
    "head_font_family": "Charter, 'Bitstream Charter', 'Noto Serif', Georgia, serif",
    "body_max_width": "auto",
    "font_size": "16px",
    "code_font_size": "0.8em",
}
html_sidebars = {"**": ["about.html", "navigation.html", "searchbox.html"]}
html_show_sourcelink = False
html_copy_source = False

# The contents of the sidebar. A page that is in no part is a warning, so an error.
CONTENTS = {
    "Start": ("docs/README", "docs/tutorial", "docs/python", "docs/adapters", "docs/assess", "docs/scaling",
              "docs/models"),
    "Evaluations": ("docs/ace", "docs/coldstart", "docs/best", "docs/edl", "docs/openre", "docs/measures",
                    "docs/differences"),
    "Knowledge bases": ("docs/browse", "docs/attitudes-questions", "docs/attitudes", "docs/store"),
    "Reference": ("docs/commands", "docs/formats", "docs/problems", "docs/pipeline", "docs/python-api",
                  "docs/performance"),
    "Models and measurements": ("src/factbook/extract/models/*/CARD", "benchmarks/README", "benchmarks/results/*"),
    "Project": ("ARCHITECTURE", "CONTRIBUTING", "CHANGELOG", "examples/*/*", "training/**"),
}  # fmt: skip


def add_contents(app: Sphinx, name: str, source: list[str]) -> None:
    """The table of contents, behind the text of the first page: on GitHub it would be in the way."""
    if name == root_doc:
        for caption, pages in CONTENTS.items():
            source[0] += "\n\n```{toctree}\n:hidden:\n:glob:\n:caption: " + "\n".join([caption, "", *pages]) + "\n```\n"


def setup(app: Sphinx) -> None:
    app.connect("source-read", add_contents)
