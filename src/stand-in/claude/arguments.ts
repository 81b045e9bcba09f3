import { AbpError } from "../../contract/index.ts";
import { claudeFlags, flagAliases } from "./flags.ts";

/** The command line of Claude Code, split into flags and the rest. */
export interface CommandLine {
  /** The values of each flag that is given. A switch has none. */
  readonly flags: ReadonlyMap<string, readonly string[]>;
  /** The prompt, if it is an argument. */
  readonly prompt: string | undefined;
}

/** Splits a command line. Throws `usage_invalid` for a flag that Claude Code does not have, and for one without its value. */
export function readCommandLine(argv: readonly string[]): CommandLine {
  const flags = new Map<string, string[]>();
  const rest: string[] = [];
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index]!;
    if (word === "--") {
      rest.push(...argv.slice(index + 1));
      break;
    }
    if (!word.startsWith("-") || word === "-") {
      rest.push(word);
      continue;
    }
    const cut = word.indexOf("=");
    const written = cut === -1 ? word : word.slice(0, cut);
    const name = flagAliases[written] ?? written;
    const flag = Object.hasOwn(claudeFlags, name) ? claudeFlags[name]! : undefined;
    if (flag === undefined) throw new AbpError("usage_invalid", `unknown option '${written}'`);
    const values = flags.get(name) ?? [];
    flags.set(name, values);
    if (flag.value === "none") continue;
    if (cut !== -1) {
      values.push(word.slice(cut + 1));
      continue;
    }
    const next = argv[index + 1];
    const hasNext = next !== undefined && !next.startsWith("--");
    if (flag.value === "one" && next === undefined) {
      throw new AbpError("usage_invalid", `option '${name} <value>' argument missing`);
    }
    if (flag.value !== "one" && !hasNext) continue;
    values.push(next!);
    index += 1;
    while (flag.value === "list" && argv[index + 1]?.startsWith("-") === false) {
      values.push(argv[index + 1]!);
      index += 1;
    }
  }
  return { flags, prompt: rest.length === 0 ? undefined : rest.join(" ") };
}
