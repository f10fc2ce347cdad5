// Draws where the time and the money of a turn went. Knows the bars; refuses to know how they were laid.
import { useState } from "preact/hooks";
import type { TraceItem } from "../state/trace.ts";
import { brief, count, duration } from "../panels/sentences.ts";
import { Bar, Choice, Frame, Leads, Legend, percent, Table, type Fill, type GoTo, type Part } from "./parts.tsx";
import { PricesForm } from "./prices.tsx";
import { costOf, money, tokensText, type Prices } from "./tokens.ts";
import { turnsOf } from "./turns.ts";
import { list } from "./winner.ts";
import { coldAndWarm, waterfallOf, type Bar as Placed, type ColdAndWarm, type Totals } from "./waterfall.ts";

interface Props {
  readonly items: readonly TraceItem[];
  readonly prices: Prices;
  readonly setPrices: (prices: Prices) => void;
  readonly goTo: GoTo;
}

export function WaterfallFigure({ items, prices, setPrices, goTo }: Props) {
  // Null: the turn that the cursor stands in, which is the last one shown.
  const [chosen, choose] = useState<number | null>(null);
  const turns = turnsOf(items);
  const turn = turns.find(({ number }) => number === chosen) ?? turns.at(-1);
  if (turn === undefined) return null;
  const { bars, totals } = waterfallOf(turn, prices);
  const compared = coldAndWarm(turns, prices);
  return (
    <Frame name="waterfall" title="Where the time and the money went" caption={captionOf(totals)}>
      {turns.length > 1 && (
        <Choice
          label="Question"
          value={turn.number}
          choose={choose}
          options={turns.map(({ number, question }) => ({ value: number, words: brief(question, 40) }))}
        />
      )}
      {bars.length === 0 ? (
        <p class="empty">Nothing has come back yet.</p>
      ) : (
        <>
          <ol class="fall">
            {bars.map((bar) => (
              <Row key={bar.seq} bar={bar} whole={totals.ms} prices={prices} goTo={goTo} />
            ))}
          </ol>
          <Legend entries={LEGEND.filter(([fill]) => bars.some((bar) => fillsOf(bar).includes(fill)))} />
          <TotalsTable totals={totals} />
        </>
      )}
      <PricesForm prices={prices} setPrices={setPrices} />
      {compared !== null && <p class="figure-caption">{coldAndWarmText(compared)}</p>}
    </Frame>
  );
}

const LEGEND: readonly (readonly [Fill, string])[] = [
  ["waiting", "waiting for the model's first byte"],
  ["model", "the model is writing"],
  ["tool", "a tool"],
  ["fetch", "a fetch upstream, inside the tool"],
];

function fillsOf(bar: Placed): readonly Fill[] {
  switch (bar.kind) {
    case "model":
      return ["waiting", "model"];
    case "tool":
    case "fetch":
      return [bar.kind];
    case "cache":
      return [];
  }
}

interface RowProps {
  readonly bar: Placed;
  readonly whole: number;
  readonly prices: Prices;
  readonly goTo: GoTo;
}

function Row({ bar, whole, prices, goTo }: RowProps) {
  const inside = (bar.kind === "fetch" || bar.kind === "cache") && bar.tool !== "";
  return (
    <li class={inside ? "fall-row is-inside" : "fall-row"}>
      <p class="fall-line">
        <Leads seq={bar.seq} goTo={goTo}>
          {labelOf(bar)}
        </Leads>
        <span class="num">{bar.kind === "cache" ? "" : duration(bar.ms)}</span>
      </p>
      {bar.kind === "cache" ? (
        <Bar parts={[]} tick={{ at: percent(bar.begin, whole), full: bar.what === "hit" }} />
      ) : (
        <Bar parts={partsOf(bar, whole)} />
      )}
      <p class="says">{detailOf(bar, prices)}</p>
    </li>
  );
}

function partsOf(bar: Exclude<Placed, { readonly kind: "cache" }>, whole: number): readonly Part[] {
  const part = (fill: Fill, begin: number, ms: number): Part => ({ fill, begin: percent(begin, whole), length: percent(ms, whole) });
  if (bar.kind !== "model") return [part(bar.kind, bar.begin, bar.ms)];
  return [part("waiting", bar.begin, bar.firstByteMs), part("model", bar.begin + bar.firstByteMs, bar.ms - bar.firstByteMs)];
}

function labelOf(bar: Placed): string {
  switch (bar.kind) {
    case "model":
      return `request ${bar.number}`;
    case "tool":
      return bar.name;
    case "fetch":
      return brief(bar.address, 60);
    case "cache":
      return `cache ${brief(bar.text, 90)}`;
  }
}

function detailOf(bar: Placed, prices: Prices): string {
  switch (bar.kind) {
    case "model": {
      if (bar.failed) return `failed; first byte after ${duration(bar.firstByteMs)}`;
      const output = bar.output ?? { n: 0, counted: true };
      const cost = money(costOf(bar.input.n, output.n, prices));
      return `first byte after ${duration(bar.firstByteMs)}; ${tokensText(bar.input)} tokens in, ${tokensText(output)} out: ${cost}`;
    }
    case "tool":
      return bar.open ? "has not ended yet" : bar.failed ? "ended with an error" : "";
    case "fetch":
      return bar.ending === "" ? "" : `ended with ${brief(bar.ending, 80)}`;
    case "cache":
      return "";
  }
}

function TotalsTable({ totals }: { readonly totals: Totals }) {
  const { ms, modelMs, upstreamMs, otherMs } = totals;
  const parts = [["Model calls", modelMs], ["Upstream", upstreamMs], ["Other work", otherMs], ["Together", ms]] as const;
  return (
    <Table
      caption="Time in this turn, without what you held it for"
      head={["What", "Time", "Share"]}
      numeric={[1, 2]}
      rows={parts.flatMap(([name, part]) => (part === 0 ? [] : [[name, duration(part), `${Math.round(percent(part, ms))} %`]]))}
    />
  );
}

function captionOf({ ms, modelMs, input, output, dollars }: Totals): string {
  if (ms === 0) return "Nothing took any time yet.";
  return `${duration(ms)} of work, ${Math.round(percent(modelMs, ms))} % of it model calls. ${tokensText(input)} tokens in and ${tokensText(output)} out cost ${money(dollars)} at these prices.`;
}

/** What the cache was worth, in three sentences. */
export function coldAndWarmText({ tool, cold, warm }: ColdAndWarm): string {
  const less = cold.toolMs - warm.toolMs;
  const gain = less >= 1 ? `${duration(less)} less` : "no difference worth measuring this time";
  return (
    `Cold and warm: ${tool} took ${duration(cold.toolMs)} with ${doneBy(cold)} in question ${cold.turn}, and ` +
    `${duration(warm.toolMs)} with ${doneBy(warm)} in question ${warm.turn}: ${gain}. ` +
    `The whole turns took ${duration(cold.ms)} and ${duration(warm.ms)}.`
  );
}

function doneBy({ fetches, hits, misses }: ColdAndWarm["cold"]): string {
  const parts = [count(fetches, "fetch", "fetches"), count(hits, "cache hit"), count(misses, "cache miss", "cache misses")];
  return list(parts.filter((part) => !part.startsWith("0 ")));
}
