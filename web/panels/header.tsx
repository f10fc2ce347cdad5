// The top line: which lesson, light or dark, which connection, and the way out for the trace. Draws and passes on.
import type { App } from "../state/app.ts";
import { connectionOpen, isDark, theme } from "./desk.ts";
import { downloadTrace } from "./export.ts";
import { Icon, Mark } from "./icons.tsx";

export function Header({ app }: { readonly app: App }) {
  const empty = app.items.value.length === 0;
  return (
    <header class="top">
      <h1 class="wordmark">
        <Mark />
        <span>Glassloop</span>
      </h1>
      <Lessons app={app} />
      <div class="top-end">
        <ThemeToggle />
        <ConnectionState app={app} />
        <button
          type="button"
          class="button export"
          aria-label="Export"
          title="Download the trace as a file: questions, requests, replies and results. Your key is not in it."
          aria-disabled={empty}
          onClick={() => {
            if (!empty) downloadTrace(app.items.value);
          }}
        >
          <Icon name="download" />
          <span class="button-text">Export</span>
        </button>
      </div>
    </header>
  );
}

function Lessons({ app }: { readonly app: App }) {
  return (
    <span class="select lesson-select">
      <select aria-label="Lesson" value={app.lesson.value.id} onChange={({ currentTarget }) => app.chooseLesson(currentTarget.value)}>
        {app.lessons.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </span>
  );
}

function ThemeToggle() {
  const dark = isDark();
  return (
    <button type="button" class="button bare" aria-label="Dark theme" aria-pressed={dark} title={dark ? "Use the light theme" : "Use the dark theme"} onClick={() => (theme.value = dark ? "light" : "dark")}>
      <Icon name={dark ? "sun" : "moon"} />
    </button>
  );
}

function ConnectionState({ app }: { readonly app: App }) {
  const { practice, baseUrl, model, hasKey } = app.connection.value;
  return (
    <div class="connection">
      <p class="connection-state" title={practice ? "A rule-based model inside this page answers. Nothing leaves your browser." : baseUrl}>
        <span class={practice ? "dot" : "dot live"} aria-hidden="true" />
        {practice ? "Practice model (no key)" : `${model === "" ? hostOf(baseUrl) : model}${hasKey ? "" : " (no key)"}`}
      </p>
      <button type="button" class="button connect" aria-label="Connection" aria-haspopup="dialog" onClick={() => (connectionOpen.value = true)}>
        <Icon name="plug" />
        <span class="button-text">Connection</span>
      </button>
    </div>
  );
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
