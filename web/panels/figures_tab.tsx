// Brings the figures when they are first looked at: nothing that is not on the screen may hold Python's start back.
import { useEffect, useState } from "preact/hooks";
import type { App } from "../state/app.ts";
import { goTo, isShown, prices } from "./desk.ts";
import type { FiguresPanel } from "./figures.tsx";

export function FiguresTab({ app }: { readonly app: App }) {
  const [Panel, setPanel] = useState<typeof FiguresPanel | null>(null);
  const shown = isShown("figures");
  useEffect(() => {
    if (shown) void import("./figures.tsx").then((module) => setPanel(() => module.FiguresPanel));
  }, [shown]);
  if (Panel === null || !shown) return null;
  return (
    <Panel
      items={app.items.value}
      cursor={app.cursor.value}
      files={app.files.value}
      shelf={app.shelves.value}
      own={app.lesson.value.figures}
      goTo={(seq) => goTo(app, seq)}
      prices={prices.value}
      setPrices={(changed) => (prices.value = changed)}
    />
  );
}
