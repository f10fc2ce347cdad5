// Draws the six stages of one question as a list of buttons that lead to their events. Draws only.
import type { TraceItem } from "../state/trace.ts";
import { Frame, type GoTo } from "./parts.tsx";
import { walkOf, type Stage } from "./stages.ts";

interface Props {
  /** The whole trace: a stage beyond the cursor has happened all the same, and can be gone to. */
  readonly items: readonly TraceItem[];
  readonly cursor: number;
  readonly goTo: GoTo;
}

export function StagesFigure({ items, cursor, goTo }: Props) {
  const walk = walkOf(items, cursor);
  if (walk === null) return null;
  const { turn, round, rounds, stages } = walk;
  const which = rounds > 1 ? `Question ${turn}, round ${round} of ${rounds}, where the cursor stands.` : `Question ${turn}.`;
  return (
    <Frame name="stages" title="One question, stage by stage" caption={`${which} Press a stage to go to its event.`}>
      <ol class="walk">
        {stages.map((stage, index) => (
          <li key={stage.name}>
            <StageButton stage={stage} number={index + 1} goTo={goTo} />
          </li>
        ))}
      </ol>
    </Frame>
  );
}

function StageButton({ stage, number, goTo }: { readonly stage: Stage; readonly number: number; readonly goTo: GoTo }) {
  const { seq, title, says, current } = stage;
  return (
    <button type="button" class="walk-stage" disabled={seq === null} aria-current={current ? "step" : undefined} onClick={() => seq !== null && goTo(seq)}>
      <span class="walk-number" aria-hidden="true">
        {number}
      </span>
      <span class="walk-title">
        {title} {current && <span class="tag new">you are here</span>}
      </span>
      <span class="walk-says">{says}</span>
    </button>
  );
}
