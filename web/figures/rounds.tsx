// Draws what each round of a turn costs up to the cap, and, hatched, what the rounds beyond it would cost. Draws only.
import { useState } from "preact/hooks";
import type { TraceItem } from "../state/trace.ts";
import { count } from "../panels/sentences.ts";
import { Box, Frame, Legend, Table, Values, type Fill } from "./parts.tsx";
import { capOf, growthOf, roundsChart, type Growth, type RoundBar, type RoundsChart, type Series } from "./rounds.ts";
import { costOf, money, type Prices } from "./tokens.ts";
import { turnsOf } from "./turns.ts";

const FEWEST = 4;
const MOST = 30;
const USUAL = 12;

interface Props {
  readonly items: readonly TraceItem[];
  readonly files: Readonly<Record<string, string>>;
  readonly prices: Prices;
  /** How many rounds the program allows; read from its source, or from a turn that ran into it, where not given. */
  readonly cap?: number | undefined;
}

/** Whether there is anything to draw: some turn must have had two requests. */
export function hasRounds(items: readonly TraceItem[]): boolean {
  const turns = turnsOf(items);
  const turn = turns.at(-1);
  return turn !== undefined && growthOf(turns, turn) !== null;
}

export function RoundsFigure({ items, files, prices, cap: given }: Props) {
  const [rounds, setRounds] = useState(USUAL);
  const turns = turnsOf(items);
  const turn = turns.at(-1);
  const growth = turn === undefined ? null : growthOf(turns, turn);
  if (growth === null) return null;
  const cap = given ?? capOf(turns, files);
  const chart = roundsChart(growth, cap, rounds, prices);
  return (
    <Frame name="rounds" title="The cap and its price" caption={roundsText(growth, chart)}>
      <Bars bars={chart.bars} limit={chart.capped.n} cap={cap} />
      <Legend entries={LEGEND.filter(([fill]) => chart.bars.some(({ kind }) => FILLS[kind] === fill))} />
      <label class="figure-choice">
        Rounds without a cap
        <input type="range" min={FEWEST} max={MOST} value={rounds} onInput={(event) => setRounds(Number(event.currentTarget.value))} />
        <output class="num">{rounds}</output>
      </label>
      <Table caption="Input tokens, and what they cost" head={["What", "Tokens", "Cost"]} numeric={[1, 2]} rows={sumsOf(chart)} />
      <Values
        caption="Input tokens of each round, and what they cost"
        head={["Round", "Tokens", "So far", "Cost so far", "When"]}
        numeric={[0, 1, 2, 3]}
        rows={rowsOf(chart.bars, growth.counted, prices)}
      />
    </Frame>
  );
}

const FILLS: Readonly<Record<RoundBar["kind"], Fill>> = { sent: "model", allowed: "waiting", beyond: "beyond" };
const WORDS: Readonly<Record<RoundBar["kind"], string>> = { sent: "sent in this turn", allowed: "the cap would allow", beyond: "only without a cap" };
const LEGEND: readonly (readonly [Fill, string])[] = [
  ["model", WORDS.sent],
  ["waiting", WORDS.allowed],
  ["beyond", WORDS.beyond],
];

const HEIGHT = 132;
const TOP = 18;
const BOTTOM = 18;

