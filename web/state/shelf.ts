// What programs keep from run to run, for each lesson: bounded, and a stranger's words. Refuses to know what is in it.

import { signal, type ReadonlySignal } from "@preact/signals";
import type { Documents } from "../protocol.ts";
import type { Store } from "./storage.ts";

// As in py/glassloop/shelf.py: a program that goes by the rules never meets these.
const LONGEST = 200_000;
const LONGEST_NAME = 100;
const MOST = 20;

/** `documents` with one more, or another in its place; unchanged where that would be too much. */
export function put(documents: Documents, name: string, text: string): Documents {
  const isNew = !Object.hasOwn(documents, name);
  if (text.length > LONGEST || name.length > LONGEST_NAME || (isNew && Object.keys(documents).length >= MOST)) return documents;
  return { ...documents, [name]: text };
}

/** Texts by name, out of anything. */
export function readDocuments(value: unknown): Documents {
  if (typeof value !== "object" || value === null) return {};
  return Object.entries(value).reduce<Documents>((all, [name, text]) => (typeof text === "string" ? put(all, name, text) : all), {});
}

/** The documents of one lesson at a time, kept between visits. */
export class LessonShelf {
  readonly documents: ReadonlySignal<Documents>;
  private readonly kept = signal<Documents>({});

  constructor(
    private lesson: string,
    private readonly store: Store,
  ) {
    this.documents = this.kept;
    this.choose(lesson);
  }

  choose(lesson: string): void {
    this.lesson = lesson;
    this.kept.value = readDocuments(parsed(this.store.read(keyOf(lesson))));
  }

  put(name: string, text: string): void {
    this.kept.value = put(this.kept.peek(), name, text);
    this.store.write(keyOf(this.lesson), JSON.stringify(this.kept.peek()));
  }
}

const keyOf = (lesson: string) => `shelf:${lesson}`;

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
