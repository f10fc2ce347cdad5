// Puts the panels on the page: three columns, two, or one with tabs. Knows where each stands, and not what it shows.
import type { ComponentChildren } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { App } from "../state/app.ts";
import { AskDialog } from "./ask.tsx";
import { CallLogDialog } from "./call_log.tsx";
import { Chat } from "./chat.tsx";
import { ConnectionDialog } from "./connection.tsx";
import { ConversationsButton, ConversationsDialog } from "./conversations.tsx";
import { Controls } from "./controls.tsx";
import { CursorBar } from "./cursor.tsx";
import { goTo, hasSettings, isShown, layout, showTab, tab, tabs, type Tab } from "./desk.ts";
import { Details } from "./details.tsx";
import { ProgramPanel } from "./editor.tsx";
import { FiguresTab } from "./figures_tab.tsx";
import { Header } from "./header.tsx";
import { ReadPanel } from "./lesson.tsx";
import { Separator } from "./separator.tsx";
import { SettingsPanel } from "./settings.tsx";
import { TraceHead, TraceList } from "./trace.tsx";

export function Shell({ app }: { readonly app: App }) {
  const two = layout.value === "medium";
  const { settings, experiments } = app.lesson.value;
  useLayoutEffect(() => void (hasSettings.value = settings.length + experiments.length > 0), [settings, experiments]);
  return (
    <>
      <Header app={app} />
      <main class="desk">
        <Tabs app={app} />
        <Panel name="read">
          <ReadPanel app={app} />
        </Panel>
        <Panel name="program">
          <ProgramPanel app={app} />
        </Panel>
        <Panel name="settings">
          <SettingsPanel app={app} />
        </Panel>
        <Panel name="figures">
          <FiguresTab app={app} />
        </Panel>
        <Separator which="left" label="Width of the left column" line="vertical" />
        <Panel name="conversation">
          <header class="panel-head">
            <h2>Conversation</h2>
            <div class="panel-tools">
              <ConversationsButton />
              <button type="button" class="button small" aria-label="New conversation" title="New conversation" onClick={() => app.newConversation()}>
                New
              </button>
            </div>
          </header>
          <Chat app={app} />
        </Panel>
        <Controls app={app} />
        <Separator which={two ? "half" : "right"} label="Width of the right column" line="vertical" after />
        <Panel name="trace">
          <TraceHead app={app} />
          <TraceList app={app} />
          <Separator which="trace" label="Height of the trace" line="horizontal" />
          <Details app={app} />
          <CursorBar app={app} />
        </Panel>
      </main>
      <ConnectionDialog app={app} />
      <ConversationsDialog library={app.library} conversation={app.conversation} lessons={app.lessons} startNew={() => app.newConversation()} />
      <CallLogDialog library={app.library} conversation={app.conversation} goTo={(seq) => goTo(app, seq)} />
      <AskDialog app={app} />
    </>
  );
}

const NAMES: Readonly<Record<Tab, string>> = {
  conversation: "Conversation",
  trace: "Trace",
  program: "Program",
  read: "Read",
  settings: "Settings",
  figures: "Figures",
};

function Tabs({ app }: { readonly app: App }) {
  const move = (event: KeyboardEvent) => {
    const list = tabs.value;
    const at = list.indexOf(tab.value);
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: list.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const wanted = list[(target + list.length) % list.length];
    if (wanted === undefined) return;
    showTab(wanted);
    document.getElementById(`tab-${wanted}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Panels" onKeyDown={move}>
      {tabs.value.map((name) => (
        <button
          type="button"
          key={name}
          id={`tab-${name}`}
          role="tab"
          aria-selected={tab.value === name}
          aria-controls={`panel-${name}`}
          tabIndex={tab.value === name ? 0 : -1}
          onClick={() => showTab(name)}
        >
          {NAMES[name]}
          {name === "settings" && app.settingsChanged.value && (
            <span class="tab-mark plain" aria-hidden="true" title="Some settings are not the lesson's own">
              •
            </span>
          )}
          {name === "program" && app.diagnostics.value.length > 0 && (
            <span class="tab-mark" aria-hidden="true" title="There is a problem in the program">
              !
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

/** A panel that is a tab where the layout makes it one. Hidden panels stay mounted: nothing typed or scrolled is lost. */
function Panel({ name, children }: { readonly name: Tab; readonly children: ComponentChildren }) {
  const isTab = tabs.value.includes(name);
  return (
    <section
      class={`panel ${name}-panel`}
      id={`panel-${name}`}
      role={isTab ? "tabpanel" : undefined}
      aria-labelledby={isTab ? `tab-${name}` : undefined}
      hidden={!isShown(name)}
    >
      {children}
    </section>
  );
}
