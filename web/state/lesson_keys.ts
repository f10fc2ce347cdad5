// The keys that lessons ask for beside the endpoint's own: takes them in, binds each to one origin, forgets them.
// A key lives in the vault and, only when asked for, in this tab's storage. Refuses to show one.

import { signal, type ReadonlySignal } from "@preact/signals";
import { keyProblem, type Vault } from "../broker/secrets.ts";
import type { Secret } from "../generated/lessons.ts";
import { wrong, type Checked } from "./checked.ts";
import { cleanKey, normaliseBaseUrl } from "./connection.ts";
import type { Store } from "./storage.ts";

export interface LessonKeyNeeds {
  readonly vault: Pick<Vault, "set" | "forget">;
  readonly session: Store;
  readonly pageOrigin: string;
  readonly framed: boolean;
}

/** What is kept of a key in the tab, when the reader says so. */
interface Remembered {
  readonly origin: string;
  readonly query: string;
  readonly value: string;
}

export class LessonKeys {
  /** Name of each key that there is → the origin that it is for. */
  readonly kept: ReadonlySignal<Readonly<Record<string, string>>>;

  private readonly origins = signal<Readonly<Record<string, string>>>({});

  /** `secrets`: every key that a lesson may ask for. */
  constructor(private readonly needs: LessonKeyNeeds, secrets: readonly Secret[]) {
    this.kept = this.origins;
    for (const { name, query } of needs.framed ? [] : secrets) {
      const key = readRemembered(needs.session.read(keyOf(name)));
      if (key !== null && key.query === query) this.fill(name, key);
    }
  }

  /** Keeps a key for the server at `address`. Otherwise says what is wrong, and changes nothing. */
  save(secret: Secret, typed: string, address: string, remember: boolean): Checked<string> {
    const url = normaliseBaseUrl(address, this.needs.pageOrigin);
    if (!url.ok) return url;
    if (this.needs.framed) return wrong("Another page shows this one in a frame, so no key is taken here. Open it in a tab of its own.");
    const value = cleanKey(typed);
    const problem = keyProblem(value);
    if (problem !== null) return wrong(problem);
    const { origin } = new URL(url.value);
    const key = { origin, query: secret.query, value };
    this.fill(secret.name, key);
    if (remember) this.needs.session.write(keyOf(secret.name), JSON.stringify(key));
    else this.needs.session.remove(keyOf(secret.name));
    return { ok: true, value: origin };
  }

  forget(name: string): void {
    this.needs.vault.forget(name);
    this.needs.session.remove(keyOf(name));
    const { [name]: _, ...others } = this.origins.peek();
    this.origins.value = others;
  }

  private fill(name: string, { origin, query, value }: Remembered): void {
    this.needs.vault.set(name, value, { origin, use: { query }, allows: (method) => method === "GET" });
    this.origins.value = { ...this.origins.peek(), [name]: origin };
  }
}

const keyOf = (name: string) => `key:${name}`;

function readRemembered(text: string | null): Remembered | null {
  try {
    const { origin, query, value } = JSON.parse(text ?? "{}") as Partial<Record<keyof Remembered, unknown>>;
    const usable = typeof origin === "string" && typeof query === "string" && typeof value === "string" && keyProblem(value) === null;
    return usable && new URL(origin).origin === origin ? { origin, query, value } : null;
  } catch {
    return null;
  }
}
