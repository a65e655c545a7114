"""The docs as a site: `make docs` writes it to var/docs/. Every broken link is an error (`-W`)."""

import re
from pathlib import Path

project = "Buccaneer"
author = "The Buccaneer maintainers"
release = re.search(r'"([0-9.]+)"', (Path(__file__).parent.parent / "games" / "__init__.py").read_text())[1]
extensions = ["myst_parser"]
exclude_patterns = ["conf.py"]
html_theme = "furo"
html_title = "Buccaneer"
html_favicon = "../static/favicon.svg"
html_copy_source = False
html_show_sphinx = False
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
myst_links_external_new_tab = False
