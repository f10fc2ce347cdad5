// Starts the application in a browser: hands `assemble` the real Python, broker, stores and clock. Decides nothing.

import { effect } from "@preact/signals";
import { createBroker } from "../broker/broker.ts";
import { createVault } from "../broker/secrets.ts";
import { LESSONS } from "../generated/lessons.ts";
import { startPython } from "../sandbox/keeper.ts";
import { assemble, type App } from "./assemble.ts";
import type { Clock } from "./ports.ts";
import { browserStore } from "./storage.ts";

export type { App, Ask, Subject } from "./assemble.ts";
export type { HtmlState } from "./phase.ts";

const browserClock: Clock = {
  now: () => performance.now(),
  after(ms, action) {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
};

/** Call once, first of all: Python's start takes the longest. */
export function createApp(): App {
  const python = startPython();
  const lesson = LESSONS[0];
  if (lesson === undefined) throw new Error("This build has no lesson");
  const app = assemble({
    python,
    lesson,
    vault: createVault(),
    broker: createBroker,
    clock: browserClock,
    // Taken once: nothing that is put in its place later sees a key.
    fetch: globalThis.fetch.bind(globalThis),
    local: browserStore(() => localStorage),
    session: browserStore(() => sessionStorage),
    browser: {
      online: () => navigator.onLine,
      safari: /^(?!.*(chrome|chromium|crios|android|fxios|edg)).*safari/i.test(navigator.userAgent),
      permission: async (name) => {
        try {
          return (await navigator.permissions.query({ name: name as PermissionName })).state;
        } catch {
          return null;
        }
      },
    },
    pageOrigin: location.origin,
    framed: window.top !== window.self,
  });
  effect(() => {
    document.documentElement.dataset["state"] = app.state.value;
  });
  return app;
}
