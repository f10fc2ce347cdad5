"""Ways to cut bytes into chunks: the same ones in every run. Knows nothing of what the bytes mean."""

from __future__ import annotations

from collections.abc import Iterator


def chunkings(data: bytes) -> Iterator[list[bytes]]:
    """Whole, byte by byte, every cut in two (of about 100), and ten uneven ones."""
    yield [data]
    yield [data[at : at + 1] for at in range(len(data))]
    step = max(1, len(data) // 100)
    for at in range(1, len(data), step):
        yield [data[:at], data[at:]]
    for seed in range(1, 11):
        yield list(uneven(data, seed))


def uneven(data: bytes, seed: int) -> Iterator[bytes]:
    """Pieces of 0 to 30 bytes, from a small generator of numbers of our own."""
    at, state = 0, seed
    while at < len(data):
        state = (state * 1_103_515_245 + 12_345) % 2**31
        size = (state >> 16) % 31
        yield data[at : at + size]
        at += size
