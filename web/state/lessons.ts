// Which lesson is on the page, and what the reader chose in it. Refuses to know runs, programs and keys.

import { batch, computed, signal, type ReadonlySignal } from "@preact/signals";
import type { Lesson, Setting } from "../generated/lessons.ts";
import type { Settings } from "../protocol.ts";
import type { Store } from "./storage.ts";

/** A setting with a value of its own; a key is none. */
type Valued = Exclude<Setting, { readonly kind: "secret" }>;

export class Lessons {
  readonly current: ReadonlySignal<Lesson>;
  /** The value of every setting of the lesson, chosen or not. */
  readonly settings: ReadonlySignal<Settings>;
  /** Whether any of them is not the lesson's own. */
  readonly changed: ReadonlySignal<boolean>;

  private readonly chosen;
  private readonly values;

  constructor(
    readonly all: readonly Lesson[],
    id: string | null,
    private readonly store: Store,
  ) {
    const first = all.find((lesson) => lesson.id === id) ?? all[0];
    if (first === undefined) throw new Error("This build has no lesson");
    this.chosen = signal(first);
    this.current = this.chosen;
    this.values = signal(readValues(first, store));
    this.settings = this.values;
    this.changed = computed(() => this.chosen.value.settings.some((one) => one.kind !== "secret" && this.values.value[one.id] !== one.default));
  }

  /** False when there is no other lesson of that name. */
  choose(id: string): boolean {
    const lesson = this.all.find((one) => one.id === id);
    if (lesson === undefined || lesson === this.chosen.peek()) return false;
    batch(() => {
      this.values.value = readValues(lesson, this.store);
      this.chosen.value = lesson;
    });
    return true;
  }

  /** A value that the setting can't have is not taken. */
  set(id: string, value: string | boolean): void {
    const lesson = this.chosen.peek();
    const setting = lesson.settings.find((one) => one.id === id);
    if (setting === undefined || setting.kind === "secret" || !fits(setting, value)) return;
    this.values.value = { ...this.values.peek(), [id]: value };
    this.store.write(keyOf(lesson.id), JSON.stringify(this.values.peek()));
  }

  /** Back to the lesson's own values. */
  reset(): void {
    const { id } = this.chosen.peek();
    this.store.remove(keyOf(id));
    this.values.value = readValues(this.chosen.peek(), this.store);
  }

  /** What the lesson may reach unasked, by what is chosen. */
  origins(): readonly string[] {
    return this.chosen.peek().settings.flatMap((setting) => {
      if (setting.kind !== "choice") return [];
      return setting.options.find(({ value }) => value === this.values.peek()[setting.id])?.origins ?? [];
    });
  }
}

/** Whether a setting is to be seen: some only matter while another has a certain value. */
export function isAsked(setting: Setting, values: Settings): boolean {
  return setting.when === null || values[setting.when.id] === setting.when.value;
}

/** The settings under their headings, in the order in which the headings first come. */
export function groupsOf(settings: readonly Setting[]): ReadonlyMap<string, readonly Setting[]> {
  const groups = new Map<string, Setting[]>();
  for (const setting of settings) groups.set(setting.group, [...(groups.get(setting.group) ?? []), setting]);
  return groups;
}

const LONGEST = 500;
const keyOf = (lesson: string) => `settings:${lesson}`;

function fits(setting: Valued, value: unknown): value is string | boolean {
  switch (setting.kind) {
    case "switch":
      return typeof value === "boolean";
    case "choice":
      return setting.options.some((option) => option.value === value);
    case "text":
      return typeof value === "string" && value.length <= LONGEST;
  }
}

function readValues(lesson: Lesson, store: Store): Settings {
  const stored = parsed(store.read(keyOf(lesson.id)));
  const valued = lesson.settings.filter((setting): setting is Valued => setting.kind !== "secret");
  return Object.fromEntries(
    valued.map((setting) => {
      const value = Object.hasOwn(stored, setting.id) ? stored[setting.id] : setting.default;
      return [setting.id, fits(setting, value) ? value : setting.default];
    }),
  );
}

function parsed(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
