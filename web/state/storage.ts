// Keeps text in the browser's storage, or in memory where there is none. Never throws, and refuses to know what is kept.

/** A place for text. What is kept may be gone on the next visit: callers always have a default. */
export interface Store {
  read(key: string): string | null;
  write(key: string, text: string): void;
  remove(key: string): void;
}

// `user.github.io` is one origin for all of that user's pages: a prefix keeps them apart (not private).
const PREFIX = "glassloop:";

/** A store for one visit, and for tests. */
export function memoryStore(): Store {
  const kept = new Map<string, string>();
  return {
    read: (key) => kept.get(key) ?? null,
    write: (key, text) => void kept.set(key, text),
    remove: (key) => void kept.delete(key),
  };
}

/**
 * `open` gives the browser's storage, and may itself throw (blocked cookies, an opaque origin). Where a write fails
 * (full, private mode) the text is held in memory, so that this visit at least goes on as if it had been kept.
 */
export function browserStore(open: () => Storage): Store {
  const fallback = memoryStore();
  return {
    read: (key) => fallback.read(key) ?? attempt(() => open().getItem(PREFIX + key)),
    write: (key, text) => {
      const written = attempt(() => (open().setItem(PREFIX + key, text), true));
      if (written === true) fallback.remove(key);
      else fallback.write(key, text);
    },
    remove: (key) => {
      fallback.remove(key);
      attempt(() => open().removeItem(PREFIX + key));
    },
  };
}

function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}
