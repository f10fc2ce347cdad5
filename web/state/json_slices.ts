// Cuts valid JSON into its parts as they were written, every digit kept. Refuses to check and to read a value.

/** Where the string that begins at `start` ends: the index of its closing quote. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

/** What stands between the commas of an object or array. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let start = text.search(/[[{]/) + 1;
  let depth = 1;
  for (let at = start; depth > 0 && at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    if (depth > 0 && !(character === "," && depth === 1)) continue;
    const part = text.slice(start, at).trim();
    if (part !== "") parts.push(part);
    start = at + 1;
  }
  return parts;
}

/** The elements of `array`, the valid JSON of an array. */
export function elementsOf(array: string): readonly string[] {
  return partsOf(array);
}

/** The values of `object`, the valid JSON of an object, by their names; the last one when a name comes twice. */
export function membersOf(object: string): ReadonlyMap<string, string> {
  return new Map(
    partsOf(object).map((part) => {
      const end = endOfString(part, 0);
      const value = part.slice(part.indexOf(":", end + 1) + 1).trim();
      return [JSON.parse(part.slice(0, end + 1)) as string, value] as const;
    }),
  );
}
