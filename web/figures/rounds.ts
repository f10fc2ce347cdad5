// What the loop costs up to its cap, and what it would cost without one: the sum of an arithmetic series. Pure.
import { costOf, estimate, sum, times, tokensIn, type Prices, type Tokens } from "./tokens.ts";
import { allOf, roundsOf, toolCallsOf, type Turn } from "./turns.ts";

/** How the input of a turn's requests grows. All in tokens. */
export interface Growth {
  /** The input of each request that was really sent in the turn. */
  readonly sent: readonly number[];
  readonly first: number;
  /** How much each further round adds. */
  readonly growth: number;
  /** The input of a whole turn in which one tool is used once. */
  readonly normal: number;
  /** Every number is the server's own count. */
  readonly counted: boolean;
}

/** Null while no turn has had two requests: nobody can know yet what a round adds. */
export function growthOf(turns: readonly Turn[], turn: Turn): Growth | null {
  const sent = inputsOf(turn);
  const source = sent.length > 1 ? sent : turns.map(inputsOf).findLast((inputs) => inputs.length > 1);
  const first = sent[0] ?? source?.[0];
  if (source === undefined || first === undefined) return null;
  const growth = Math.max(0, Math.round((source.at(-1)!.n - source[0]!.n) / (source.length - 1)));
  const plain = turns.findLast((other) => isPlain(other));
  const normal = plain === undefined ? 2 * first.n + growth : sum(inputsOf(plain)).n;
  return {
    sent: sent.map(({ n }) => n),
    first: first.n,
    growth,
    normal,
    counted: [...sent, ...source].every(({ counted }) => counted),
  };
}

/** The input of each round: the server's counts, or, where one is missing, estimates throughout. */
function inputsOf({ items }: Turn): readonly Tokens[] {
  const rounds = roundsOf(items);
  const counts = rounds.map(tokensIn);
  if (counts.every(({ counted }) => counted)) return counts;
  return rounds.map(({ request }) => ({ n: estimate(request.event.body.length), counted: false }));
}

/** One tool, one call, one answer. */
function isPlain({ items }: Turn): boolean {
  return allOf(items, "answer").length > 0 && roundsOf(items).length === 2 && toolCallsOf(items).length === 1;
}

/** `n` rounds together. */
export interface Series {
  readonly n: number;
  readonly first: number;
  readonly last: number;
  readonly tokens: number;
  readonly dollars: number;
}

export function seriesOf(n: number, first: number, growth: number, prices: Prices): Series {
  const last = first + growth * (n - 1);
  const tokens = (n * (first + last)) / 2;
  return { n, first, last, tokens, dollars: costOf(tokens, 0, prices) };
}

export interface RoundBar {
  readonly round: number;
  readonly tokens: number;
  /** Really sent in this turn; within the cap, but not needed; or only without a cap. */
  readonly kind: "sent" | "allowed" | "beyond";
}

export interface RoundsChart {
  readonly bars: readonly RoundBar[];
  readonly capped: Series;
  readonly uncapped: Series;
  readonly normal: { readonly tokens: number; readonly dollars: number };
  /** How many normal turns the uncapped loop costs; null where a normal one costs nothing. */
  readonly ratio: string | null;
}

export function roundsChart(growth: Growth, cap: number, rounds: number, prices: Prices): RoundsChart {
  const { first, growth: step, sent, normal } = growth;
  // What was sent is a fact, whatever the cap is said to be.
  const limit = Math.max(cap, sent.length);
  const shown = Math.max(rounds, limit);
  const bars = Array.from({ length: shown }, (_, index): RoundBar => {
    const kind = index < sent.length ? "sent" : index < limit ? "allowed" : "beyond";
    return { round: index + 1, tokens: sent[index] ?? first + step * index, kind };
  });
  const uncapped = seriesOf(shown, first, step, prices);
  return {
    bars,
    capped: seriesOf(limit, first, step, prices),
    uncapped,
    normal: { tokens: normal, dollars: costOf(normal, 0, prices) },
    ratio: times(uncapped.tokens, normal),
  };
}

const USUAL_CAP = 4;

/** The cap of this program: where a turn ran into it, else the number that its source names, else the usual one. */
export function capOf(turns: readonly Turn[], files: Readonly<Record<string, string>>): number {
  const hit = turns.findLast(({ items }) => allOf(items, "stopped").some(({ event }) => event.reason === "round-cap"));
  if (hit !== undefined) return Math.max(1, roundsOf(hit.items).length);
  const named = Object.values(files).map((text) => /\bmax_rounds\s*=\s*(\d{1,2})\b/.exec(text)?.[1]);
  return Number(named.find((number) => number !== undefined && Number(number) > 0) ?? USUAL_CAP);
}
