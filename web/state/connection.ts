// What a connection is, and how what a reader types becomes one: presets, addresses, keys, the dialog's form.
// Pure; refuses to know the vault, storage, the network and the DOM.

import { placeOf } from "../broker/places.ts";
import type { Limits } from "../protocol.ts";
import { wrong, type Checked } from "./checked.ts";
import { DEFAULT_LIMITS, limitsOf, readLimits, typedLimits, type TypedLimits } from "./limits.ts";
import { PRACTICE_BASE_URL, PRACTICE_MODEL } from "./trace.ts";

export interface Preset {
  readonly id: string;
  readonly name: string;
  /** Empty where the reader has to type one. */
  readonly baseUrl: string;
  /** Whether the server refuses everything without a key. */
  readonly needsKey: boolean;
}

/** Which of OpenAI's two APIs a server speaks. */
export type Format = "chat" | "responses";

export const FORMATS: Readonly<Record<Format, { readonly name: string; readonly path: string }>> = {
  chat: { name: "Chat Completions", path: "/chat/completions" },
  responses: { name: "Responses API", path: "/responses" },
};

export const otherFormat = (format: Format): Format => (format === "chat" ? "responses" : "chat");

export const PRACTICE = "practice";
export const CUSTOM = "custom";

export const PRESETS: readonly Preset[] = [
  { id: PRACTICE, name: "Practice model (no key)", baseUrl: PRACTICE_BASE_URL, needsKey: false },
  { id: "openai", name: "OpenAI", baseUrl: "https://api.openai.com/v1", needsKey: true },
  { id: "groq", name: "Groq", baseUrl: "https://api.groq.com/openai/v1", needsKey: true },
  { id: "openrouter", name: "OpenRouter", baseUrl: "https://openrouter.ai/api/v1", needsKey: true },
  { id: "mistral", name: "Mistral", baseUrl: "https://api.mistral.ai/v1", needsKey: true },
  { id: "gemini", name: "Gemini", baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai", needsKey: true },
  { id: "deepseek", name: "DeepSeek", baseUrl: "https://api.deepseek.com/v1", needsKey: true },
  { id: "ollama", name: "Ollama (this computer)", baseUrl: "http://localhost:11434/v1", needsKey: false },
  { id: "lmstudio", name: "LM Studio (this computer)", baseUrl: "http://localhost:1234/v1", needsKey: false },
  { id: "llamacpp", name: "llama.cpp (this computer)", baseUrl: "http://localhost:8080/v1", needsKey: false },
  { id: CUSTOM, name: "Custom endpoint", baseUrl: "", needsKey: false },
];

/** The preset of that id; the custom one for an id that is not known (any more). */
export function presetOf(id: string): Preset {
  const custom: Preset = { id: CUSTOM, name: "Custom endpoint", baseUrl: "", needsKey: false };
  return PRESETS.find((preset) => preset.id === id) ?? custom;
}

/** What is kept between visits. There is no key in it. */
export interface Settings {
  readonly preset: string;
  /** Normalised. */
  readonly baseUrl: string;
  readonly model: string;
  readonly stream: boolean;
  readonly format: Format;
  /** Calls that one run may make. */
  readonly cap: number;
  readonly limits: Limits;
}

/** What panels may know. There is no key in it. */
export interface Connection extends Settings {
  readonly practice: boolean;
  readonly hasKey: boolean;
}

export const DEFAULT_CAP = 40;
const HIGHEST_CAP = 1000;

export const PRACTICE_SETTINGS: Settings = {
  preset: PRACTICE,
  baseUrl: PRACTICE_BASE_URL,
  model: PRACTICE_MODEL,
  stream: true,
  format: "chat",
  cap: DEFAULT_CAP,
  limits: DEFAULT_LIMITS,
};

const INVISIBLE = /[\u200b-\u200f\u2060\ufeff]/g;

/**
 * The address that paths such as `/chat/completions` are put behind. Takes what people paste: with spaces around it,
 * without a scheme, with slashes or the path of one call at its end. `pageOrigin` is where this page comes from.
 */
export function normaliseBaseUrl(typed: string, pageOrigin: string): Checked<string> {
  const text = typed.replace(INVISIBLE, "").trim();
  if (text === "") return wrong("There is no base URL yet. Type the server's address; it usually ends in /v1.");
  const url = parseUrl(text);
  if (url === null) return wrong(`“${text}” is not an address. A base URL looks like https://api.example.com/v1.`);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return wrong(`An address that begins with ${url.protocol} can't be called from a page. Use https://.`);
  }
  if (url.username !== "" || url.password !== "") {
    return wrong("The address holds a name or a password. Take it out, and put the key into the API key field.");
  }
  if (url.search !== "") {
    return wrong("The address has a “?” in it. Leave out everything from the “?” on; a key goes into the API key field.");
  }
  if (url.protocol === "http:" && placeOf(url.hostname) === "public" && url.origin !== pageOrigin) {
    return wrong("With http:// anyone on the way can read the key, so it works only in your own network. Use https://.");
  }
  return { ok: true, value: url.origin + url.pathname.replace(/(\/+(chat\/completions|completions|responses|models))?\/*$/, "") };
}

function parseUrl(text: string): URL | null {
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  if (/\s/.test(text) || (!hasScheme && text.startsWith("/"))) return null;
  try {
    if (hasScheme) return new URL(text);
    // "localhost:1234" is a server without a certificate, "api.example.com" one that has it.
    const guess = new URL(`http://${text}`);
    return placeOf(guess.hostname) === "public" ? new URL(`https://${text}`) : guess;
  } catch {
    return null;
  }
}

/** The origin of a typed address; null while it is none. */
export function originOf(typed: string): string | null {
  return parseUrl(typed.replace(INVISIBLE, "").trim())?.origin ?? null;
}

/** Whether the server is in the reader's own network: such a one seldom wants a key. */
export function isLocal(baseUrl: string): boolean {
  const url = parseUrl(baseUrl);
  return url !== null && placeOf(url.hostname) !== "public";
}

/** A key as it was meant: people paste line breaks, quotes, a variable's name or a whole header with it. */
export function cleanKey(typed: string): string {
  return typed
    .replace(INVISIBLE, "")
    .trim()
    .replace(/^(export\s+)?[A-Z][A-Z0-9_]*\s*=\s*/, "")
    .replace(/^["'`]|["'`]$/g, "")
    .replace(/^authorization\s*:\s*/i, "")
    .replace(/^bearer\s+/i, "")
    .replace(/\s+/g, "");
}

/** What stands in the dialog. Only the dialog holds one: it is the one value with a typed key in it. */
export interface Form {
  readonly preset: string;
  readonly baseUrl: string;
  readonly key: string;
  /** The origin that stood there when the key was typed; null when there was none yet. */
  readonly keyFor: string | null;
  readonly model: string;
  readonly stream: boolean;
  readonly format: Format;
  readonly remember: boolean;
  readonly cap: string;
  readonly limits: TypedLimits;
  /** One sentence about what the form did by itself. */
  readonly note: string;
}

/** The form for the connection in use. A key that is in use is never put back into it. */
export function formOf(settings: Settings, remember: boolean): Form {
  const { preset, baseUrl, model, stream, format, cap, limits } = settings;
  const typed = { cap: String(cap), limits: typedLimits(limits) };
  return { preset, baseUrl, key: "", keyFor: null, model, stream, format, remember, ...typed, note: "" };
}

export function withPreset(form: Form, id: string): Form {
  if (id === form.preset) return form;
  const preset = presetOf(id);
  const baseUrl = id === CUSTOM && form.preset !== PRACTICE ? form.baseUrl : preset.baseUrl;
  const sameServer = originOf(baseUrl) === originOf(form.baseUrl);
  const model = id === PRACTICE ? PRACTICE_MODEL : sameServer ? form.model : "";
  // Another server is another world: the form that works nearly everywhere is the one to begin with.
  const format = sameServer ? form.format : "chat";
  return withoutForeignKey({ ...form, preset: id, baseUrl, model, format });
}

/** The reader is done with typing the address (not at every letter: a half-typed address is another origin). */
export function withBaseUrl(form: Form, baseUrl: string): Form {
  const known = presetOf(form.preset);
  const preset = known.id !== CUSTOM && originOf(known.baseUrl) !== originOf(baseUrl) ? CUSTOM : form.preset;
  return withoutForeignKey({ ...form, baseUrl, preset });
}

export function withKey(form: Form, key: string): Form {
  return { ...form, key, keyFor: key === "" ? null : originOf(form.baseUrl), note: "" };
}

/** A key typed for one origin never goes to another. One typed before any address belongs to the first. */
function withoutForeignKey(form: Form): Form {
  const origin = originOf(form.baseUrl);
  if (form.key === "" || origin === null) return { ...form, note: "" };
  if (form.keyFor === null || form.keyFor === origin) return { ...form, keyFor: origin, note: "" };
  const note = `The key field was emptied: what you typed was for ${form.keyFor}, and a key goes to no other server.`;
  return { ...form, key: "", keyFor: null, note };
}

/** The form as settings, normalised; or what is wrong with it. What was typed stays in the form. */
export function settingsOf(form: Form, pageOrigin: string): Checked<Settings> {
  const cap = checkCap(form.cap);
  if (!cap.ok) return cap;
  const limits = limitsOf(form.limits);
  if (!limits.ok) return limits;
  const { preset, stream, format } = form;
  const bounds = { cap: cap.value, limits: limits.value };
  if (preset === PRACTICE) return { ok: true, value: { ...PRACTICE_SETTINGS, stream, ...bounds } };
  const baseUrl = normaliseBaseUrl(form.baseUrl, pageOrigin);
  if (!baseUrl.ok) return baseUrl;
  const model = form.model.trim();
  if (model === "") return wrong("There is no model yet. Type its name, or press Test connection to fetch the list.");
  return { ok: true, value: { preset, baseUrl: baseUrl.value, model, stream, format, ...bounds } };
}

function checkCap(typed: string): Checked<number> {
  const cap = Number(typed.trim());
  if (Number.isInteger(cap) && cap >= 1 && cap <= HIGHEST_CAP) return { ok: true, value: cap };
  return wrong(`Calls per run has to be a whole number from 1 to ${HIGHEST_CAP}; ${DEFAULT_CAP} is plenty.`);
}

/** Reads stored settings. Anything odd counts as never stored: the practice model is always a good start. */
export function readSettings(text: string | null, pageOrigin: string): Settings {
  try {
    const stored = JSON.parse(text ?? "null") as Partial<Record<keyof Settings, unknown>> | null;
    if (stored === null) return PRACTICE_SETTINGS;
    const form = formOf(PRACTICE_SETTINGS, false);
    const checked = settingsOf(
      {
        ...form,
        preset: presetOf(String(stored.preset)).id,
        baseUrl: String(stored.baseUrl),
        model: String(stored.model),
        stream: stored.stream !== false,
        format: stored.format === "responses" ? "responses" : "chat",
        cap: String(stored.cap),
        limits: readLimits(stored.limits),
      },
      pageOrigin,
    );
    return checked.ok ? checked.value : PRACTICE_SETTINGS;
  } catch {
    return PRACTICE_SETTINGS;
  }
}
