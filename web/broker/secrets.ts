// The vault: keeps keys, puts them into the one request they are for, takes them out of what comes back.
// Refuses to show a value: none is a property of anything, and no method gives one out but inside a filled request.

import { createScrubber, patternsOf, scrubText, SHORTEST_SECRET, type Patterns, type Scrubber } from "./scrub.ts";
import type { HeaderList } from "../protocol.ts";

/** The one place in a request where a key may stand. Header names in any case. */
export type SecretUse = { readonly header: string } | { readonly query: string };

/** What a key is for. `origin` as `URL.origin` writes it. */
export interface Binding {
  readonly origin: string;
  readonly use: SecretUse;
  allows(method: string, url: URL): boolean;
}

export interface Fillable {
  readonly method: string;
  readonly url: URL;
  readonly headers: HeaderList;
}

/** A request as it goes out: **holds real keys**, so it goes to `fetch` and nowhere else. */
export interface Filled {
  readonly url: string;
  readonly headers: HeaderList;
  /** For the reader: a placeholder that stayed a placeholder, and why. No secrets in it. */
  readonly warnings: readonly string[];
}

/** Takes every key out of an answer. */
export interface Cleaner {
  text(text: string): string;
  readonly stream: Scrubber;
}

export interface Vault {
  /** Keeps `value` (spaces around it dropped). Throws a TypeError with a sentence for the reader; see `keyProblem`. */
  set(name: string, value: string, bound: Binding): void;
  forget(name: string): void;
  has(name: string): boolean;
  /** Whether a key would be let into such a request. */
  guards(method: string, url: URL): boolean;
  fill(request: Fillable): Filled;
  /** For one answer of one origin; made before the request goes out, so that a key forgotten meanwhile is still found. */
  cleaner(origin: string): Cleaner;
  /** Any text, every key taken out: for traces, exports, questions and error messages. */
  scrub(text: string): string;
}

interface Secret extends Binding {
  readonly name: string;
  readonly value: string;
  readonly patterns: Patterns;
}

const NAME = /^[a-z][a-z0-9-]*$/;
const SENDABLE = /^[\x21-\x7e]+$/;

/** What Python sees instead of a key. Can stand in a header and in an address as it is. */
export const placeholder = (name: string): string => `glassloop-secret-${name}`;

/** Why a typed key can't be used, or null. Never repeats the key. */
export function keyProblem(value: string): string | null {
  if (value.trim() === "") return "The key is empty. Paste it as the provider shows it.";
  if (value.includes(placeholder(""))) return "That is the placeholder which programs use. Paste the key itself.";
  if (SENDABLE.test(value.trim())) return null;
  return "The key has a space, a line break or a letter that no key has. Paste only the key, without “Bearer” or quotes.";
}

/** What the reader should know about a usable key, or null. */
export function keyNote(value: string): string | null {
  if (value.trim().length >= SHORTEST_SECRET) return null;
  return (
    `A key of fewer than ${SHORTEST_SECRET} characters is not taken out of answers and traces. ` +
    "Use it only for a server that needs no real key."
  );
}

/** How the key of an OpenAI-compatible endpoint is bound: three addresses under its base URL, one header. */
export function llmBinding(baseUrl: string, header = "authorization"): Binding {
  const base = new URL(baseUrl);
  const path = base.pathname.replace(/\/+$/, "");
  const uses = new Set([`POST ${path}/chat/completions`, `POST ${path}/responses`, `GET ${path}/models`]);
  return { origin: base.origin, use: { header }, allows: (method, url) => uses.has(`${method} ${url.pathname}`) };
}

const SCHEME = /^(?:bearer|token|key|api-?key) /i;

/** A header is filled only when it is nothing but the placeholder, with a known scheme before it or not: a program that could
 *  put its own text around the key could have a server cut the text, and the key with it, where no scrubber knows it. */
function filledHeader(value: string, secret: Secret): string | null {
  const scheme = SCHEME.exec(value)?.[0] ?? "";
  return value.slice(scheme.length) === placeholder(secret.name) ? scheme + secret.value : null;
}

/** What of a request a key may stand in. */
interface Parts {
  readonly address: string;
  readonly headers: HeaderList;
}