function Bars({ bars, limit, cap }: { readonly bars: readonly RoundBar[]; readonly limit: number; readonly cap: number }) {
  const most = Math.max(1, ...bars.map(({ tokens }) => tokens));
  const step = 100 / bars.length;
  const height = (tokens: number) => Math.max(1, ((HEIGHT - TOP - BOTTOM) * tokens) / most);
  return (
    <svg class="columns" width="100%" height={HEIGHT} aria-hidden="true">
      {bars.map(({ round, tokens, kind }, index) => {
        const tall = height(tokens);
        return <Box key={round} fill={FILLS[kind]} x={`${(index + 0.1) * step}%`} y={HEIGHT - BOTTOM - tall} width={`${0.8 * step}%`} height={tall} />;
      })}
      {labelled(bars, limit).map(({ round, tokens }) => (
        <g key={round}>
          <text {...besideLine(round, bars.length, limit)} y={HEIGHT - BOTTOM - height(tokens) - 5}>
            {tokens.toLocaleString("en")}
          </text>
          <text {...anchored(round, bars.length)} y={HEIGHT - 4}>
            {round}
          </text>
        </g>
      ))}
      {limit < bars.length && limit === cap && (
        <>
          <line class="cap-line" x1={`${limit * step}%`} x2={`${limit * step}%`} y1="2" y2={HEIGHT - BOTTOM} />
          <text x={`${limit * step}%`} dx="5" y="12">
            cap: {cap}
          </text>
        </>
      )}
    </svg>
  );
}

/** The first bar, the last one, and that at the cap, where its number has room beside theirs. */
function labelled(bars: readonly RoundBar[], limit: number): readonly RoundBar[] {
  const room = Math.ceil(bars.length / 8);
  return bars.filter(({ round }) => round === 1 || round === bars.length || (round === limit && round - 1 >= room && bars.length - round >= room));
}

/** In the middle of its bar; at the edges, inwards. */
function anchored(round: number, all: number) {
  if (round === 1) return { x: "0", "text-anchor": "start" } as const;
  if (round === all) return { x: "100%", "text-anchor": "end" } as const;
  return { x: `${((round - 0.5) * 100) / all}%`, "text-anchor": "middle" } as const;
}

/** Over its bar, and clear of the line that stands right of the bar at the cap. */
function besideLine(round: number, all: number, limit: number) {
  if (round !== limit || round === all) return anchored(round, all);
  return { x: `${(round * 100) / all}%`, dx: -4, "text-anchor": "end" } as const;
}

function rowsOf(bars: readonly RoundBar[], counted: boolean, prices: Prices) {
  let total = 0;
  return bars.map(({ round, tokens, kind }) => {
    total += tokens;
    const about = counted && kind === "sent" ? "" : "≈";
    return [round, `${about}${tokens.toLocaleString("en")}`, `${about}${total.toLocaleString("en")}`, money(costOf(total, 0, prices)), WORDS[kind]];
  });
}

/** A normal turn beside the loop, with the cap and without it. */
function sumsOf({ capped, uncapped, normal }: RoundsChart) {
  const row = (what: string, series: Series) => [<Sum what={what} series={series} />, series.tokens.toLocaleString("en"), money(series.dollars)];
  return [
    ["A normal turn with one tool", normal.tokens.toLocaleString("en"), money(normal.dollars)],
    row("Up to the cap", capped),
    ...(uncapped.n > capped.n ? [row("Without a cap", uncapped)] : []),
  ];
}

function Sum({ what, series }: { readonly what: string; readonly series: Series }) {
  return (
    <>
      {what}, {count(series.n, "round")} <span class="says formula">{sumText(series)}</span>
    </>
  );
}

/** What the drawing says. */
export function roundsText({ sent, growth, counted }: Growth, { capped, uncapped, ratio }: RoundsChart): string {
  const grows = `This turn sent ${count(sent.length, "request")}, and a round adds about ${count(growth, "token")}.`;
  const circles = `Without a cap, ${count(uncapped.n, "round")} cost ${ratio === null ? "more and more" : `≈${ratio} times a normal turn`}, and there is still no answer.`;
  return [grows, ...(uncapped.n > capped.n ? [circles] : []), ...(counted ? [] : ["Estimated: the server does not report tokens."])].join(" ");
}

/** "12 × (700 + 3,450) / 2" */
export function sumText({ n, first, last }: Series): string {
  return `${n} × (${first.toLocaleString("en")} + ${last.toLocaleString("en")}) / 2`;
}
