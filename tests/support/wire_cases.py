"""The wire suite: tests/wire/cases/*.json, one reply of a server each, and what we must make of it.

`stream` is a list of payloads, each sent as one event (`done: false` leaves `[DONE]` away); `json` a body in one piece;
`chunks` texts and `bytes_base64` bytes as they come from the network. `chunking` names ways to cut them. `expect`
holds what is checked; what it does not name is free. `well_formed` says that nothing had to be normalised.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from glassloop.wire.reply import ReplyReader

FOLDER = Path(__file__).parents[1] / "wire" / "cases"


@dataclass(frozen=True, slots=True)
class Case:
    file: str
    name: str
    quirk: str
    status: int
    requested_stream: bool
    known_tools: frozenset[str]
    taken_ids: frozenset[str]
    content_type: str
    chunks: tuple[bytes, ...]
    payloads: tuple[Any, ...]
    chunking: tuple[str, ...]
    expect: Mapping[str, Any]

    @property
    def well_formed(self) -> bool:
        return self.expect.get("well_formed") is True

    def reader(self) -> ReplyReader:
        return ReplyReader(
            status=self.status,
            requested_stream=self.requested_stream,
            known_tools=self.known_tools,
            taken_ids=self.taken_ids,
            headers=(("content-type", self.content_type),) if self.content_type else (),
        )

    def cuttings(self) -> Iterator[tuple[bytes, ...]]:
        """The chunks, cut in every way that the case names."""
        data = b"".join(self.chunks)
        for way in self.chunking:
            match way:
                case "as-is":
                    yield self.chunks
                case "whole":
                    yield (data,)
                case "byte-by-byte":
                    yield tuple(data[at : at + 1] for at in range(len(data)))
                case _:
                    raise ValueError(f"{self.file}: there is no chunking {way!r}")


def load(path: Path) -> Case:
    """Raises `KeyError` or `ValueError` when the file is no case."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return Case(
        file=path.stem,
        name=found["name"],
        quirk=found["quirk"],
        status=found["status"],
        requested_stream=found["requested_stream"],
        known_tools=frozenset(found["known_tools"]),
        taken_ids=frozenset(found.get("taken_ids", ())),
        content_type=found.get("content_type", ""),
        chunks=tuple(_chunks(found)),
        payloads=tuple(found.get("stream", ())),
        chunking=tuple(found["chunking"]),
        expect=found["expect"],
    )


def _chunks(found: Mapping[str, Any]) -> Iterator[bytes]:
    if "bytes_base64" in found:
        yield base64.b64decode(found["bytes_base64"])
    elif "json" in found:
        yield json.dumps(found["json"], ensure_ascii=False).encode()
    elif "stream" in found:
        for payload in found["stream"]:
            yield f"data: {json.dumps(payload, ensure_ascii=False)}\n\n".encode()
        if found.get("done", True):
            yield b"data: [DONE]\n\n"
    else:
        for text in found["chunks"]:
            yield text.encode()


CASES = tuple(load(path) for path in sorted(FOLDER.glob("*.json")))
