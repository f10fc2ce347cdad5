// Which events a filter of the trace lets through. Pure; knows events and nothing of the list.
import type { Event } from "../generated/events.ts";
import type { Filter } from "./desk.ts";

/** Whether something went wrong at this event. */
function isError(event: Event): boolean {
  switch (event.kind) {
    case "llm-response":
      return event.result.outcome === "failure";
    case "dispatch":
      return event.lookup.outcome === "refused";
    case "tool-result":
      return event.outcome !== "ok";
    case "stopped":
      return event.reason !== "reader";
    case "log":
      return event.source === "stderr";
    case "question":
    case "llm-request":
    case "answer":
      return false;
  }
}

export function matches(event: Event, filter: Filter): boolean {
  switch (filter) {
    case "all":
      return true;
    case "model":
      return event.kind === "llm-request" || event.kind === "llm-response";
    case "tools":
      return event.kind === "dispatch" || event.kind === "tool-result";
    case "logs":
      return event.kind === "log";
    case "errors":
      return isError(event);
  }
}
