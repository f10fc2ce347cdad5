// Hands a text to the browser's downloads. Refuses to know what is in it.

/** Downloads `text` as a file of that name. */
export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the blob only after the click has returned, so the address lives on for a while.
  setTimeout(() => URL.revokeObjectURL(url), 30_000);
}
