// Decides where a live run is held: a pure table of event, mode and the reader's stop points. Refuses to know runs.

import type { Event } from "../generated/events.ts";

/**
 * How a run goes on from a stop point:
 *   run      holds only where the reader set a stop
 *   step     holds at every stop point
 *   opening  the run that the page begins itself: shows what the model asked for, and holds before anything is called
 */
export type Mode = "run" | "step" | "opening";

/** Where the reader wants runs to be held. A tool's own stop is before its dispatch, whatever `dispatch` says. */
export interface Stops {
  readonly request: boolean;
  readonly dispatch: boolean;
  readonly result: boolean;
  readonly tools: Readonly<Record<string, boolean>>;
}

export const NO_STOPS: Stops = { request: false, dispatch: false, result: false, tools: {} };

/** Whether an event that Python waits at is held. Events that are no stop point never are. */
export function holds(event: Event, mode: Mode, stops: Stops): boolean {
  switch (event.kind) {
    case "llm-request":
      return mode === "step" || stops.request;
    case "dispatch":
      return mode !== "run" || stops.dispatch || isOn(stops.tools, event.call.name);
    case "tool-result":
      return mode === "step" || stops.result;
    case "question":
    case "llm-response":
    case "answer":
    case "stopped":
    case "log":
      return false;
  }
}

/** Reads what was stored; anything that is not a set of stops counts as none. */
export function readStops(text: string | null): Stops {
  try {
    const value = JSON.parse(text ?? "null") as Partial<Stops> | null;
    const tools = Object.entries(value?.tools ?? {}).filter((entry) => entry[1] === true);
    return {
      request: value?.request === true,
      dispatch: value?.dispatch === true,
      result: value?.result === true,
      tools: Object.fromEntries(tools),
    };
  } catch {
    return NO_STOPS;
  }
}

// A tool may be called "constructor": only a name that was really set counts.
function isOn(tools: Readonly<Record<string, boolean>>, name: string): boolean {
  return Object.hasOwn(tools, name) && tools[name] === true;
}
