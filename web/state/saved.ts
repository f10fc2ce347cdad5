// A conversation as a value: how it grows, what a list shows of it, and how it is read back from storage as a
// stranger's words. Pure; refuses to know where it is kept and what draws it.

import type { Event, Stopped } from "../generated/events.ts";
import type { Documents } from "../protocol.ts";
import { readKeptEvent } from "./kept_event.ts";
import { readDocuments } from "./shelf.ts";
import type { TraceItem } from "./trace.ts";

/** What the reader thinks of an answer. */
export type Verdict = "up" | "down";

/** A run, and who asked for it: the page begins one by itself. */
export interface RunStart {
  readonly run: number;
  readonly by: "reader" | "page";
  /** Wall-clock time in milliseconds, as `Date.now()` has it. */
  readonly began: number;
}

export interface Saved {
  readonly id: string;
  readonly lesson: string;
  /** What the reader called it; null until then. */
  readonly name: string | null;
  /** Wall-clock times in milliseconds; 0 while nothing has happened. */
  readonly created: number;
  readonly updated: number;
  readonly runs: readonly RunStart[];
  readonly items: readonly TraceItem[];
  /** The text of what took effect, one for each item, as Python wrote it: parsed and written again it might lose digits. */
  readonly texts: readonly string[];
  /** By the number of the item that the reader edited. */
  readonly originals: ReadonlyMap<number, string>;
  /** By the number of the answer. */
  readonly feedback: ReadonlyMap<number, Verdict>;
  readonly documents: Documents;
}

/** What a list shows of a conversation. */
export interface Summary {
  readonly id: string;
  readonly lesson: string;
  readonly title: string;
  readonly created: number;
  readonly updated: number;
  /** Asked by the reader. */
  readonly questions: number;
}

export const MOST_IN_TITLE = 80;

export function blank(id: string, lesson: string): Saved {
  return {
    id, lesson, name: null, created: 0, updated: 0,
    runs: [], items: [], texts: [], originals: new Map(), feedback: new Map(), documents: {},
  };
}

export function withEvent(saved: Saved, run: number, at: number, event: Event, text: string): Saved {
  const item: TraceItem = { seq: saved.items.length + 1, run, at, event, before: null };
  return { ...saved, items: [...saved.items, item], texts: [...saved.texts, text] };
}

/** The number of the latest run; 0 when there was none. */
export function lastRun(saved: Saved): number {
  return saved.runs.at(-1)?.run ?? 0;
}

/** What the reader asked, without what the page asked by itself. */
export function ownQuestions({ items, runs }: Saved): readonly string[] {
  const byPage = new Set(runs.filter(({ by }) => by === "page").map(({ run }) => run));
  return items.flatMap(({ event, run }) => (event.kind === "question" && !byPage.has(run) ? [event.text] : []));
}

export function titleOf(saved: Saved): string {
  return saved.name ?? (shortened(ownQuestions(saved)[0] ?? "") || "Untitled");
}

/** `text` on one line, cut to what a title may be. */
export function shortened(text: string): string {
  // By whole characters; the first cut keeps that cheap for a very long text.
  const characters = [...text.slice(0, 4 * MOST_IN_TITLE).replace(/\s+/g, " ").trim()];
  if (characters.length <= MOST_IN_TITLE) return characters.join("");
  return `${characters.slice(0, MOST_IN_TITLE - 1).join("").trimEnd()}…`;
}

export function summaryOf(saved: Saved): Summary {
  const { id, lesson, created, updated } = saved;
  return { id, lesson, title: titleOf(saved), created, updated, questions: ownQuestions(saved).length };
}

export const CLOSED_WITH_PAGE = "The page was closed or reloaded while this run was under way.";
export const CLOSED_ON_LEAVING = "You left this conversation while this run was under way.";

/** With an end to the run that was under way when it was kept; a conversation whose last run has ended is as it was. */
export function closed(saved: Saved, message: string): Saved {
  const last = saved.items.at(-1);
  const ends = ({ run, event }: TraceItem) => run === last?.run && (event.kind === "answer" || event.kind === "stopped");
  if (last === undefined || saved.items.some(ends)) return saved;
  const event: Stopped = { kind: "stopped", reason: "reader", message, detail: "" };
  return withEvent(saved, last.run, last.at, event, JSON.stringify(event));
}

// --- In storage -------------------------------------------------------------------------------------------------------

const VERSION = 1;

/** What storage holds of a conversation: plain data that can be cloned. */
export function recordOf(saved: Saved): unknown {
  const { id, lesson, name, created, updated, runs, items, texts, originals, feedback, documents } = saved;
  const events = items.map(({ seq, run, at }, index) => ({ run, at, text: texts[index], before: originals.get(seq) ?? null }));
  return { version: VERSION, id, lesson, name, created, updated, runs, events, feedback: [...feedback], documents };
}

