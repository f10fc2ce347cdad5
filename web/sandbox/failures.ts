// Why there is no Python, in words a reader can act on. Knows the browser's own error texts; refuses to know frames.

export type Phase = "loading" | "booting" | "running";

const NEEDED: readonly (readonly [string, () => boolean])[] = [
  ["WebAssembly", () => typeof WebAssembly === "object"],
  ["web workers", () => typeof Worker === "function"],
  ["message channels", () => typeof MessageChannel === "function"],
  ["DecompressionStream", () => typeof DecompressionStream === "function"],
];

/** A sentence when this browser can't run Python here, else null. */
export function missingFeature(needed = NEEDED): string | null {
  const missing = needed.filter(([, has]) => !has()).map(([name]) => name);
  if (missing.length === 0) return null;
  return `This browser has no ${missing.join(" and no ")}, which Python needs. Use a current Chrome, Edge, Firefox or Safari.`;
}

/** `why` is a developer's text: an error's name and message, or what the frame saw. */
export function sentenceFor(phase: Phase, why: string): string {
  if (/out of memory|memory access|allocat|RangeError|process ended/i.test(why)) {
    return "Python ran out of memory, or this device may not have enough. Close other tabs and reload the page.";
  }
  if (/CompileError|LinkError/.test(why)) {
    return "This browser can't run the Python that comes with the page. Update it, or use a current Chrome, Edge, Firefox or Safari.";
  }
  switch (phase) {
    case "loading":
      return "Python's files could not be loaded. Check the connection and reload the page.";
    case "booting":
      return `Python could not start (${firstLine(why)}). Reload the page.`;
    case "running":
      return `Python broke off and can't go on (${firstLine(why)}). Press Stop or reload the page.`;
    default:
      return phase satisfies never;
  }
}

function firstLine(text: string): string {
  const line = text.split("\n", 1)[0] ?? "";
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}
