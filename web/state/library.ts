// Keeps conversations between visits: saves the one on the page as it grows, lists, opens, renames and removes the
// others, and makes files of them. Refuses to know how records are kept, and how a run is ended.

import { computed, effect, signal, untracked, type ReadonlySignal } from "@preact/signals";
import type { Records } from "../storage/records.ts";
import { wrong, type Checked } from "./checked.ts";
import type { Conversation } from "./conversation.ts";
import { fileName, fileText, readFile } from "./conversation_file.ts";
import type { Clock } from "./ports.ts";
import {
  closed, CLOSED_ON_LEAVING, ownQuestions, readRecord, readSummary, recordOf, shortened, summaryOf, summaryRecordOf,
  type Saved, type Summary,
} from "./saved.ts";
import type { Store } from "./storage.ts";

/** What happens within this time is written at once; no more than that is lost in a crash. */
export const SAVE_MS = 300;

/** Some browsers now and then never open their database: the page does not wait for it longer than this. */
export const PATIENCE_MS = 2000;

export interface LibraryNeeds {
  readonly conversation: Conversation;
  readonly records: Records;
  readonly clock: Clock;
  /** Remembers over a reload which conversation this tab shows. */
  readonly session: Store;
  newId(): string;
  /** Takes a reader's keys out of a text. */
  scrub(text: string): string;
  /** Whether a run is under way, which what `resume` shows would end. */
  busy(): boolean;
  /** Whether a conversation is what this visit is about: a link may have led to another lesson since. */
  belongs(saved: Saved): boolean;
  /** Ends whatever runs, and has this conversation and its lesson on the page. */
  show(saved: Saved): void;
  /** Ends whatever runs, and has an empty conversation on the page. */
  startNew(): void;
}

/** What was removed, to put it back. */
export interface Removed {
  readonly saved: Saved;
  readonly wasOpen: boolean;
}

export interface ConversationFile {
  readonly name: string;
  readonly text: string;
}

const SESSION_KEY = "conversation";
const BODY = "conversation/";
const SUMMARY = "summary/";
const GONE = "This conversation can't be read any more: it was removed in another tab, or what is stored of it is damaged.";

export class Library {
  /** Newest first. The one on the page is in it as soon as the reader has asked something. */
  readonly list: ReadonlySignal<readonly Summary[]>;

  private readonly stored = signal<ReadonlyMap<string, Summary>>(new Map());
  private readonly resumable: string | null;
  private written: Saved | null = null;
  private callOff: (() => void) | null = null;
  private changes = 0;

  constructor(private readonly needs: LibraryNeeds) {
    const { conversation, session } = needs;
    this.resumable = session.read(SESSION_KEY);
    this.list = computed(() => {
      const open = conversation.saved.value;
      const all = new Map(this.stored.value);
      if (isWorthKeeping(open)) all.set(open.id, summaryOf(open));
      return [...all.values()].sort((a, b) => b.updated - a.updated);
    });
    conversation.leaving = (last) => this.leave(last);
    effect(() => {
      const saved = conversation.saved.value;
      untracked(() => this.changed(saved));
    });
  }

  /** Whether this tab showed a conversation before a reload. */
  get canResume(): boolean {
    return this.resumable !== null;
  }

  /** Reads the list anew: another tab may have changed it. */
  async refresh(): Promise<void> {
    let at: number;
    let found: ReadonlyMap<string, unknown>;
    do {
      at = this.changes;
      found = await this.needs.records.all(SUMMARY);
      // What was written meanwhile is not in what was read.
    } while (at !== this.changes);
    const summaries = [...found.values()].map(readSummary).filter((one) => one !== null);
    this.stored.value = new Map(summaries.map((one) => [one.id, one]));
  }

  /** Writes what is not written yet. For when the page is about to go. */
  async flush(): Promise<void> {
    this.callOff?.();
    this.callOff = null;
    const saved = this.needs.conversation.saved.peek();
    if (!isWorthKeeping(saved) || saved === this.written) return;
    this.written = saved;
    await this.write(saved);
  }

  /** Shows a conversation of the list; its id. */
  async open(id: string): Promise<Checked<string>> {
    if (id === this.current().id) return { ok: true, value: id };
    const saved = await this.read(id);
    if (saved === null) {
      this.strike(id);
      return wrong(GONE);
    }
    this.show(saved);
    return { ok: true, value: id };
  }

