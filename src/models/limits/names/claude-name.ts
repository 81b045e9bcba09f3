import { type ModelName, versionOf } from "./model-name.ts";

const LINES = "opus|sonnet|haiku|fable|mythos";

// `claude-opus-4-5-20251101`, `claude-opus-4.5`, `claude-opus-latest`; a line that is not known yet is read as well.
const lineFirst = /^claude-([a-z]+)-(?:(\d{1,2})(?:[-.](\d{1,2}))?|latest)(?![\d.])(.*)$/;
// `claude-3-5-sonnet-20241022`, `claude-3.7-sonnet`, `claude-4-opus`.
const versionFirst = new RegExp(`^claude-(\\d{1,2})(?:[-.](\\d{1,2}))?-(${LINES})(.*)$`);

/** Reads the name of a Claude model; undefined for any other name. */
export function readClaudeName(name: string): ModelName | undefined {
  const first = lineFirst.exec(name);
  if (first !== null) {
    const [, line = "", major, minor, rest = ""] = first;
    const version = major === undefined ? Number.POSITIVE_INFINITY : versionOf(major, minor);
    return { maker: "Claude", line, version, variant: rest };
  }
  const turned = versionFirst.exec(name);
  if (turned === null) return undefined;
  const [, major = "", minor, line = "", rest = ""] = turned;
  return { maker: "Claude", line, version: versionOf(major, minor), variant: rest };
}
