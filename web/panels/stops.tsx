// The menu of stop points: by kind, and by the name of a tool. Sets them; refuses to know what holding a run takes.
import { useEffect, useRef } from "preact/hooks";
import type { App } from "../state/app.ts";
import type { Stops } from "../state/stepper.ts";
import { Icon } from "./icons.tsx";

const KINDS = [
  ["request", "before a request"],
  ["dispatch", "before a dispatch"],
  ["result", "before a result goes back"],
] as const;

export function StopsMenu({ app }: { readonly app: App }) {
  const menu = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const outside = (event: globalThis.Event) => {
      if (event.target instanceof Node && menu.current?.contains(event.target) === false) menu.current.open = false;
    };
    document.addEventListener("pointerdown", outside);
    document.addEventListener("focusin", outside);
    return () => {
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("focusin", outside);
    };
  }, []);

  const set = howMany(app.stops.value);
  return (
    // A summary, and no button: "Stop" is the name of a button that ends the run, and the two must not be confused.
    <details
      class="menu"
      ref={menu}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || menu.current?.open !== true) return;
        menu.current.open = false;
        menu.current.querySelector("summary")?.focus();
      }}
    >
      <summary class="button small">
        Stops{set > 0 && <span class="number">{set}</span>}
        <Icon name="down" />
      </summary>
      <div class="menu-sheet">
        <Choices app={app} />
      </div>
    </details>
  );
}

function Choices({ app }: { readonly app: App }) {
  const stops = app.stops.value;
  const tools = app.toolNames.value;
  return (
    <>
      <fieldset>
        <legend>Hold every run</legend>
        {KINDS.map(([kind, words]) => (
          <Choice key={kind} words={words} on={stops[kind]} set={(on) => (app.stops.value = { ...stops, [kind]: on })} />
        ))}
      </fieldset>
      {tools.length > 0 && (
        <fieldset>
          <legend>Or only before one tool</legend>
          {tools.map((name) => (
            <Choice
              key={name}
              words={`before ${name}`}
              on={Object.hasOwn(stops.tools, name) && stops.tools[name] === true}
              set={(on) => (app.stops.value = { ...stops, tools: { ...stops.tools, [name]: on } })}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

interface ChoiceProps {
  readonly words: string;
  readonly on: boolean;
  readonly set: (on: boolean) => void;
}

function Choice({ words, on, set }: ChoiceProps) {
  return (
    <label class="choice">
      <input type="checkbox" checked={on} onChange={({ currentTarget }) => set(currentTarget.checked)} />
      <span>{words}</span>
    </label>
  );
}

function howMany(stops: Stops): number {
  const kinds = KINDS.filter(([kind]) => stops[kind]).length;
  return kinds + Object.values(stops.tools).filter(Boolean).length;
}
