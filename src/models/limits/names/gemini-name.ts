import { type ModelName, versionOf } from "./model-name.ts";

// `gemini-2.5-flash-lite-preview-09-2025`, `gemini-3-flash-preview`, `gemini-4-argon`, `gemini-2.0-flash-001`.
const versioned = /^gemini-(\d{1,2})(?:[.-](\d{1,2})(?=-|$))?(?:-(.*))?$/;
// `gemini-flash-latest` and `gemini-flash-lite-latest` stand for the newest of their kind.
const newest = /^gemini-(.*)-latest$/;
const ending = /-?(?:preview(?:-.*)?|latest|exp(?:-.*)?|\d{3}|\d{2}-\d{4}|customtools)$/;

/** Reads the name of a Gemini model; undefined for any other name. */
export function readGeminiName(name: string): ModelName | undefined {
  const match = versioned.exec(name);
  if (match !== null) {
    const [, major = "", minor, rest = ""] = match;
    return {
      maker: "Gemini",
      line: "",
      version: versionOf(major, minor),
      variant: rest.replace(ending, ""),
    };
  }
  const alias = newest.exec(name);
  if (alias === null) return undefined;
  return { maker: "Gemini", line: "", version: Number.POSITIVE_INFINITY, variant: alias[1] ?? "" };
}
