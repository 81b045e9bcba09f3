import { type ModelName, versionOf } from "./model-name.ts";

// `gpt-5.4-mini-2026-03-01`, `gpt-4o`, `chatgpt-4o-latest`, `gpt-5-codex`, `gpt-35-turbo`.
const gpt = /^(?:chat)?gpt-?(\d)(?:\.(\d{1,2})|(5)(?=-))?(o)?(?:-(.*))?$/;
// `o3`, `o4-mini`, `o1-preview`.
const oSeries = /^o(\d)(?:-(.*))?$/;
const ending = /-?(?:\d{4}-\d{2}-\d{2}|\d{4}|latest|preview)$/;

/** Reads the name of an OpenAI model; undefined for any other name. */
export function readGptName(name: string): ModelName | undefined {
  const reasoning = oSeries.exec(name);
  if (reasoning !== null) {
    const [, major = "", rest = ""] = reasoning;
    return { maker: "o", line: "", version: versionOf(major, undefined), variant: strip(rest) };
  }
  if (name === "chat-latest")
    return { maker: "GPT", line: "", version: Number.POSITIVE_INFINITY, variant: "chat" };
  const match = gpt.exec(name);
  if (match === null) return undefined;
  const [, major = "", dotted, glued, omni = "", rest = ""] = match;
  return { maker: "GPT", line: omni, version: versionOf(major, dotted ?? glued), variant: strip(rest) };
}

function strip(rest: string): string {
  return rest.replace(ending, "");
}
