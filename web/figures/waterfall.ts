// Where the time of a turn went, laid end to end from the durations that were measured. Pure: events in, bars out.
// What the reader held a run for is no work and is not counted.
import { costOf, sum, tokensIn, tokensOut, type Prices, type Tokens } from "./tokens.ts";
import { allOf, isOf, modelCallsOf, type ItemOf, type ModelCall, type Turn } from "./turns.ts";
import type { TraceItem } from "../state/trace.ts";

interface Placed {
  /** The trace item that tells of it. */
  readonly seq: number;
  /** Milliseconds of work since the turn began. */
  readonly begin: number;
  readonly ms: number;
}
export type Bar =
  | (Placed & {
      readonly kind: "model";
      readonly number: number;
      readonly firstByteMs: number;
      readonly input: Tokens;
      readonly output: Tokens | null;
      readonly failed: boolean;
    })
  /** `open`: it has not ended yet, and lasted at least this long. */
  | (Placed & { readonly kind: "tool"; readonly name: string; readonly failed: boolean; readonly open: boolean })
  /** `tool`: the tool that fetched; empty when the program did so by itself. */
  | (Placed & { readonly kind: "fetch"; readonly tool: string; readonly address: string; readonly ending: string })
  | (Placed & { readonly kind: "cache"; readonly tool: string; readonly what: CacheWord; readonly text: string });

/** `shared`: another one was fetching the very same already. */
export type CacheWord = "hit" | "miss" | "shared";

export interface Totals {
  readonly modelMs: number;
  /** Time in which at least one fetch was under way. */
  readonly upstreamMs: number;
  readonly otherMs: number;
  readonly ms: number;
  readonly input: Tokens;
  readonly output: Tokens;
  readonly dollars: number;
}

export interface Waterfall {
  readonly bars: readonly Bar[];
  readonly totals: Totals;
}

type Told = ItemOf<"log">;
interface Open {
  readonly dispatch: ItemOf<"dispatch">;
  readonly told: Told[];
}

export function waterfallOf(turn: Turn, prices: Prices): Waterfall {
  const bars: Bar[] = [];
  const calls = modelCallsOf(turn.items);
  let open: Open[] = [];
  let now = 0;
  // Tools that are under way together begin together, and the next thing begins when the last of them has ended.
  let ended = 0;
  for (const item of turn.items) {
    if (isOf(item, "llm-response")) {
      bars.push(modelBar(item, calls, now));
      now += item.event.duration_ms;
    } else if (isOf(item, "dispatch")) {
      if (open.length === 0) ended = now;
      open.push({ dispatch: item, told: [] });
    } else if (isOf(item, "tool-result")) {
      const own = open.find(({ dispatch }) => dispatch.event.call.id === item.event.call_id);
      open = open.filter((other) => other !== own);
      bars.push(...toolBars(item, own?.told ?? [], now));
      ended = Math.max(ended, now + item.event.duration_ms);
      if (open.length === 0) now = ended;
    } else if (isOf(item, "log") && isTold(item)) {
      const owner = open.at(-1);
      if (owner === undefined) {
        bars.push(toldBar(item, "", now, item.event.duration_ms));
        now += item.event.duration_ms;
      } else owner.told.push(item);
    }
  }
  for (const { dispatch, told } of open) {
    const more = openBars(dispatch, told, now);
    bars.push(...more);
    ended = Math.max(ended, ...more.map(({ begin, ms }) => begin + ms));
  }
  return { bars, totals: totalsOf(bars, Math.max(now, ended), prices) };
}

function isTold({ event }: Told): boolean {
  return event.source === "http" || (event.source === "cache" && cacheWord(event.text) !== null);
}

/** A line of a cache begins with what it found; any other line tells of no single look. */
function cacheWord(text: string): CacheWord | null {
  const word = /^(hit|miss|shared)\b/.exec(text)?.[1];
  return (word as CacheWord | undefined) ?? null;
}

function modelBar(item: ItemOf<"llm-response">, calls: readonly ModelCall[], begin: number): Bar {
  const index = calls.findIndex(({ response }) => response === item);
  const call = calls[index];
  const { duration_ms: ms, first_byte_ms: firstByteMs, result } = item.event;
  return {
    kind: "model",
    seq: item.seq,
    begin,
    ms,
    firstByteMs: Math.min(firstByteMs, ms),
    number: index + 1,
    // A response that no request is told of: nothing is known of what was sent.
    input: call === undefined ? { n: 0, counted: false } : tokensIn(call),
    output: call === undefined ? null : tokensOut(call),
    failed: result.outcome === "failure",
  };
}

function toolBars(item: ItemOf<"tool-result">, told: readonly Told[], begin: number): readonly Bar[] {
  const { name, duration_ms: ms, outcome } = item.event;
  const tool: Bar = { kind: "tool", seq: item.seq, begin, ms, name, failed: outcome !== "ok", open: false };
  return [tool, ...placed(told, item, ms).map(([log, at, length]) => toldBar(log, name, begin + at, length))];
}

