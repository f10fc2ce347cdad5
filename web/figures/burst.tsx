// Draws the burst: calls upstream over time as two lines, labelled at their ends. Draws only.
import { count } from "../panels/sentences.ts";
import { roundUp, stepsPath, type Burst, type Point } from "./burst.ts";
import { Frame, Values } from "./parts.tsx";

const HEIGHT = 160;
// Between two labels at the right edge.
const LABEL_GAP = 30;

export function BurstFigure({ burst }: { readonly burst: Burst }) {
  const seconds = Math.max(60 * burst.minutes, ...[...burst.without, ...burst.with].map(([second]) => second));
  const top = roundUp(Math.max(1, burst.callsWithout, burst.callsWith));
  return (
    <Frame name="burst" title="What the cache is worth in a burst" caption={burstText(burst)}>
      <div class="lines" aria-hidden="true">
        <svg class="axis-y" width="34" height={HEIGHT}>
          {[top, top / 2, 0].map((value, index) => (
            <text key={value} x="100%" dx="-4" y={(HEIGHT * index) / 2} dy={index === 0 ? 9 : index === 2 ? 0 : 4} text-anchor="end">
              {value.toLocaleString("en")}
            </text>
          ))}
        </svg>
        <svg class="plot" width="100%" height={HEIGHT} viewBox="0 0 100 100" preserveAspectRatio="none">
          {[0, 50, 100].map((y) => (
            <line key={y} class="grid-line" x1="0" x2="100" y1={y} y2={y} />
          ))}
          <path class="line-without" d={stepsPath(burst.without, seconds, top)} />
          <path class="line-with" d={stepsPath(burst.with, seconds, top)} />
        </svg>
        <Ends burst={burst} top={top} />
        <svg class="axis-x" width="100%" height="18">
          <text x="0" y="13">
            0 min
          </text>
          <text x="100%" y="13" text-anchor="end">
            {Math.round(seconds / 6) / 10} min
          </text>
        </svg>
      </div>
      <Values
        caption="Calls upstream so far, minute by minute"
        head={["Minute", "Without a cache", "With the cache"]}
        numeric={[0, 1, 2]}
        rows={minutesOf(burst, seconds)}
      />
    </Frame>
  );
}

/** The name of each line where it ends. */
function Ends({ burst, top }: { readonly burst: Burst; readonly top: number }) {
  const place = (calls: number) => Math.max(12, Math.min(HEIGHT - 16, HEIGHT * (1 - calls / top)));
  const upper = place(burst.callsWithout);
  // Two lines may end side by side.
  const lower = Math.max(place(burst.callsWith), upper + LABEL_GAP);
  return (
    <svg class="ends" width="84" height={HEIGHT}>
      {([["without", "no cache", burst.callsWithout, upper], ["with", "cache", burst.callsWith, lower]] as const).map(([line, name, calls, y]) => (
        <text key={line} class={`end-${line}`} x="6" y={y}>
          <tspan class="end-number">{calls.toLocaleString("en")}</tspan>
          <tspan x="6" dy="13">
            {name}
          </tspan>
        </text>
      ))}
    </svg>
  );
}

function minutesOf({ without, with: cached }: Burst, seconds: number) {
  const minutes = Math.min(60, Math.ceil(seconds / 60));
  return Array.from({ length: minutes + 1 }, (_, minute) => [minute, callsAt(without, 60 * minute), callsAt(cached, 60 * minute)]);
}

/** How many calls had been made by then. */
function callsAt(points: readonly Point[], second: number): number {
  return points.findLast(([at]) => at <= second)?.[1] ?? 0;
}

/** The outcome in one sentence. */
export function burstText({ questions, cities, minutes, callsWithout, callsWith, saved }: Burst): string {
  const asked = `${count(questions, "question")} about ${count(cities, "city", "cities")} in ${count(minutes, "minute")}`;
  const gain = saved > 0 ? `${saved} % fewer` : "nothing saved";
  return `${asked}: ${callsWithout.toLocaleString("en")} calls upstream without a cache, ${callsWith.toLocaleString("en")} with it. That is ${gain}.`;
}
