// Draws who won: every shortcut that applied with its priority as a bar, and the winner's steps. Draws only.
import { useState } from "preact/hooks";
import type { TraceItem } from "../state/trace.ts";
import { Bar, Choice, Frame, Leads, percent, type GoTo } from "./parts.tsx";
import { choicesOf, type Contender, type Verdict } from "./winner.ts";

export function WinnerFigure({ items, goTo }: { readonly items: readonly TraceItem[]; readonly goTo: GoTo }) {
  // Null: the result that the cursor has come to last.
  const [chosen, choose] = useState<number | null>(null);
  const choices = choicesOf(items);
  const choice = choices.find(({ item }) => item.seq === chosen) ?? choices.at(-1);
  if (choice === undefined) return null;
  return (
    <Frame name="winner" title="Who won" caption={choice.verdict.why}>
      {choices.length > 1 && (
        <Choice
          label="Result"
          value={choice.item.seq}
          choose={choose}
          options={choices.map(({ item, verdict }) => ({ value: item.seq, words: problemOf(verdict) }))}
        />
      )}
      <p class="fields-call">
        <Leads seq={choice.item.seq} goTo={goTo}>
          {choices.length > 1 || choice.verdict.kind === "error" ? "Go to this result" : problemOf(choice.verdict)}
        </Leads>
      </p>
      {choice.verdict.kind === "won" && <Won verdict={choice.verdict} />}
    </Frame>
  );
}

function problemOf(verdict: Verdict): string {
  if (verdict.kind === "error") return "an error";
  return verdict.answer === "" ? verdict.problem : `${verdict.problem} = ${verdict.answer}`;
}

function Won({ verdict }: { readonly verdict: Extract<Verdict, { readonly kind: "won" }> }) {
  const { contenders, steps, answer, verified } = verdict;
  const most = Math.max(10, ...contenders.map(({ priority }) => priority));
  return (
    <>
      <ol class="fall">
        {contenders.map((contender, index) => (
          <Row key={contender.name} contender={contender} most={most} won={index === 0} />
        ))}
      </ol>
      <h4>Its steps</h4>
      <ol class="solution">
        {steps.map(({ say, expr, result }, index) => (
          <li key={index}>
            {say}: <span class="sum">{`${expr} = ${result}`}</span>
          </li>
        ))}
      </ol>
      <p class="says">
        {verified ? `The answer, ${answer}, was checked against plain arithmetic before it left the tool.` : `The tool does not say that its answer, ${answer}, was checked.`}
      </p>
    </>
  );
}

function Row({ contender, most, won }: { readonly contender: Contender; readonly most: number; readonly won: boolean }) {
  const { name, title, priority } = contender;
  return (
    <li class="fall-row">
      <p class="fall-line">
        <span>
          <code>{name}</code> {won && <span class="tag new">won</span>}
        </span>
        <span class="num">priority {priority}</span>
      </p>
      <Bar parts={[{ fill: won ? "model" : "tool", begin: 0, length: percent(Math.max(0, priority), most) }]} />
      <p class="says">{title}</p>
    </li>
  );
}