export function summaryRecordOf(saved: Saved): unknown {
  return { version: VERSION, ...summaryOf(saved) };
}

type Fields = Readonly<Record<string, unknown>>;

/** Null when it is no summary of this version. */
export function readSummary(value: unknown): Summary | null {
  const fields = fieldsOf(value);
  if (fields === null || !hasHead(fields)) return null;
  const { id, lesson, title, created, updated, questions } = fields;
  if (typeof title !== "string" || !isCount(questions)) return null;
  return { id, lesson, title: shortened(title), created, updated, questions };
}

/** The conversation that `recordOf` made a record of; null when anything in it is not as it would be. */
export function readRecord(value: unknown): Saved | null {
  const fields = fieldsOf(value);
  if (fields === null || !hasHead(fields)) return null;
  const { id, lesson, name, created, updated } = fields;
  const runs = listOf(fields["runs"], readRun);
  const events = listOf(fields["events"], readItem);
  if (runs === null || events === null || (name !== null && typeof name !== "string")) return null;
  if (!inOrder(runs, events)) return null;
  const items = events.map(({ run, at, event, before }, index) => ({ seq: index + 1, run, at, event, before: before?.event ?? null }));
  return {
    id, lesson, created, updated, runs, items,
    name: name === null ? null : shortened(name) || null,
    texts: events.map(({ text }) => text),
    originals: new Map(events.flatMap(({ before }, index) => (before === null ? [] : [[index + 1, before.text]]))),
    feedback: readFeedback(fields["feedback"], items),
    documents: readDocuments(fields["documents"]),
  };
}

interface Head extends Fields {
  readonly id: string;
  readonly lesson: string;
  readonly created: number;
  readonly updated: number;
}

function fieldsOf(value: unknown): Fields | null {
  return typeof value === "object" && value !== null ? (value as Fields) : null;
}

function hasHead(fields: Fields): fields is Head {
  const { version, id, lesson, created, updated } = fields;
  const named = typeof id === "string" && /^[\w-]{1,64}$/.test(id) && typeof lesson === "string" && lesson.length <= 100;
  return version === VERSION && named && isTime(created) && isTime(updated);
}

// Half of what a Date can tell, so that a time and what has passed since is still one.
const LONGEST = 4.32e15;
const isTime = (value: unknown): value is number => isCount(value) && value <= LONGEST;

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Null when one of them can't be read, or there is no list. */
function listOf<T>(value: unknown, read: (one: Fields) => T | null): readonly T[] | null {
  if (!Array.isArray(value)) return null;
  const found = value.map((one: unknown) => {
    const fields = fieldsOf(one);
    return fields === null ? null : read(fields);
  });
  return found.every((one) => one !== null) ? found : null;
}

function readRun({ run, by, began }: Fields): RunStart | null {
  if (!isCount(run) || run === 0 || !isTime(began) || (by !== "reader" && by !== "page")) return null;
  return { run, by, began };
}

interface ReadItem {
  readonly run: number;
  readonly at: number;
  readonly text: string;
  readonly event: Event;
  readonly before: { readonly text: string; readonly event: Event } | null;
}

function readItem({ run, at, text, before }: Fields): ReadItem | null {
  if (!isCount(run) || typeof at !== "number" || !(Math.abs(at) <= LONGEST) || typeof text !== "string") return null;
  const event = readKeptEvent(text);
  if (event === null) return null;
  if (before === null) return { run, at, text, event, before };
  const original = typeof before === "string" ? readKeptEvent(before) : null;
  if (typeof before !== "string" || original === null || original.kind !== event.kind) return null;
  return { run, at, text, event, before: { text: before, event: original } };
}

/** Runs come one after the other, and each event is of one of them. */
function inOrder(runs: readonly RunStart[], events: readonly ReadItem[]): boolean {
  const known = new Set(runs.map(({ run }) => run));
  const grows = runs.every(({ run }, index) => index === 0 || run > (runs[index - 1]?.run ?? 0));
  const follows = events.every(({ run }, index) => known.has(run) && run >= (events[index - 1]?.run ?? 0));
  return grows && follows;
}

/** What is no verdict on an answer of this conversation is left out. */
function readFeedback(value: unknown, items: readonly TraceItem[]): ReadonlyMap<number, Verdict> {
  const found = new Map<number, Verdict>();
  for (const one of Array.isArray(value) ? value : []) {
    const [seq, verdict] = Array.isArray(one) ? (one as unknown[]) : [];
    const judged = isCount(seq) ? items[seq - 1] : undefined;
    if (judged?.event.kind === "answer" && (verdict === "up" || verdict === "down")) found.set(judged.seq, verdict);
  }
  return found;
}
