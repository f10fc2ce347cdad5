// Which of the names in a list were probably meant. Pure; knows how models are called, and no server.

const MOST = 3;

/** The closest first; only those that are close at all. */
export function likeliest(typed: string, names: readonly string[]): readonly string[] {
  const scored = names.map((name) => ({ name, far: distance(plain(typed), plain(name)) }));
  const near = scored.filter(({ name, far }) => far <= Math.max(2, plain(typed).length / 3) || isPart(typed, name));
  return near.sort((a, b) => a.far - b.far).slice(0, MOST).map(({ name }) => name);
}

/** Without what is often left out: the maker before a slash, Ollama's ":latest", signs and capitals. */
function plain(name: string): string {
  return name.toLowerCase().replace(/^.*\//, "").replace(/:latest$/, "").replace(/[^a-z0-9]/g, "");
}

function isPart(typed: string, name: string): boolean {
  const wanted = plain(typed);
  return wanted.length >= 3 && plain(name).includes(wanted);
}

/** How many letters have to be put in, taken out or changed. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, changed));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
