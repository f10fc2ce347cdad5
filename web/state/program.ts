// The reader's program: the lesson's files with the reader's edits, kept over reloads, and where its errors are.
// Refuses to know runs and the editor.

import { batch, computed, signal, type ReadonlySignal } from "@preact/signals";
import type { Diagnostic, Program } from "../protocol.ts";
import type { Clock } from "./ports.ts";
import type { Store } from "./storage.ts";

// Long enough that a check does not run at every letter, short enough to feel immediate.
const QUIET_MS = 350;

interface Kept {
  readonly files: Program;
  /** The last version that Python could compile. */
  readonly good: Program;
}

interface Source {
  readonly id: string;
  readonly program: Program;
}

export interface ProgramNeeds {
  readonly lesson: Source;
  readonly store: Store;
  readonly clock: Clock;
  /** Sends a program off to be compiled; false when there is nobody to do it now. */
  check(number: number, files: Program): boolean;
}

export class ProgramState {
  readonly files: ReadonlySignal<Program>;
  readonly edited: ReadonlySignal<boolean>;
  readonly diagnostics: ReadonlySignal<readonly Diagnostic[]>;
  /** Whether there is an earlier version, without the errors of this one, to go back to. */
  readonly canGoBack: ReadonlySignal<boolean>;

  private readonly lesson;
  private readonly kept;
  private readonly found = signal<readonly Diagnostic[]>([]);
  private checks = 0;
  private checking: Program | null = null;
  private callOff: () => void = () => undefined;

  constructor(private readonly needs: ProgramNeeds) {
    const { lesson, store } = needs;
    this.lesson = signal(lesson);
    this.kept = signal<Kept>(readKept(store.read(keyOf(lesson.id)), lesson.program));
    this.files = computed(() => this.kept.value.files);
    this.edited = computed(() => !same(this.kept.value.files, this.lesson.value.program));
    this.diagnostics = this.found;
    this.canGoBack = computed(() => this.found.value.length > 0 && !same(this.kept.value.files, this.kept.value.good));
  }

  /** Shows another lesson's program, with the reader's edits of it. */
  choose(lesson: Source): void {
    this.callOff();
    batch(() => {
      this.lesson.value = lesson;
      this.kept.value = readKept(this.needs.store.read(keyOf(lesson.id)), lesson.program);
      this.found.value = [];
    });
    this.recheck();
  }

  setFile(name: string, text: string): void {
    const files = this.files.peek();
    if (files[name] === text) return;
    this.change({ ...files, [name]: text });
  }

  /** Back to the lesson's own files. */
  reset(): void {
    this.change(this.lesson.peek().program);
  }

  /** Back to the last version that could be compiled. */
  goBack(): void {
    this.change(this.kept.peek().good);
  }

  /** Asks for a check of what is there now. */
  recheck(): void {
    this.callOff();
    const files = this.files.peek();
    this.checks += 1;
    this.checking = this.needs.check(this.checks, files) ? files : null;
  }

  /** The answer to check `number`; one that was overtaken by another is of no interest. */
  checked(number: number, diagnostics: readonly Diagnostic[]): void {
    if (number !== this.checks || this.checking === null) return;
    this.found.value = diagnostics;
    if (diagnostics.length === 0) this.remember({ files: this.files.peek(), good: this.checking });
  }

  /** A run could not begin because of these. */
  unloadable(diagnostics: readonly Diagnostic[]): void {
    this.found.value = diagnostics;
  }

  private change(files: Program): void {
    this.remember({ files, good: this.kept.peek().good });
    this.callOff();
    this.callOff = this.needs.clock.after(QUIET_MS, () => this.recheck());
  }

  private remember(kept: Kept): void {
    const { store } = this.needs;
    const lesson = this.lesson.peek();
    this.kept.value = kept;
    // An unedited program is not kept, so that a later version of the lesson shows.
    if (same(kept.files, lesson.program)) store.remove(keyOf(lesson.id));
    else store.write(keyOf(lesson.id), JSON.stringify(kept));
  }
}

const FILE = /^[A-Za-z_]\w*(\/[A-Za-z_]\w*)*\.py$/;

/** Why a file can't be called that, or null. A file in a folder is a module of a package. */
export function fileNameProblem(name: string, names: readonly string[]): string | null {
  if (name.length > 80 || !FILE.test(name)) return "A file needs a name that Python can import, such as mine.py or tools/mine.py.";
  return names.includes(name) ? `There is a ${name} already.` : null;
}

const keyOf = (lesson: string) => `program:${lesson}`;

/** Whether two programs have the same files with the same text. */
export function same(one: Program, other: Program): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

/** The stored edits laid over the lesson's files, which may have gained some since. */
function readKept(text: string | null, lesson: Program): Kept {
  try {
    const stored = JSON.parse(text ?? "null") as { files?: unknown; good?: unknown } | null;
    return { files: { ...lesson, ...textsOf(stored?.files) }, good: { ...lesson, ...textsOf(stored?.good) } };
  } catch {
    return { files: lesson, good: lesson };
  }
}

function textsOf(value: unknown): Program {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter((entry) => typeof entry[1] === "string"));
}
