// Reads the outbox from its shelf: the reminders that a tool has written. Pure; the document comes from the reader's
// program, so it may be anything.
import { items, member, readJson, stringOf } from "../panels/json_text.ts";

export interface Reminder {
  readonly place: string;
  readonly day: string;
  readonly text: string;
  /** When it was written, as the program says it. */
  readonly written: string;
}

export type Outbox =
  | { readonly kind: "reminders"; readonly reminders: readonly Reminder[] }
  /** What is on the shelf is no list of reminders. */
  | { readonly kind: "unreadable" };

const MOST_SHOWN = 100;

export function readOutbox(text: string): Outbox {
  const node = readJson(text);
  if (node?.type !== "array") return { kind: "unreadable" };
  const reminders = items(node).slice(0, MOST_SHOWN).map((entry) => {
    const field = (name: string) => stringOf(member(entry, name));
    const [place, day, words, written] = [field("place"), field("day"), field("text"), field("written")];
    return place === null || day === null || words === null ? null : { place, day, text: words, written: written ?? "" };
  });
  const whole = reminders.filter((reminder) => reminder !== null);
  return whole.length === reminders.length ? { kind: "reminders", reminders: whole } : { kind: "unreadable" };
}

/** "2026-10-12T09:30:05.123+00:00" → "2026-10-12 09:30"; anything else as it is. */
export function moment(text: string): string {
  const match = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})/.exec(text);
  return match === null ? text : `${match[1]} ${match[2]}`;
}
