// A line between two panels that pointer and keyboard can move. Knows sizes in per cent, and nothing of what it divides.
import { resize, SIZE_LIMITS, sizes, type Sizes } from "./desk.ts";

interface SeparatorProps {
  readonly which: keyof Sizes;
  readonly label: string;
  /** `vertical`: the line stands, and moves sideways. */
  readonly line: "vertical" | "horizontal";
  /** The panel whose size is meant lies after the line, so that it shrinks when the line moves on. */
  readonly after?: boolean;
}

const STEP = 2;

export function Separator({ which, label, line, after = false }: SeparatorProps) {
  const size = sizes.value[which];
  const { min, max, usual } = SIZE_LIMITS[which];
  const grow = line === "vertical" ? "ArrowRight" : "ArrowDown";
  const shrink = line === "vertical" ? "ArrowLeft" : "ArrowUp";

  const onKeyDown = (event: KeyboardEvent) => {
    const step = after ? -STEP : STEP;
    const target = { [grow]: size + step, [shrink]: size - step, Home: min, End: max, Enter: usual }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    resize(which, target);
  };

  const onPointerMove = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (box === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const share = line === "vertical" ? (event.clientX - box.left) / box.width : (event.clientY - box.top) / box.height;
    resize(which, (after ? 1 - share : share) * 100);
  };

  return (
    <div
      class={`separator ${line} at-${which}`}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={line}
      aria-valuenow={Math.round(size)}
      aria-valuemin={min}
      aria-valuemax={max}
      onKeyDown={onKeyDown}
      onDblClick={() => resize(which, usual)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
    />
  );
}
