// The Figures panel: which figures there are, in which order, and what to do for one that has nothing to show yet.
// Refuses to know how any of them is drawn, and any lesson.
import { useMemo } from "preact/hooks";
import type { ComponentChildren } from "preact";
import type { Lesson } from "../generated/lessons.ts";
import type { TraceItem } from "../state/trace.ts";
import { BurstFigure } from "../figures/burst.tsx";
import { readBurst } from "../figures/burst.ts";
import { ContextFigure } from "../figures/context.tsx";
import { FieldsFigure } from "../figures/fields.tsx";
import { callsOf } from "../figures/fields.ts";
import { OutboxFigure } from "../figures/outbox.tsx";
import { readOutbox } from "../figures/outbox.ts";
import { figureId, Frame, Patterns, type GoTo } from "../figures/parts.tsx";
import { hasRounds, RoundsFigure } from "../figures/rounds.tsx";
import { StagesFigure } from "../figures/stages.tsx";
import type { Prices } from "../figures/tokens.ts";
import { allOf } from "../figures/turns.ts";
import { WaterfallFigure } from "../figures/waterfall.tsx";
import { WinnerFigure } from "../figures/winner.tsx";
import { choicesOf } from "../figures/winner.ts";

export interface FiguresProps {
  /** The whole trace. */
  readonly items: readonly TraceItem[];
  /** How many of the items are shown: the last of them is the current one. */
  readonly cursor: number;
  readonly files: Readonly<Record<string, string>>;
  /** Documents of the program's shelves, by name, as JSON text. */
  readonly shelf: { readonly lesson: Readonly<Record<string, string>>; readonly conversation: Readonly<Record<string, string>> };
  /** What the lesson is about, in this order; any other figure follows when it has something to show. */
  readonly own: Lesson["figures"];
  /** Moves the cursor to an event and shows it. */
  readonly goTo: GoTo;
  readonly prices: Prices;
  readonly setPrices: (prices: Prices) => void;
  /** How many rounds the program allows; found out where it is not given. */
  readonly cap?: number | undefined;
}

type Name = Lesson["figures"][number];

const ALL: readonly Name[] = ["stages", "fields", "winner", "waterfall", "rounds", "burst", "outbox", "context"];

interface About {
  readonly title: string;
  /** In the list of links at the top. */
  readonly short: string;
  /** What to do when there is nothing to show. */
  readonly hint: string;
}
const ABOUT: Readonly<Record<Name, About>> = {
  stages: { title: "One question, stage by stage", short: "Stages", hint: "Ask a question to walk through its six stages." },
  fields: { title: "One class, both directions", short: "One class", hint: "Ask something that needs a tool, and step up to its dispatch." },
  winner: { title: "Who won", short: "Who won", hint: "Ask for a sum such as 129 + 99, and step up to the tool's result." },
  waterfall: { title: "Where the time and the money went", short: "Time and money", hint: "Ask a question: its model calls, tools and fetches are laid out here." },
  rounds: { title: "The cap and its price", short: "The cap", hint: "Ask something that needs a tool: two requests show what a round adds." },
  burst: { title: "What the cache is worth in a burst", short: "The burst", hint: "Press “Run the burst” in Settings: 300 questions, with a cache and without." },
  outbox: { title: "The outbox", short: "The outbox", hint: "Ask “Remind me if it rains in Leeds tomorrow” to have something written." },
  context: { title: "What each request sends again", short: "What is sent", hint: "Ask a question, and then another: the history grows." },
};

const MOST_IN_OUTBOX = 3;
const MANY = 3;

export function FiguresPanel(props: FiguresProps) {
  const { items, cursor, own } = props;
  const shown = useMemo(() => items.slice(0, Math.max(0, cursor)), [items, cursor]);
  const order = [...own, ...ALL.filter((name) => !own.includes(name))];
  const drawn = order.map((name) => ({ name, drawing: drawingOf(name, props, shown) }));
  const kept = drawn.filter(({ name, drawing }) => drawing !== null || own.includes(name));
  return (
    <div class="figures" role="region" aria-label="Figures" tabIndex={0}>
      <Patterns />
      {kept.length > MANY && <Index names={kept.map(({ name }) => name)} />}
      {kept.map(({ name, drawing }) => (
        <div key={name}>{drawing ?? <Frame name={name} title={ABOUT[name].title} caption={ABOUT[name].hint} />}</div>
      ))}
    </div>
  );
}

/** A figure; null when it has nothing to show. */
function drawingOf(name: Name, props: FiguresProps, shown: readonly TraceItem[]): ComponentChildren | null {
  const { items, cursor, files, shelf, goTo, prices, setPrices } = props;
  switch (name) {
    case "stages":
      return allOf(shown, "question").length > 0 ? <StagesFigure items={items} cursor={cursor} goTo={goTo} /> : null;
    case "fields":
      return callsOf(shown).length > 0 ? <FieldsFigure items={shown} files={files} goTo={goTo} /> : null;
    case "winner":
      return choicesOf(shown).length > 0 ? <WinnerFigure items={shown} goTo={goTo} /> : null;
    case "waterfall":
      return allOf(shown, "question").length > 0 ? <WaterfallFigure items={shown} prices={prices} setPrices={setPrices} goTo={goTo} /> : null;
    case "rounds":
      return hasRounds(shown) ? <RoundsFigure items={shown} files={files} prices={prices} cap={props.cap} /> : null;
    case "burst": {
      const burst = readBurst(shelf.lesson["burst"] ?? "");
      return burst === null ? null : <BurstFigure burst={burst} />;
    }
    case "outbox": {
      const text = shelf.conversation["outbox"];
      return text === undefined ? null : <OutboxFigure outbox={readOutbox(text)} cap={MOST_IN_OUTBOX} />;
    }
    case "context":
      return allOf(shown, "llm-request").length > 0 ? <ContextFigure items={shown} goTo={goTo} /> : null;
  }
}

function Index({ names }: { readonly names: readonly Name[] }) {
  return (
    <nav class="figure-index" aria-label="Figures in this panel">
      {names.map((name) => (
        <a
          key={name}
          href={`#${figureId(name)}`}
          onClick={(event) => {
            // The page's address stays as it is: it may hold a link to a conversation.
            event.preventDefault();
            const figure = document.getElementById(figureId(name));
            figure?.scrollIntoView({ block: "start" });
            figure?.focus({ preventScroll: true });
          }}
        >
          {ABOUT[name].short}
        </a>
      ))}
    </nav>
  );
}
