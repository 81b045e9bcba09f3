import { type ModelName, versionOf } from "./model-name.ts";

// `kimi-k2.5`, `kimi-k3`, `kimi-k2-thinking`, `kimi-k2-0905-preview`.
const numbered = /^kimi-k(\d{1,2})(?:[.-](\d{1,2})(?=-|$))?(?:-(.*))?$/;

/** Reads the name of a model of Moonshot's; undefined for any other name. */
export function readKimiName(name: string): ModelName | undefined {
  const match = numbered.exec(name);
  if (match !== null) {
    const [, major = "", minor, variant = ""] = match;
    return { maker: "Kimi", line: "k", version: versionOf(major, minor), variant };
  }
  if (name.startsWith("moonshot-v1"))
    return { maker: "Moonshot", line: "v", version: 100, variant: name.slice(12) };
  // `kimi-latest`, `kimi-for-coding`: names of whatever is newest.
  if (!name.startsWith("kimi-")) return undefined;
  return { maker: "Kimi", line: "k", version: Number.POSITIVE_INFINITY, variant: name.slice(5) };
}
