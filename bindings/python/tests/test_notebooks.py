# SPDX-License-Identifier: Apache-2.0
"""The notebooks of docs/notebooks run from top to bottom in a real kernel; they are kept without outputs."""

import json

import pytest
from conftest import ROOT

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")
pytest.importorskip("sklearn")

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


def shown(notebook, kind):
    return [o.data[kind] for cell in notebook.cells if cell.cell_type == "code" for o in cell.outputs
            if o.output_type in ("execute_result", "display_data") and kind in o.data]  # fmt: skip


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_notebooks_run(file, monkeypatch, tmp_path):
    import sys

    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))  # nothing of this person's own settings
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path))
    notebook = nbformat.read(file, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "clear all outputs: they may be old"
    kernels = tmp_path / "kernels" / "cogs"
    kernels.mkdir(parents=True)
    command = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (kernels / "kernel.json").write_text(json.dumps({"argv": command, "display_name": "cogs", "language": "python"}))
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    client = nbclient.NotebookClient(notebook, timeout=120, kernel_name="cogs", resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    said = "".join(o.get("text", "") for cell in notebook.cells if cell.cell_type == "code" for o in cell.outputs)
    assert "Traceback" not in said
    if file.stem != "causes_and_sklearn":
        assert any('sandbox="allow-scripts"' in html for html in shown(notebook, "text/html"))
        assert any(svg.startswith("<svg xmlns") for svg in shown(notebook, "image/svg+xml"))


def test_there_are_notebooks():
    assert len(NOTEBOOKS) >= 3
