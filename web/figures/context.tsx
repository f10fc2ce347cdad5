// Draws what each request sends: the same system prompt and menu, the growing history, and what is new. Draws only.
import type { TraceItem } from "../state/trace.ts";
import { count } from "../panels/sentences.ts";
import { contextOf, type ContextRow } from "./context.ts";
import { Bar, Frame, Leads, Legend, percent, type GoTo } from "./parts.tsx";
import { tokensText } from "./tokens.ts";

export function ContextFigure({ items, goTo }: { readonly items: readonly TraceItem[]; readonly goTo: GoTo }) {
  const rows = contextOf(items);
  if (rows.length === 0) return null;
  const most = Math.max(...rows.map(({ total }) => total.n));
  return (
    <Frame name="context" title="What each request sends again" caption={contextText(rows)}>
      <ol class="fall">
        {rows.map((row, index) => (
          <Row key={row.seq} row={row} most={most} begins={rows[index - 1]?.turn !== row.turn} goTo={goTo} />
        ))}
      </ol>
      <Legend
        entries={[
          ["fixed", "system prompt and menu"],
          ["history", "sent before"],
          ["fresh", "new"],
        ]}
      />
    </Frame>
  );
}

interface RowProps {
  readonly row: ContextRow;
  readonly most: number;
  /** It is the first request of its question. */
  readonly begins: boolean;
  readonly goTo: GoTo;
}

function Row({ row, most, begins, goTo }: RowProps) {
  const { fixed, history, fresh, total, messages } = row;
  const all = messages.fixed + messages.history + messages.fresh;
  const part = (from: number, n: number) => ({ begin: percent(from, most), length: percent(n, most) });
  const parts = [["system and menu", fixed], ["sent before", history], ["new", fresh]] as const;
  return (
    <li class="fall-row">
      <p class="fall-line">
        <span>
          <Leads seq={row.seq} goTo={goTo}>
            request {row.number}
          </Leads>
          {begins && <span class="says"> question {row.turn}</span>}
        </span>
        <span class="num">
          {count(all, "message")}, {tokensText(total)} tokens
        </span>
      </p>
      <Bar
        parts={[
          { fill: "fixed", ...part(0, fixed) },
          { fill: "history", ...part(fixed, history) },
          { fill: "fresh", ...part(fixed + history, fresh) },
        ]}
      />
      <p class="says">
        {parts.flatMap(([words, tokens]) => (tokens === 0 ? [] : [`≈${tokens.toLocaleString("en")} ${words}`])).join(", ")}
      </p>
      {row.leftOut.map((note) => (
        <p class="left-out" key={note}>
          <span aria-hidden="true">✂ </span>
          {note}
        </p>
      ))}
    </li>
  );
}

export function contextText(rows: readonly ContextRow[]): string {
  const last = rows.at(-1);
  if (last === undefined) return "No request has been written yet.";
  const share = Math.round(percent(last.fixed, last.total.n));
  const cut = rows.filter(({ leftOut }) => leftOut.length > 0).length;
  const left = cut === 0 ? "" : ` Older messages were left out of ${count(cut, "request")}.`;
  const counted = last.total.counted ? "The server counted the totals; how they divide is an estimate." : "All of it is an estimate.";
  return `Request ${last.number} sends ${tokensText(last.total)} tokens; ${share} % of them, the system prompt and the menu, go along every time.${left} ${counted}`;
}
