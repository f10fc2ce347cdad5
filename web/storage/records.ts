// Keeps values by key in the browser's database, or in memory where there is none. Never throws, and refuses to know
// what is kept.

import { createStore, delMany, get, promisifyRequest, setMany } from "idb-keyval";

/** A place for values that can be cloned. What is kept may be gone on the next visit. */
export interface Records {
  /** Every key that begins with `prefix`, with its value. */
  all(prefix: string): Promise<ReadonlyMap<string, unknown>>;
  /** Undefined when there is none. */
  get(key: string): Promise<unknown>;
  /** All of them, or none. */
  put(entries: readonly (readonly [string, unknown])[]): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
}

export const FULL =
  "The browser's storage is full, so what happens now is kept only until this page closes. Delete old conversations, or export what matters.";
export const DENIED =
  "This browser keeps nothing for this page, so conversations are gone when it closes. Export what matters.";

/** Records for one visit, and for tests. */
export function memoryRecords(): Records {
  const kept = new Map<string, unknown>();
  return {
    all: async (prefix) => new Map([...kept].filter(([key]) => key.startsWith(prefix))),
    get: async (key) => kept.get(key),
    put: async (entries) => {
      for (const [key, value] of structuredClone(entries)) kept.set(key, value);
    },
    remove: async (keys) => keys.forEach((key) => kept.delete(key)),
  };
}

/** The browser's own database. May throw and reject: see `lasting`. */
function databaseRecords(): Records {
  const store = createStore("glassloop", "conversations");
  return {
    async all(prefix) {
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      const [keys, values] = await store("readonly", (kept) =>
        Promise.all([promisifyRequest(kept.getAllKeys(range)), promisifyRequest(kept.getAll(range))]),
      );
      return new Map(keys.map((key, index) => [String(key), values[index] as unknown]));
    },
    get: (key) => get(key, store),
    put: (entries) => setMany(entries.map(([key, value]) => [key, value]), store),
    remove: (keys) => delMany([...keys], store),
  };
}

export function browserRecords(say: (sentence: string) => void): Records {
  return lasting(databaseRecords, say);
}

/**
 * `open` gives records that may throw and reject (no database, a denied one, a full one). What can't be written is held
 * in memory, so that this visit goes on as if it had been kept; the first time, `say` has a sentence for the reader.
 */
export function lasting(open: () => Records, say: (sentence: string) => void): Records {
  let inner: Records | null = null;
  /** What the database has not taken; undefined stands for a key that is to be gone. */
  const aside = new Map<string, unknown>();
  const told = new Set<string>();

  async function attempt<T>(action: (records: Records) => Promise<T>): Promise<{ readonly value: T } | { readonly error: unknown }> {
    try {
      inner ??= open();
      return { value: await action(inner) };
    } catch (error) {
      return { error };
    }
  }

  function tell(error: unknown): void {
    // A transaction that breaks off on its way may not say why; a full disk is what does that.
    const isFull = error === null || (error instanceof Error && error.name === "QuotaExceededError");
    const sentence = isFull ? FULL : DENIED;
    if (!told.has(sentence)) say(sentence);
    told.add(sentence);
  }

  return {
    async all(prefix) {
      const tried = await attempt((records) => records.all(prefix));
      const found = new Map("value" in tried ? tried.value : []);
      for (const [key, value] of aside) {
        if (!key.startsWith(prefix)) continue;
        if (value === undefined) found.delete(key);
        else found.set(key, value);
      }
      return found;
    },
    async get(key) {
      if (aside.has(key)) return aside.get(key);
      const tried = await attempt((records) => records.get(key));
      return "value" in tried ? tried.value : undefined;
    },
    async put(entries) {
      // First, so that whoever reads while this is on its way finds it.
      for (const [key, value] of entries) aside.set(key, value);
      const tried = await attempt((records) => records.put(entries));
      if ("error" in tried) return tell(tried.error);
      for (const [key, value] of entries) if (aside.get(key) === value) aside.delete(key);
    },
    async remove(keys) {
      for (const key of keys) aside.set(key, undefined);
      const tried = await attempt((records) => records.remove(keys));
      if ("error" in tried) return;
      for (const key of keys) if (aside.get(key) === undefined) aside.delete(key);
    },
  };
}
