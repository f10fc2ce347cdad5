// Takes secret values out of a stream of bytes, whatever the chunks. Knows spellings; refuses to know who sends or reads.
//
// A held-back tail could betray what it guards: a program that echoes guesses through its own server would see by the
// delay alone which guess is a prefix of the key. So there are two ways to hold back. `prompt`: only bytes that may be the
// start of a secret; for answers of the origin which has the secret anyway. `steady`: the last word, whatever it is; what
// is held then depends on nothing secret, and lines (SSE, NDJSON) still pass at once.

/** Values shorter than this are not taken out: they are what people type for servers that want no key ("none", "ollama"). */
export const SHORTEST_SECRET = 8;

/** One thing to look for: per character, every way in which it may be written. */
interface Pattern {
  readonly marker: Uint8Array;
  readonly characters: readonly (readonly Uint8Array[])[];
}

export type Patterns = readonly Pattern[];

export interface Scrubber {
  /** Bytes that may go on; what is held back comes later. */
  push(chunk: Uint8Array): Uint8Array<ArrayBuffer>;
  /** The rest. The scrubber is then as new. */
  end(): Uint8Array<ArrayBuffer>;
}

const ENTITIES: Readonly<Record<string, readonly string[]>> = {
  "&": ["&amp;"],
  "<": ["&lt;"],
  ">": ["&gt;"],
  '"': ["&quot;"],
  "'": ["&apos;", "&#039;"],
};

const encoder = new TextEncoder();

/** Every way that servers write one ASCII character: plain, in JSON, in an address, in HTML. */
function spellings(character: string): readonly Uint8Array[] {
  const code = character.charCodeAt(0);
  const hex = code.toString(16).padStart(2, "0");
  const ways = [character, `&#${code};`, ...(ENTITIES[character] ?? [])];
  for (const digits of [hex, hex.toUpperCase()]) ways.push(`\\u00${digits}`, `%${digits}`, `&#x${digits};`);
  if (/["\\/]/.test(character)) ways.push(`\\${character}`);
  return [...new Set(ways)].map((way) => encoder.encode(way));
}

/** The part of `value`'s Base64 that does not depend on its neighbours, for each of the three places it can begin at. */
function inBase64(value: string): readonly string[] {
  const forms = [0, 1, 2].flatMap((before) => {
    const text = btoa("\0".repeat(before) + value);
    const sure = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + value.length) * 8) / 6));
    return [sure, sure.replaceAll("+", "-").replaceAll("/", "_")];
  });
  return [...new Set(forms)];
}

/** What to look for, for one secret. `value` is printable ASCII without spaces; nothing when it is too short. */
export function patternsOf(value: string, marker: string): Patterns {
  if (value.length < SHORTEST_SECRET) return [];
  const mark = encoder.encode(marker);
  return [value, ...inBase64(value)].map((text) => ({ marker: mark, characters: [...text].map(spellings) }));
}

/** How an alternative fits at a place: its length, 0 when it does not, -1 when the bytes end too early to say. */
function fits(bytes: Uint8Array, at: number, wanted: Uint8Array): number {
  for (let index = 0; index < wanted.length; index += 1) {
    if (at + index >= bytes.length) return -1;
    if (bytes[at + index] !== wanted[index]) return 0;
  }
  return wanted.length;
}

interface Look {
  /** Length of the longest full match, 0 for none. */
  readonly length: number;
  /** Whether more bytes could make a (longer) match. */
  readonly open: boolean;
}

function look(bytes: Uint8Array, start: number, pattern: Pattern): Look {
  let places = [start];
  let open = false;
  for (const ways of pattern.characters) {
    const next: number[] = [];
    for (const place of places) {
      for (const way of ways) {
        const length = fits(bytes, place, way);
        if (length < 0) open = true;
        else if (length > 0) next.push(place + length);
      }
    }
    if (next.length === 0) return { length: 0, open };
    places = [...new Set(next)];
  }
  return { length: Math.max(...places) - start, open };
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const inWord = (byte: number | undefined): boolean => byte !== undefined && byte > 0x20 && byte < 0x7f;

/** Where the last word begins; no further from the end than the longest spelling of a secret reaches. */
function lastWord(bytes: Uint8Array, longest: number): number {
  let at = bytes.length;
  while (at > 0 && bytes.length - at < longest - 1 && inWord(bytes[at - 1])) at -= 1;
  return at;
}

/** Which patterns can begin with which byte. */
function byFirstByte(patterns: Patterns): ReadonlyMap<number, readonly Pattern[]> {
  const starts = new Map<number, Pattern[]>();
  for (const pattern of patterns) {
    for (const first of new Set(pattern.characters[0]?.map((way) => way[0] ?? 0))) {
      starts.set(first, [...(starts.get(first) ?? []), pattern]);
    }
  }
  return starts;
}

const longestOf = (pattern: Pattern): number =>
  pattern.characters.reduce((sum, ways) => sum + Math.max(...ways.map((way) => way.length)), 0);

export function createScrubber(patterns: Patterns, hold: "prompt" | "steady"): Scrubber {
  const starts = byFirstByte(patterns);
  const longest = Math.max(0, ...patterns.map(longestOf));
  let tail = new Uint8Array(0);

  /** The longest match at a place; "wait" when the bytes at hand can't tell. */
  function at(bytes: Uint8Array, place: number, last: boolean): { length: number; marker: Uint8Array } | "wait" | null {
    let best: { length: number; marker: Uint8Array } | null = null;
    for (const pattern of starts.get(bytes[place] ?? 0) ?? []) {
      const { length, open } = look(bytes, place, pattern);
      if (open && !last) return "wait";
      if (length > (best?.length ?? 0)) best = { length, marker: pattern.marker };
    }
    return best;
  }

  function run(bytes: Uint8Array, last: boolean): Uint8Array<ArrayBuffer> {
    const stop = hold === "prompt" || last || patterns.length === 0 ? bytes.length : lastWord(bytes, longest);
    const parts: Uint8Array[] = [];
    let from = 0;
    let place = 0;
    while (place < stop) {
      const found = at(bytes, place, last);
      if (found === "wait") break;
      if (found === null) {
        place += 1;
        continue;
      }
      parts.push(bytes.subarray(from, place), found.marker);
      place += found.length;
      from = place;
    }
    parts.push(bytes.subarray(from, place));
    tail = bytes.slice(place);
    return join(parts);
  }

  return {
    push: (chunk) => run(tail.length === 0 ? chunk : join([tail, chunk]), false),
    end: () => run(tail, true),
  };
}

/** The same for a text that is all there. */
export function scrubText(text: string, patterns: Patterns): string {
  if (patterns.length === 0) return text;
  const scrubber = createScrubber(patterns, "prompt");
  return new TextDecoder().decode(join([scrubber.push(encoder.encode(text)), scrubber.end()]));
}
