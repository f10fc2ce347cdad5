// How well-known servers of one's own are started so that this page may call them and models can use tools. Pure text;
// only settings that their own documentation names (looked up in November 2026).

import { placeOf } from "../broker/places.ts";

export type LocalServer = "ollama" | "lmstudio" | "llamacpp" | "vllm";

/** A line to copy. `where` says what it is for. */
export interface Line {
  readonly where: string;
  readonly text: string;
}

const BY_PORT: Readonly<Record<string, LocalServer>> = { "11434": "ollama", "1234": "lmstudio", "8080": "llamacpp", "8000": "vllm" };
const STANDARD_PORT: Readonly<Record<LocalServer, string>> = { ollama: "11434", lmstudio: "1234", llamacpp: "8080", vllm: "8000" };

/** Which server stands at an address of the reader's own network, by the preset or the usual port; null when it could be any. */
export function localServer(baseUrl: string, preset: string): LocalServer | null {
  return preset === "ollama" || preset === "lmstudio" || preset === "llamacpp" ? preset : (BY_PORT[new URL(baseUrl).port] ?? null);
}

export const isLocalAddress = (baseUrl: string): boolean => placeOf(new URL(baseUrl).hostname) !== "public";

/** What a line can be made with. */
export interface Place {
  readonly baseUrl: string;
  readonly preset: string;
  readonly model: string;
  /** This page's own origin. */
  readonly origin: string;
}

/** The lines for the server at that place; one for each that it could be when that is not known. */
export function startLines(place: Place): readonly Line[] {
  const server = localServer(place.baseUrl, place.preset);
  if (server !== null) return LINES[server](place);
  return (Object.keys(LINES) as LocalServer[]).flatMap((each) => LINES[each](place).slice(0, 1));
}

const LINES: Readonly<Record<LocalServer, (place: Place) => readonly Line[]>> = {
  ollama: ({ origin }) => [
    { where: "Ollama, from a terminal", text: `OLLAMA_ORIGINS=${origin} ollama serve` },
    { where: "Ollama on macOS; then quit the app and open it again", text: `launchctl setenv OLLAMA_ORIGINS "${origin}"` },
    { where: "Ollama on Windows; then quit it in the tray and start it again", text: `setx OLLAMA_ORIGINS "${origin}"` },
    {
      where: "Ollama as a Linux service: sudo systemctl edit ollama, these two lines, then sudo systemctl restart ollama",
      text: `[Service]\nEnvironment="OLLAMA_ORIGINS=${origin}"`,
    },
  ],
  lmstudio: (place) => [
    { where: "LM Studio, from a terminal (in the app: Developer, Server Settings, Enable CORS)", text: `lms server start --cors${port(place, "lmstudio")}` },
  ],
  llamacpp: (place) => [
    {
      where: `llama.cpp: it lets every page in, unless it was started with --cors-origins; --jinja is for tools`,
      text: `llama-server --jinja -m ${/\.gguf$/i.test(place.model) ? shown(place.model) : "MODEL.gguf"}${port(place, "llamacpp")}`,
    },
  ],
  vllm: (place) => [
    {
      where: "vLLM: hermes is the parser for Qwen 2.5 and Hermes; other models have their own",
      text:
        `vllm serve ${shown(place.model)} --allowed-origins '["${place.origin}"]' ` +
        `--enable-auto-tool-choice --tool-call-parser hermes${port(place, "vllm")}`,
    },
  ],
};

/** A model's name where it can stand in a command as it is. */
const shown = (model: string): string => (/^[\w./:@-]+$/.test(model) && !model.startsWith("-") ? model : "MODEL");

function port({ baseUrl }: Place, server: LocalServer): string {
  const given = new URL(baseUrl).port;
  return given === "" || given === STANDARD_PORT[server] ? "" : ` --port ${given}`;
}
