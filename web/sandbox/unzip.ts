// Lists what a zip archive holds, as views on its bytes. Refuses to inflate: an archive with a compressed entry gives
// null, and whoever asked takes the slow way (Python's own zipfile).

export interface Entry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const END_SIZE = 22;

function findEnd(view: DataView): number | null {
  for (let at = view.byteLength - END_SIZE; at >= 0; at--) {
    if (view.getUint32(at, true) === END) return at;
  }
  return null;
}

/** The files of a *stored* archive (directories left out), or null when it is compressed or no zip. */
export function storedEntries(archive: Uint8Array): readonly Entry[] | null {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = findEnd(view);
  if (end === null) return null;
  const decoder = new TextDecoder();
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (view.getUint32(at, true) !== CENTRAL || view.getUint16(at + 10, true) !== 0) return null;
    const size = view.getUint32(at + 24, true);
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const commentLength = view.getUint16(at + 32, true);
    const local = view.getUint32(at + 42, true);
    const name = decoder.decode(archive.subarray(at + 46, at + 46 + nameLength));
    // The local header's name and extra field may be longer than the directory's, so both lengths are read there.
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    if (!name.endsWith("/")) entries.push({ name, bytes: archive.subarray(start, start + size) });
    at += 46 + nameLength + extraLength + commentLength;
  }
  return entries;
}
