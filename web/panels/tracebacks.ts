// Finds the lines of the reader's own program in a Python traceback. Text in, pieces out; knows no DOM and no Python.

export type TracePiece =
  | { readonly kind: "text"; readonly text: string }
  /** `text` names a line of one of the program's files. Lines count from 1. */
  | { readonly kind: "place"; readonly text: string; readonly file: string; readonly line: number };

const PLACE = /File "(?:[^"\n]*\/)?([^"/\n]+)", line (\d+)/g;

/** The traceback in pieces: joined, their texts are the traceback. */
export function pieces(traceback: string, files: readonly string[]): readonly TracePiece[] {
  const found: TracePiece[] = [];
  let at = 0;
  for (const match of traceback.matchAll(PLACE)) {
    const [text, file = "", line = ""] = match;
    if (!files.includes(file)) continue;
    if (match.index > at) found.push({ kind: "text", text: traceback.slice(at, match.index) });
    found.push({ kind: "place", text, file, line: Number(line) });
    at = match.index + text.length;
  }
  if (at < traceback.length) found.push({ kind: "text", text: traceback.slice(at) });
  return found;
}
