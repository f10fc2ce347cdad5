// Makes a file of the trace and hands it to the browser's downloads. The events are all that is in it: a key never is,
// since no event ever holds one.
import type { TraceItem } from "../state/trace.ts";
import { download } from "./download.ts";

/** The file's text: what took effect, in order, and the original of whatever the reader edited. */
export function exportText(items: readonly TraceItem[]): string {
  const events = items.map(({ event, before }) => (before === null ? event : { ...event, edited_from: before }));
  return `${JSON.stringify({ version: 1, events }, null, 2)}\n`;
}

/** Downloads the trace as `glassloop-trace.json`. */
export function downloadTrace(items: readonly TraceItem[]): void {
  download("glassloop-trace.json", "application/json", exportText(items));
}
