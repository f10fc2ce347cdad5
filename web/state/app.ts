// Starts the application in a browser: hands `assemble` the real Python, broker, stores and clock. Decides nothing.

import { effect } from "@preact/signals";
import { createBroker } from "../broker/broker.ts";
import { createVault } from "../broker/secrets.ts";
import { LESSONS } from "../generated/lessons.ts";
import { startPython } from "../sandbox/keeper.ts";
import { browserRecords } from "../storage/records.ts";
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

/** `#lesson=weather_assistant`: which lesson a link leads to. Nothing else is ever taken from an address. */
function lessonInAddress(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get("lesson");
}

/** Call once, first of all: Python's start takes the longest. */
export function createApp(): App {
  // A key that a service wants in its address would stay in the browser's list of what this page has loaded.
  performance.setResourceTimingBufferSize(0);
  const python = startPython();
  const app = assemble({
    python,
    lessons: LESSONS,
    lessonId: lessonInAddress(),
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
    records: browserRecords,
    newId: () => crypto.randomUUID(),
    wall: () => Date.now(),
    pageOrigin: location.origin,
    framed: window.top !== window.self,
  });
  effect(() => {
    document.documentElement.dataset["state"] = app.state.value;
  });
  effect(() => {
    const lesson = app.lesson.value.id;
    // The first lesson needs no address of its own; a link to another survives a reload.
    const wanted = lesson === LESSONS[0]?.id ? location.pathname + location.search : `#lesson=${lesson}`;
    if ((lessonInAddress() ?? LESSONS[0]?.id) !== lesson) history.replaceState(null, "", wanted);
  });
  addEventListener("hashchange", () => app.chooseLesson(lessonInAddress() ?? LESSONS[0]?.id ?? ""));
  keepConversations(app);
  return app;
}

/** A page that is left may be gone for good; one that is come back to may find that another tab has been at work. */
function keepConversations({ library }: App): void {
  addEventListener("pagehide", () => void library.flush());
  addEventListener("visibilitychange", () => void (document.visibilityState === "hidden" ? library.flush() : library.refresh()));
  addEventListener("focus", () => void library.refresh());
  void library.refresh();
}
