// Makes a file of the trace and hands it to the browser's downloads. The events are all that is in it: a key never is,
// since no event ever holds one.
import type { TraceItem } from "../state/trace.ts";

/** The file's text: what took effect, in order, and the original of whatever the reader edited. */
export function exportText(items: readonly TraceItem[]): string {
  const events = items.map(({ event, before }) => (before === null ? event : { ...event, edited_from: before }));
  return `${JSON.stringify({ version: 1, events }, null, 2)}\n`;
}

/** Downloads the trace as `glassloop-trace.json`. */
export function downloadTrace(items: readonly TraceItem[]): void {
  const url = URL.createObjectURL(new Blob([exportText(items)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "glassloop-trace.json";
  link.click();
  // Some browsers read the blob only after the click has returned, so the address lives on for a while.
  setTimeout(() => URL.revokeObjectURL(url), 30_000);
}