  /** After a reload: shows what this tab showed before. False when there is none, or the reader has begun something. */
  async resume(): Promise<boolean> {
    const tooLate = new Promise<null>((done) => this.needs.clock.after(PATIENCE_MS, () => done(null)));
    const saved = this.resumable === null ? null : await Promise.race([this.read(this.resumable), tooLate]);
    if (saved === null || !this.needs.belongs(saved) || this.current().items.length > 0 || this.needs.busy()) return false;
    this.show(saved);
    return true;
  }

  /** Without a name it is called after its first question. */
  async rename(id: string, name: string): Promise<void> {
    if (id === this.current().id) {
      this.needs.conversation.rename(name);
      return this.flush();
    }
    const saved = await this.read(id);
    if (saved !== null) await this.write({ ...saved, name: shortened(name) || null });
  }

  /** What was removed; null when there was nothing that could be put back. */
  async remove(id: string): Promise<Removed | null> {
    const wasOpen = id === this.current().id;
    const reading = wasOpen ? closed(this.current(), CLOSED_ON_LEAVING) : this.read(id);
    // Leaving it writes it once more, so the removing comes after.
    if (wasOpen) this.needs.startNew();
    this.strike(id);
    // Without waiting for the reading: a reload a moment later must not find it again.
    const [saved] = await Promise.all([reading, this.needs.records.remove([BODY + id, SUMMARY + id])]);
    return saved === null ? null : { saved, wasOpen };
  }

  async restore({ saved, wasOpen }: Removed): Promise<void> {
    if (wasOpen && !isWorthKeeping(this.current())) this.show(saved);
    await this.write(saved);
  }

  /** A file of a conversation of the list. */
  async exportFile(id: string): Promise<Checked<ConversationFile>> {
    const saved = id === this.current().id ? this.current() : await this.read(id);
    if (saved === null) return wrong(GONE);
    return { ok: true, value: { name: this.needs.scrub(fileName(saved)), text: this.needs.scrub(fileText(saved)) } };
  }

  /** Keeps the conversation of a file; its id, which is a new one when there is such a conversation already. */
  async importText(text: string): Promise<Checked<string>> {
    const found = readFile(text);
    if (!found.ok) return found;
    const { id } = found.value;
    const isTaken = id === this.current().id || (await this.needs.records.get(SUMMARY + id)) !== undefined;
    const saved = isTaken ? { ...found.value, id: this.needs.newId() } : found.value;
    await this.write(saved);
    return { ok: true, value: saved.id };
  }

  /** Every conversation, newest first, the one on the page as it is now. What can't be read is left out. */
  async everything(): Promise<readonly Saved[]> {
    const records = await this.needs.records.all(BODY);
    const found = [...records.values()].map(readRecord).filter((one) => one !== null);
    const open = this.current();
    const others = found.filter(({ id }) => id !== open.id);
    return [...others, ...(isWorthKeeping(open) ? [open] : [])].sort((a, b) => b.updated - a.updated);
  }

  /** Takes a reader's keys out of a text that is about to leave the page. */
  scrub(text: string): string {
    return this.needs.scrub(text);
  }

  private current(): Saved {
    return this.needs.conversation.saved.peek();
  }

  private show(saved: Saved): void {
    this.needs.show(saved);
    // As it is in the records already: writing it back could undo what another tab has written since.
    this.written = saved;
  }

  private changed(saved: Saved): void {
    if (!isWorthKeeping(saved) || saved === this.written || this.callOff !== null) return;
    this.needs.session.write(SESSION_KEY, saved.id);
    this.callOff = this.needs.clock.after(SAVE_MS, () => void this.flush());
  }

  private leave(last: Saved): void {
    this.callOff?.();
    this.callOff = null;
    this.needs.session.remove(SESSION_KEY);
    const whole = closed(last, CLOSED_ON_LEAVING);
    if (isWorthKeeping(last) && whole !== this.written) void this.write(whole);
  }

  private async read(id: string): Promise<Saved | null> {
    return readRecord(await this.needs.records.get(BODY + id));
  }

  private async write(saved: Saved): Promise<void> {
    this.changes += 1;
    this.stored.value = new Map(this.stored.peek()).set(saved.id, summaryOf(saved));
    await this.needs.records.put([
      [BODY + saved.id, recordOf(saved)],
      [SUMMARY + saved.id, summaryRecordOf(saved)],
    ]);
  }

  /** Takes it off the list. */
  private strike(id: string): void {
    this.changes += 1;
    const rest = new Map(this.stored.peek());
    rest.delete(id);
    this.stored.value = rest;
  }
}

/** The run that the page begins by itself is nothing to keep. */
function isWorthKeeping(saved: Saved): boolean {
  return ownQuestions(saved).length > 0;
}