function fillHeaders(parts: Parts, header: string, secret: Secret): Parts {
  const wanted = header.toLowerCase();
  if (parts.headers.filter(([name]) => name.toLowerCase() === wanted).length !== 1) return parts;
  const headers = parts.headers.map(([name, value]) => {
    const filled = name.toLowerCase() === wanted ? filledHeader(value, secret) : null;
    return [name, filled ?? value] as const;
  });
  return { ...parts, headers };
}

/** Works on the text of the query, so that the rest of it goes out as the program wrote it. */
function fillQuery(parts: Parts, parameter: string, secret: Secret): Parts {
  const mark = parts.address.indexOf("?");
  if (mark < 0) return parts;
  const pairs = parts.address.slice(mark + 1).split("&");
  const wanted = `${encodeURIComponent(parameter)}=${placeholder(secret.name)}`;
  if (pairs.filter((pair) => pair === wanted).length !== 1) return parts;
  const filled = `${encodeURIComponent(parameter)}=${encodeURIComponent(secret.value)}`;
  const query = pairs.map((pair) => (pair === wanted ? filled : pair)).join("&");
  return { ...parts, address: `${parts.address.slice(0, mark)}?${query}` };
}

function put(parts: Parts, secret: Secret): Parts {
  if ("header" in secret.use) return fillHeaders(parts, secret.use.header, secret);
  return fillQuery(parts, secret.use.query, secret);
}

function isFor(secret: Secret, method: string, url: URL): boolean {
  return url.origin === secret.origin && secret.allows(method, url);
}

function warning(secret: Secret, url: URL, method: string): string {
  if (url.origin !== secret.origin) {
    return (
      `The program tried to use the key “${secret.name}” at ${url.origin}; the key is for ${secret.origin} and stayed here. ` +
      "If you meant that server, type a key for it where you typed this one."
    );
  }
  if (!secret.allows(method, url)) {
    return (
      `The program tried to use the key “${secret.name}” for a request that it is not for, and the key stayed here. ` +
      `Check the address after ${secret.origin} in the program.`
    );
  }
  const place = "header" in secret.use ? `header “${secret.use.header}”` : `query parameter “${secret.use.query}”`;
  return (
    `The program put the placeholder of the key “${secret.name}” where no key goes, and it was sent as it is. ` +
    `Put it into the ${place}, once, with nothing around it.`
  );
}

/** Whether the placeholder itself, not that of a longer name, is in what would be sent. */
function mentions(parts: Parts, name: string): boolean {
  const wanted = new RegExp(`${placeholder(name)}(?![a-z0-9-])`);
  return wanted.test(parts.address) || parts.headers.some(([, value]) => wanted.test(value));
}

function fill({ method, url, headers }: Fillable, secrets: Iterable<Secret>): Filled {
  let parts: Parts = { address: url.origin + url.pathname + url.search, headers };
  const warnings: string[] = [];
  for (const secret of secrets) {
    if (!mentions(parts, secret.name)) continue;
    if (isFor(secret, method, url)) parts = put(parts, secret);
    if (mentions(parts, secret.name)) warnings.push(warning(secret, url, method));
  }
  return { url: parts.address, headers: parts.headers, warnings };
}

export function createVault(): Vault {
  const secrets = new Map<string, Secret>();
  const patterns = (): Patterns => [...secrets.values()].flatMap((secret) => secret.patterns);
  return Object.freeze<Vault>({
    set(name, typed, bound) {
      const value = typed.trim();
      const problem = keyProblem(value);
      if (problem !== null) throw new TypeError(problem);
      if (!NAME.test(name)) throw new TypeError("A key's name is made of small letters, digits and hyphens.");
      if (new URL(bound.origin).origin !== bound.origin) throw new TypeError("A key is bound to an origin, as https://host.");
      const found = patternsOf(value, `[key removed: ${name}]`);
      secrets.set(name, { name, value, patterns: found, origin: bound.origin, use: bound.use, allows: bound.allows });
    },
    forget: (name) => void secrets.delete(name),
    has: (name) => secrets.has(name),
    guards: (method, url) => [...secrets.values()].some((secret) => isFor(secret, method, url)),
    fill: (request) => fill(request, secrets.values()),
    cleaner(origin) {
      const found = patterns();
      const foreign = [...secrets.values()].some((secret) => secret.origin !== origin && secret.patterns.length > 0);
      return { text: (text) => scrubText(text, found), stream: createScrubber(found, foreign ? "steady" : "prompt") };
    },
    scrub: (text) => scrubText(text, patterns()),
  });
}
