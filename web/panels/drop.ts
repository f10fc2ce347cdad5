// Takes files that are dropped anywhere on the page. Refuses to look into them.

/** Calls `take` for each dropped file; without this the browser would leave the page to show the file. Call once. */
export function acceptDrops(take: (file: File) => void): void {
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
  for (const name of ["dragenter", "dragover"] as const) {
    document.addEventListener(name, (event) => {
      if (hasFiles(event)) event.preventDefault();
    });
  }
  document.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    for (const file of event.dataTransfer?.files ?? []) take(file);
  });
}
