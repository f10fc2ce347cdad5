// A conversation as a file that people can read, keep and hand on, and back. The text is built from texts, so that every
// digit of an event stays as it was written. Refuses to know who hands the file over.

import { wrong, type Checked } from "./checked.ts";
import { elementsOf, membersOf } from "./json_slices.ts";
import { ownQuestions, readRecord, titleOf, type Saved } from "./saved.ts";
import type { TraceItem } from "./trace.ts";

const FORMAT = "conversation";
const VERSION = 1;
/** In characters. A chat of a hundred long questions stays far below. */
export const LARGEST = 32_000_000;

const NO_FILE = "This is no conversation that Glassloop exported. Pick a .json file that Export made.";
const ODD_FILE = "Part of this file is not as Glassloop writes it, so nothing was imported. Export the conversation again, and pick the new file.";
const NEWER_FILE = "This file was made by a newer Glassloop. Reload the page to get the newest one, then import the file again.";
const TOO_LARGE = "This file is too large to be a conversation. Pick a .json file that Export made.";
const NO_QUESTION = "Nothing was asked in this conversation, so there is nothing to import. Pick another file.";

/** The file's name, after the title. */
export function fileName(saved: Saved): string {
  const words = titleOf(saved).normalize("NFC").toLowerCase().replace(/[^\p{Letter}\p{Number}]+/gu, "-");
  return `${words.slice(0, 60).replace(/^-|-$/g, "") || FORMAT}.json`;
}

/** The file's text: a JSON object, one event and one message a line. */
export function fileText(saved: Saved): string {
  const { id, lesson, created, updated, runs, items, texts, originals, feedback, documents } = saved;
  const documentTexts = Object.entries(documents).filter(([, text]) => isJson(text));
  const starts = runs.map(({ run, by, began }) => JSON.stringify({ run, by, began: isoOf(began) }));
  const verdicts = [...feedback].map(([seq, verdict]) => JSON.stringify({ seq, answer: answerAt(items, seq), verdict }));
  const members: readonly (readonly [string, string])[] = [
    ["glassloop", JSON.stringify(FORMAT)],
    ["version", String(VERSION)],
    ["id", JSON.stringify(id)],
    ["lesson", JSON.stringify(lesson)],
    ["title", JSON.stringify(titleOf(saved))],
    ["created", JSON.stringify(isoOf(created))],
    ["updated", JSON.stringify(isoOf(updated))],
    ["messages", arrayText(messageTexts(items))],
    ["feedback", arrayText(verdicts)],
    ["shelf", objectText(documentTexts)],
    ["events", arrayText(texts)],
    ["edited", objectText([...originals].map(([seq, text]) => [String(seq), text] as const))],
    // For each event the run that it is of, and the milliseconds since that run began.
    ["steps", arrayText(items.map(({ run, at }) => JSON.stringify([run, at])))],
    ["runs", arrayText(starts)],
  ];
  return `${objectText(members)}\n`;
}

const arrayText = (texts: readonly string[]): string => (texts.length === 0 ? "[]" : `[\n${texts.join(",\n")}\n]`);

function objectText(members: readonly (readonly [string, string])[]): string {
  return members.length === 0 ? "{}" : `{\n${members.map(([name, text]) => `${JSON.stringify(name)}: ${text}`).join(",\n")}\n}`;
}

const isoOf = (time: number): string => new Date(time).toISOString();

function answerAt(items: readonly TraceItem[], seq: number): string {
  const event = items[seq - 1]?.event;
  return event?.kind === "answer" ? event.text : "";
}

/** The chat as the model saw it: the messages of the last request, as they were sent, and the answer that came of it. */
function messageTexts(items: readonly TraceItem[]): readonly string[] {
  const at = items.findLastIndex(({ event }) => event.kind === "llm-request");
  const request = items[at]?.event;
  const sent = request?.kind === "llm-request" ? sentTexts(request.body) : [];
  const answer = items.slice(at + 1).findLast(({ event }) => event.kind === "answer")?.event;
  if (answer?.kind !== "answer") return sent;
  return [...sent, JSON.stringify({ role: "assistant", content: answer.text })];
}

/** In the Responses API the system message stands beside the rest. */
function sentTexts(body: string): readonly string[] {
  const value = parsed(body);
  if (!isObject(value)) return [];
  const { instructions } = value;
  const system = typeof instructions === "string" ? [JSON.stringify({ role: "system", content: instructions })] : [];
  const list = ["messages", "input"].find((name) => Array.isArray(value[name])) ?? "";
  return [...system, ...elementsOf(membersOf(body).get(list) ?? "[]")];
}

/** The conversation in a file's text. */
export function readFile(text: string): Checked<Saved> {
  if (text.length > LARGEST) return wrong(TOO_LARGE);
  const value = parsed(text);
  if (!isObject(value) || value["glassloop"] !== FORMAT) return wrong(NO_FILE);
  const { version } = value;
  if (typeof version === "number" && version > VERSION) return wrong(NEWER_FILE);
  const saved = version === VERSION ? savedIn(value, membersOf(text)) : null;
  if (saved === null) return wrong(ODD_FILE);
  return ownQuestions(saved).length === 0 ? wrong(NO_QUESTION) : { ok: true, value: saved };
}

type Fields = Readonly<Record<string, unknown>>;

/** Null when a part is missing or odd. What is said twice (messages, answers of the feedback) is not read. */
function savedIn(value: Fields, texts: ReadonlyMap<string, string>): Saved | null {
  const { events, edited, steps, runs, feedback, shelf, title } = value;
  if (![events, steps, runs, feedback].every(Array.isArray) || ![edited, shelf].every(isObject) || typeof title !== "string") return null;
  const [eventTexts, originals] = [elementsOf(texts.get("events") ?? ""), membersOf(texts.get("edited") ?? "")];
  const [places, starts] = [steps as readonly unknown[], runs as readonly unknown[]];
  if (places.length !== eventTexts.length) return null;
  const saved = readRecord({
    version: 1,
    id: value["id"],
    lesson: value["lesson"],
    name: title,
    created: timeOf(value["created"]),
    updated: timeOf(value["updated"]),
    runs: starts.map((start) => (isObject(start) ? { ...start, began: timeOf(start["began"]) } : null)),
    events: eventTexts.map((text, index) => {
      const place = places[index];
      const [run, at] = Array.isArray(place) ? (place as readonly unknown[]) : [];
      return { run, at, text, before: originals.get(String(index + 1)) ?? null };
    }),
    feedback: (feedback as readonly unknown[]).map((one) => (isObject(one) ? [one["seq"], one["verdict"]] : null)),
    documents: Object.fromEntries(membersOf(texts.get("shelf") ?? "{}")),
  });
  if (saved === null) return null;
  // A title that nobody chose follows the first question, as it did where the file was made.
  const unnamed = { ...saved, name: null };
  return titleOf(unnamed) === saved.name ? unnamed : saved;
}

const timeOf = (value: unknown): number => (typeof value === "string" ? Date.parse(value) : NaN);

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isJson = (text: string): boolean => parsed(text) !== null || text.trim() === "null";