/** A tool that has not ended: its fetches one after the other. */
function openBars({ event, seq }: ItemOf<"dispatch">, told: readonly Told[], begin: number): readonly Bar[] {
  if (told.length === 0) return [];
  let at = 0;
  const fetches = told.map((log) => {
    const bar = toldBar(log, event.call.name, begin + at, log.event.duration_ms);
    at += log.event.duration_ms;
    return bar;
  });
  return [{ kind: "tool", seq, begin, ms: at, name: event.call.name, failed: false, open: true }, ...fetches];
}

/**
 * Where in its tool's `ms` each thing told of lies: [log, offset, length]. Nothing can be held between it and the result,
 * so the page's clock tells how long before the end it ended. A trace from a file may have no such clock.
 */
function placed(told: readonly Told[], result: TraceItem, ms: number): readonly (readonly [Told, number, number])[] {
  const timed = told.some(({ at }) => at !== result.at);
  const whole = told.reduce((total, { event }) => total + event.duration_ms, 0);
  let next = 0;
  return told.map((log) => {
    const length = Math.min(log.event.duration_ms, ms);
    if (timed) return [log, Math.max(0, Math.min(ms, ms - (result.at - log.at)) - length), length] as const;
    const offset = whole <= ms ? next : 0;
    next += length;
    return [log, offset, length] as const;
  });
}

function toldBar({ seq, event }: Told, tool: string, begin: number, ms: number): Bar {
  const what = event.source === "cache" ? cacheWord(event.text) : null;
  if (what !== null) return { kind: "cache", seq, begin, ms: 0, tool, what, text: event.text };
  const { address, ending } = readFetch(event.text);
  return { kind: "fetch", seq, begin, ms, tool, address, ending };
}

/** "GET https://host/path?query → 200" → the address without its query, and how it ended. */
export function readFetch(text: string): { readonly address: string; readonly ending: string } {
  const match = /^[A-Z]+ (?:https?:\/\/)?([^\s?#]+)\S* → (.*)$/s.exec(text);
  return match === null ? { address: text, ending: "" } : { address: match[1]!, ending: match[2]! };
}

function totalsOf(bars: readonly Bar[], ms: number, prices: Prices): Totals {
  const models = bars.filter((bar) => bar.kind === "model");
  const modelMs = models.reduce((total, bar) => total + bar.ms, 0);
  const upstreamMs = union(bars.filter((bar) => bar.kind === "fetch"));
  const input = sum(models.map((bar) => bar.input));
  const output = sum(models.flatMap((bar) => (bar.output === null ? [] : [bar.output])));
  const otherMs = Math.max(0, ms - modelMs - upstreamMs);
  return { modelMs, upstreamMs, otherMs, ms, input, output, dollars: costOf(input.n, output.n, prices) };
}

/** The length that the bars cover together: two fetches at once take no more time than one. */
function union(bars: readonly Placed[]): number {
  let covered = 0;
  let end = 0;
  for (const bar of [...bars].sort((a, b) => a.begin - b.begin)) {
    covered += Math.max(0, bar.begin + bar.ms - Math.max(end, bar.begin));
    end = Math.max(end, bar.begin + bar.ms);
  }
  return covered;
}

interface OneOfTwo {
  readonly turn: number;
  readonly fetches: number;
  readonly hits: number;
  readonly misses: number;
  /** The tool alone, and the whole turn. */
  readonly toolMs: number;
  readonly ms: number;
}
export interface ColdAndWarm {
  readonly tool: string;
  readonly cold: OneOfTwo;
  readonly warm: OneOfTwo;
}

/**
 * The latest turn that a cache answered, beside the latest one before it in which the same tool had to fetch more, or,
 * with data that need no fetch, found less in the cache.
 */
export function coldAndWarm(turns: readonly Turn[], prices: Prices): ColdAndWarm | null {
  const finished = turns.filter(({ items }) => allOf(items, "answer").length > 0);
  const all = finished.map((turn) => ({ turn, fall: waterfallOf(turn, prices) }));
  for (const [index, warm] of [...all.entries()].reverse()) {
    for (const tool of new Set(warm.fall.bars.flatMap((bar) => (bar.kind === "cache" && bar.what === "hit" ? [bar.tool] : [])))) {
      const mine = ofTool(warm.turn, warm.fall, tool);
      const before = all.slice(0, index).map(({ turn, fall }) => ofTool(turn, fall, tool));
      const cold = before.findLast(({ fetches, hits, misses }) => hits === 0 && (fetches > mine.fetches || misses > mine.misses));
      if (cold !== undefined) return { tool, cold, warm: mine };
    }
  }
  return null;
}

function ofTool(turn: Turn, { bars, totals }: Waterfall, tool: string): OneOfTwo {
  const asked = bars.filter((bar) => bar.kind === "cache" && bar.tool === tool);
  const found = (what: CacheWord) => asked.filter((bar) => bar.kind === "cache" && bar.what === what).length;
  const hits = found("hit");
  return {
    turn: turn.number,
    fetches: bars.filter((bar) => bar.kind === "fetch" && bar.tool === tool).length,
    hits,
    misses: found("miss"),
    toolMs: bars.reduce((total, bar) => total + (bar.kind === "tool" && bar.name === tool ? bar.ms : 0), 0),
    ms: totals.ms,
  };
}
