// Runs esbuild with the options given as JSON on standard input and prints its metafile. Decides nothing.
//
// Through esbuild's JavaScript interface, which finds its platform's binary with or without an install script.
import { readFileSync } from "node:fs";
import { build } from "esbuild";

try {
  const result = await build({ ...JSON.parse(readFileSync(0, "utf8")), bundle: true, metafile: true, logLevel: "warning" });
  process.stdout.write(JSON.stringify(result.metafile));
} catch {
  // esbuild has printed what is wrong, with the lines.
  process.exitCode = 1;
}
