// What servers were seen to insist on, by address, model and format. Refuses to read it: the
// text is Python's own, and a reader's program may have posted it, so nothing but its size is judged.

import type { PythonConnection } from "../protocol.ts";
import type { Store } from "./storage.ts";

const LONGEST = 4_000;
const MOST = 40;

export class Habits {
  constructor(private readonly store: Store) {}

  /** The connection, with what is known of its server. */
  known(connection: PythonConnection): PythonConnection {
    const habits = this.all().find(([name]) => name === nameOf(connection))?.[1] ?? "";
    return { ...connection, habits };
  }

  learn(connection: PythonConnection, habits: string): void {
    if (habits.length > LONGEST) return;
    const name = nameOf(connection);
    const others = this.all().filter(([other]) => other !== name);
    this.store.write("habits", JSON.stringify([...others, [name, habits]].slice(-MOST)));
  }

  private all(): readonly (readonly [string, string])[] {
    try {
      const kept: unknown = JSON.parse(this.store.read("habits") ?? "[]");
      return Array.isArray(kept) ? kept.filter(isPair) : [];
    } catch {
      return [];
    }
  }
}

function isPair(value: unknown): value is readonly [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string");
}

function nameOf({ baseUrl, model, format }: PythonConnection): string {
  return JSON.stringify([baseUrl, model, format ?? "chat"]);
}
