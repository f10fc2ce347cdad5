// Holds the connection in use and the reader's key: takes the dialog's form, keeps settings, fills the vault.
// The key lives in one private field, in the vault, and, only when asked for, in this tab's storage. Nowhere else.

import { computed, signal, type ReadonlySignal } from "@preact/signals";
import { keyProblem, llmBinding, placeholder, type Vault } from "../broker/secrets.ts";
import type { Limits, PythonConnection } from "../protocol.ts";
import { listModels, type Endpoint, type Fetch } from "./calls.ts";
import type { Checked } from "./checked.ts";
import {
  cleanKey, formOf, isLocal, normaliseBaseUrl, originOf, PRACTICE, presetOf, readSettings, settingsOf,
  type Connection, type Form, type Settings,
} from "./connection.ts";
import type { Store } from "./storage.ts";

/** The name of the endpoint's key in the vault. Python sees `glassloop-secret-llm`. */
const LLM = "llm";

interface Key {
  readonly origin: string;
  readonly value: string;
}

export interface ConnectorNeeds {
  readonly vault: Pick<Vault, "set" | "forget">;
  readonly fetch: Fetch;
  /** Kept between visits: settings, never a key. */
  readonly local: Store;
  /** Kept while this tab is open: a key, when the reader says so. */
  readonly session: Store;
  readonly pageOrigin: string;
  /** Another page shows this one in a frame, and could lay anything over the key field. */
  readonly framed: boolean;
}

export class Connector {
  readonly connection: ReadonlySignal<Connection>;
  readonly framed: boolean;

  private readonly settings;
  private readonly hasKey = signal(false);
  #key: Key | null = null;
  private remembers = false;

  constructor(private readonly needs: ConnectorNeeds) {
    this.framed = needs.framed;
    this.settings = signal<Settings>(readSettings(needs.local.read("connection"), needs.pageOrigin));
    this.connection = computed(() => {
      return { ...this.settings.value, practice: this.settings.value.preset === PRACTICE, hasKey: this.hasKey.value };
    });
    this.#key = needs.framed ? null : readKey(needs.session.read("key"));
    this.remembers = this.#key !== null;
    this.fillVault();
  }

  /** What the dialog opens with. */
  form(): Form {
    return formOf(this.settings.peek(), this.remembers);
  }

  /** Whether a key is kept for the server that the form names: an empty key field then means that one. */
  keeps(form: Form): boolean {
    return this.#key !== null && this.#key.origin === originOf(form.baseUrl);
  }

  /** Puts the form to use. Otherwise says what is wrong with it, and changes nothing. */
  save(form: Form): Checked<Settings> {
    const settings = settingsOf(form, this.needs.pageOrigin);
    if (!settings.ok) return settings;
    if (settings.value.preset !== PRACTICE) {
      const key = this.keyIn(form, settings.value.baseUrl);
      if (!key.ok) return key;
      // A key for another server is forgotten with that server.
      this.#key = key.value === "" ? null : { origin: new URL(settings.value.baseUrl).origin, value: key.value };
      this.remembers = form.remember;
    }
    this.settings.value = settings.value;
    this.needs.local.write("connection", JSON.stringify(settings.value));
    this.fillVault();
    return settings;
  }

  /** Forgets the key wherever it is kept. */
  forget(): void {
    this.#key = null;
    this.remembers = false;
    this.fillVault();
  }

  /** What the server lists; empty when the form is not ready to be asked about, or the server has no list. */
  async models(form: Form): Promise<readonly string[]> {
    const endpoint = this.endpointOf(form);
    if (!endpoint.ok || form.preset === PRACTICE) return [];
    if (endpoint.value.key === "" && !isLocal(endpoint.value.baseUrl)) return [];
    return listModels(this.needs.fetch, endpoint.value);
  }

  /** Why no question can be asked with this connection, or null. */
  problem(): string | null {
    const { preset, baseUrl } = this.settings.peek();
    const { name, needsKey } = presetOf(preset);
    if (!needsKey || this.#key?.origin === originOf(baseUrl)) return null;
    return `${name} needs an API key, and none is kept. Press Connection and type it, or choose the practice model.`;
  }

  /** What Python is told. The key in it is a placeholder. */
  forPython(): PythonConnection {
    const { baseUrl, model, stream, format } = this.settings.peek();
    return { baseUrl, model, stream, format, apiKey: placeholder(LLM) };
  }

  /** Where Python may call without the reader being asked. */
  allowedOrigins(): readonly string[] {
    const { preset, baseUrl } = this.settings.peek();
    return preset === PRACTICE ? [] : [new URL(baseUrl).origin];
  }

  cap(): number {
    return this.settings.peek().cap;
  }

  limits(): Limits {
    return this.settings.peek().limits;
  }

  /** What the form means, with the key in it: for one examination, and to be kept by nobody. */
  endpointOf(form: Form): Checked<Endpoint> {
    const baseUrl = normaliseBaseUrl(form.baseUrl, this.needs.pageOrigin);
    if (!baseUrl.ok) return baseUrl;
    const key = this.keyIn(form, baseUrl.value);
    return key.ok ? { ok: true, value: { baseUrl: baseUrl.value, key: key.value, model: form.model.trim() } } : key;
  }

  /** The key that a form means for a server; empty for none. Never one that was typed or kept for another. */
  private keyIn(form: Form, baseUrl: string): Checked<string> {
    const { origin } = new URL(baseUrl);
    const value = cleanKey(form.key);
    if (value === "") return { ok: true, value: this.#key?.origin === origin ? this.#key.value : "" };
    if (form.keyFor !== null && form.keyFor !== origin) {
      return { ok: false, sentence: `The key was typed for ${form.keyFor}. Type the one for ${origin}, or empty the field.` };
    }
    const sentence = keyProblem(value);
    return sentence === null ? { ok: true, value } : { ok: false, sentence };
  }

  /** The vault has the key only while its own server is the connection. */
  private fillVault(): void {
    const { preset, baseUrl } = this.settings.peek();
    const key = this.#key;
    const inUse = preset !== PRACTICE && key !== null && key.origin === originOf(baseUrl);
    if (inUse) this.needs.vault.set(LLM, key.value, llmBinding(baseUrl));
    else this.needs.vault.forget(LLM);
    this.hasKey.value = inUse;
    if (key !== null && this.remembers) this.needs.session.write("key", JSON.stringify(key));
    else this.needs.session.remove("key");
  }
}

function readKey(text: string | null): Key | null {
  try {
    const { origin, value } = JSON.parse(text ?? "{}") as { origin?: unknown; value?: unknown };
    const usable = typeof origin === "string" && typeof value === "string" && keyProblem(value) === null;
    return usable ? { origin, value } : null;
  } catch {
    return null;
  }
}
