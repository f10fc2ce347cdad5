// Every call of a tool, out of the events of conversations: as rows, searched, and as the text of two kinds of file.
// Pure; refuses to know where conversations are kept and how a row is drawn.

import type { Dispatch, ToolResult } from "../generated/events.ts";
import { titleOf, type Saved } from "./saved.ts";
import type { TraceItem } from "./trace.ts";

/** One call. The names are the columns of the files. */
export interface CallRow {
  /** The conversation's id. */
  readonly conversation: string;
  readonly title: string;
  readonly lesson: string;
  readonly run: number;
  /** Of the dispatch in the trace; of the result where there was none. */
  readonly seq: number;
  /** ISO 8601, in UTC. */
  readonly when: string;
  readonly tool: string;
  /** The text that the model wrote, or the reader in its place. */
  readonly arguments: string;
  readonly outcome: ToolResult["outcome"] | "no result";
  /** The beginning of what the model got back. */
  readonly content: string;
  readonly duration_ms: number | null;
  readonly notes: string;
}

export const MOST_OF_CONTENT = 500;

/** The calls of a conversation, in the order in which they were dispatched. */
export function callRows(saved: Saved): readonly CallRow[] {
  const title = titleOf(saved);
  const began = new Map(saved.runs.map((start) => [start.run, start.began]));
  return pairs(saved.items).map(({ item, dispatch, result, edited }) => ({
    conversation: saved.id,
    title,
    lesson: saved.lesson,
    run: item.run,
    seq: item.seq,
    when: new Date(Math.round((began.get(item.run) ?? saved.created) + item.at)).toISOString(),
    tool: dispatch?.call.name ?? result?.name ?? "",
    arguments: dispatch?.call.arguments ?? "",
    outcome: result?.outcome ?? "no result",
    content: beginning(result?.content ?? ""),
    duration_ms: result?.duration_ms ?? null,
    notes: [...(dispatch?.lookup.outcome === "ready" ? dispatch.lookup.notes : []), ...(edited ? [EDITED] : [])].join(" "),
  }));
}

const EDITED = "Changed by the reader.";

interface Pair {
  readonly item: TraceItem;
  readonly dispatch: Dispatch | null;
  readonly result: ToolResult | null;
  /** The reader changed the one or the other. */
  readonly edited: boolean;
}

/** Each dispatch with its result. A program with a loop of its own may leave out to say that it dispatches. */
function pairs(items: readonly TraceItem[]): readonly Pair[] {
  const found: Pair[] = [];
  // Where in `found` the dispatches without a result are. A bad server may use an id twice: first come, first served.
  const open = new Map<string, number[]>();
  for (const item of items) {
    const { event, run } = item;
    const edited = item.before !== null;
    if (event.kind === "dispatch") {
      const key = `${run} ${event.call.id}`;
      const waiting = open.get(key) ?? [];
      open.set(key, waiting);
      waiting.push(found.length);
      found.push({ item, dispatch: event, result: null, edited });
    } else if (event.kind === "tool-result") {
      const at = open.get(`${run} ${event.call_id}`)?.shift();
      const asked = at === undefined ? undefined : found[at];
      if (at === undefined || asked === undefined) found.push({ item, dispatch: null, result: event, edited });
      else found[at] = { ...asked, result: event, edited: asked.edited || edited };
    }
  }
  return found;
}

function beginning(content: string): string {
  return content.length <= MOST_OF_CONTENT ? content : `${content.slice(0, MOST_OF_CONTENT - 1)}…`;
}

/** The rows that have every word of `words` somewhere, in any column and any case. */
export function search(rows: readonly CallRow[], words: string): readonly CallRow[] {
  const wanted = words.toLowerCase().split(/\s+/).filter((word) => word !== "");
  if (wanted.length === 0) return rows;
  return rows.filter((row) => {
    const text = Object.values(row).join("\n").toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

// In the order of a file's columns; a record, so that the compiler misses a column that is not here.
const COLUMNS = Object.keys({
  when: 0, conversation: 0, title: 0, lesson: 0, run: 0, seq: 0, tool: 0, arguments: 0, outcome: 0, duration_ms: 0,
  content: 0, notes: 0,
} satisfies Record<keyof CallRow, 0>) as readonly (keyof CallRow)[];

/** RFC 4180, with a line of names. */
export function csvText(rows: readonly CallRow[]): string {
  const lines = [COLUMNS.map(cell), ...rows.map((row) => COLUMNS.map((name) => cell(row[name])))];
  return lines.map((cells) => `${cells.join(",")}\r\n`).join("");
}

/** One JSON object a line. */
export function jsonLinesText(rows: readonly CallRow[]): string {
  return rows.map((row) => `${JSON.stringify(Object.fromEntries(COLUMNS.map((name) => [name, row[name]])))}\n`).join("");
}

// What makes a spreadsheet take a cell for a formula, also in the full width of East Asian scripts.
const FORMULA = /^[\s\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** A model or a stranger wrote the text: an apostrophe keeps a spreadsheet from running it. */
function cell(value: string | number | null): string {
  if (typeof value === "number" || value === null) return String(value ?? "");
  const text = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
