// The slider that goes back and forward over what has happened. Moving it runs nothing.
import type { App } from "../state/app.ts";
import { Icon } from "./icons.tsx";

export function CursorBar({ app }: { readonly app: App }) {
  const total = app.items.value.length;
  const at = app.cursor.value;
  const current = app.view.value.current;
  const move = (to: number) => (app.cursor.value = Math.min(total, Math.max(0, to)));
  const words = current === null ? `Before the first of ${total} steps` : `Step ${at} of ${total}: ${current.event.kind}`;
  return (
    <div class="cursor-bar">
      <button type="button" class="button bare" aria-label="Earlier" aria-disabled={at === 0} onClick={() => move(at - 1)}>
        <Icon name="left" />
      </button>
      <input
        type="range"
        aria-label="Cursor"
        aria-valuetext={words}
        min={0}
        max={total}
        step={1}
        value={at}
        onInput={({ currentTarget }) => move(Number(currentTarget.value))}
      />
      <button type="button" class="button bare" aria-label="Later" aria-disabled={at === total} onClick={() => move(at + 1)}>
        <Icon name="right" />
      </button>
      <output class="cursor-at" aria-hidden="true">
        {at} / {total}
      </output>
    </div>
  );
}
