"""A local simple index (PEP 503 and 691, with CORS) of tiny packages that are built here. Knows nothing of the page."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import tarfile
import zipfile
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler

from support.loopback import Loopback

_PEP_691 = "application/vnd.pypi.simple.v1+json"


@dataclass(frozen=True, slots=True)
class Distribution:
    """One file of a project. `metadata` is served beside a wheel (PEP 658) and may be empty."""

    project: str
    filename: str
    data: bytes
    metadata: bytes = b""

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()


def _record_line(name: str, data: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}"


def wheel(
    project: str, source: str, *, version: str = "1.0", tag: str = "py3-none-any", requires: str = ""
) -> Distribution:
    """A wheel with one module, `PROJECT/__init__.py`, holding `source`. Dashes become underscores in the module."""
    module = project.replace("-", "_")
    info = f"{module}-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {project}\nVersion: {version}\n"
    metadata += f"Requires-Dist: {requires}\n" if requires else ""
    pure = str(tag.endswith("-any")).lower()
    files = {
        f"{module}/__init__.py": source.encode(),
        f"{info}/METADATA": metadata.encode(),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: {pure}\nTag: {tag}\n".encode(),
    }
    record = "\n".join([*(_record_line(n, d) for n, d in files.items()), f"{info}/RECORD,,", ""])
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in [*files.items(), (f"{info}/RECORD", record.encode())]:
            # A fixed date: the same source gives the same bytes and the same hash.
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), data)
    return Distribution(project, f"{module}-{version}-{tag}.whl", buffer.getvalue(), metadata.encode())


def sdist(project: str, *, version: str = "1.0") -> Distribution:
    """A source distribution: nothing that a browser can install."""
    module = project.replace("-", "_")
    data = f"Metadata-Version: 2.1\nName: {project}\nVersion: {version}\n".encode()
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        entry = tarfile.TarInfo(f"{module}-{version}/PKG-INFO")
        entry.size = len(data)
        archive.addfile(entry, io.BytesIO(data))
    return Distribution(project, f"{module}-{version}.tar.gz", buffer.getvalue())


def linux_wheel(project: str) -> Distribution:
    """A compiled wheel for Linux: there is a wheel, and none for the browser."""
    return wheel(project, "", tag="cp314-cp314-manylinux_2_17_x86_64")


class PackageIndex(Loopback):
    """`url` is the index (`…/simple`). `requests` lists the paths asked for, in order."""

    def __init__(self, *files: Distribution) -> None:
        super().__init__(_handler(self))
        self.url = f"{self.origin}/simple"
        self.files = files
        self.requests: list[str] = []

    def page(self, project: str) -> dict[str, object] | None:
        """The PEP 691 page of a project, or None when the index has no such project."""
        found = [file for file in self.files if file.project == project]
        if not found:
            return None
        files = [self._link(file) for file in found]
        return {"meta": {"api-version": "1.1"}, "name": project, "versions": ["1.0"], "files": files}

    def _link(self, file: Distribution) -> dict[str, object]:
        link: dict[str, object] = {
            "filename": file.filename,
            "url": f"{self.origin}/files/{file.filename}",
            "hashes": {"sha256": file.sha256},
            "size": len(file.data),
            "requires-python": ">=3.8",
            "yanked": False,
        }
        if file.metadata:
            link["core-metadata"] = {"sha256": hashlib.sha256(file.metadata).hexdigest()}
        return link

    def file_bytes(self, path: str) -> bytes | None:
        for file in self.files:
            if path == f"/files/{file.filename}":
                return file.data
            if path == f"/files/{file.filename}.metadata" and file.metadata:
                return file.metadata
        return None


def _html(page: dict[str, object]) -> bytes:
    files = page["files"]
    assert isinstance(files, list)
    links = (f'<a href="{f["url"]}#sha256={f["hashes"]["sha256"]}">{f["filename"]}</a><br>' for f in files)
    return f"<!doctype html><title>{page['name']}</title>{''.join(links)}".encode()


def _handler(index: PackageIndex) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            """`PackageIndex.requests` is the log."""

        def do_OPTIONS(self) -> None:
            self._answer(204, "", b"")

        def do_GET(self) -> None:
            index.requests.append(self.path)
            parts = self.path.strip("/").split("/")
            page = index.page(parts[1]) if parts[0] == "simple" and len(parts) == 2 else None
            if page is not None and _PEP_691 in self.headers.get("Accept", ""):
                self._answer(200, _PEP_691, json.dumps(page).encode())
            elif page is not None:
                self._answer(200, "text/html; charset=utf-8", _html(page))
            elif (data := index.file_bytes(self.path)) is not None:
                self._answer(200, "application/octet-stream", data)
            else:
                self._answer(404, "text/plain", b"no such project")

        def _answer(self, status: int, kind: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header("Access-Control-Allow-Headers", "accept, content-type")
            if status != 204:
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    return Handler
