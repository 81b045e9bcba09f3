import { basename } from "node:path";
import type { AgentConnection } from "./agent-connection.ts";
import { scriptCommands } from "./script-commands.ts";
import { interpreters, packageRunners, shells, type Wrapper, wrappers } from "./wrappers.ts";

/** Where arguments for an agent can be put. */
export type ArgumentPlace =
  /** Among the words of the command: before the word of this index, after the words `before`. */
  | { readonly in: "words"; readonly at: number; readonly before: readonly string[] }
  /** Nowhere: a shell's script names the agent. `isOnPath` says whether the shell looks for it in `PATH`. */
  | { readonly in: "script"; readonly isOnPath: boolean };

/** An agent within the words of a command. */
export interface AgentCommand {
  readonly tool: AgentConnection;
  readonly place: ArgumentPlace;
  /** The names of variables that the command itself sets for the agent. */
  readonly assigned: readonly string[];
  /** The program that starts the agent without the variables of this process; undefined if they reach it. */
  readonly clearedBy: string | undefined;
}

interface Search {
  readonly connections: readonly AgentConnection[];
  readonly words: readonly string[];
  /** What the words before say about the agent's variables. */
  readonly assigned: readonly string[];
  readonly clearedBy: string | undefined;
}

const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)=/;

/**
 * Finds the agent that a command starts: by its own name, or within wrappers such as `env`, `timeout`, `npx`, `node` and the script
 * of `bash -c`. Undefined if no known agent is among the words.
 */
export function findAgentCommand(
  words: readonly string[],
  connections: readonly AgentConnection[],
): AgentCommand | undefined {
  return searchAt(0, { connections, words, assigned: [], clearedBy: undefined });
}

/** The name of a program, without its folder and extension. */
export function programName(word: string): string {
  return basename(word.replaceAll("\\", "/")).replace(/\.(exe|cmd|ps1|js|mjs)$/i, "");
}

function searchAt(at: number, search: Search): AgentCommand | undefined {
  const word = search.words[at];
  if (word === undefined) return undefined;
  const name = programName(word);
  const tool = search.connections.find((one) => one.executables.includes(name));
  if (tool !== undefined) return found(tool, at + 1, search);
  if (Object.hasOwn(wrappers, name)) return searchWrapped(at, wrappers[name]!, search);
  if (shells.includes(name)) return searchScript(at, search);
  const inPackage = Object.hasOwn(packageRunners, name) ? searchPackage(at, search) : undefined;
  if (inPackage !== undefined) return inPackage;
  if (Object.hasOwn(interpreters, name)) return searchInterpreted(at, search);
  // Many programs take a command after `--`.
  const dashes = search.words.indexOf("--", at + 1);
  return dashes < 0 ? undefined : searchAt(dashes + 1, search);
}

function found(
  tool: AgentConnection,
  at: number,
  { assigned, clearedBy }: Search,
  before: readonly string[] = [],
): AgentCommand {
  return { tool, place: { in: "words", at, before }, assigned, clearedBy };
}

function searchWrapped(start: number, wrapper: Wrapper, search: Search): AgentCommand | undefined {
  const { words } = search;
  const { at, options } = skipOptions(words, start + 1, wrapper.values ?? []);
  let command = at + (wrapper.operands ?? 0);
  const assigned = [...search.assigned];
  if (wrapper.takesAssignments === true) {
    for (let match = assignment(words[command]); match !== undefined; match = assignment(words[command])) {
      assigned.push(match);
      command += 1;
    }
  }
  const has = (names: readonly string[]) =>
    options.some((option) => names.includes(option.replace(/=.*$/s, "")));
  const clears =
    (wrapper.clearing !== undefined && has(wrapper.clearing)) ||
    (wrapper.keeping !== undefined && !has(wrapper.keeping));
  const clearedBy = clears ? (search.clearedBy ?? programName(words[start]!)) : search.clearedBy;
  return searchAt(command, { ...search, assigned, clearedBy });
}

function searchScript(start: number, search: Search): AgentCommand | undefined {
  let at = start + 1;
  let hasScript = false;
  for (; search.words[at]?.startsWith("-") === true; at += 1) {
    const option = search.words[at]!;
    if (/^-[a-zA-Z]*c[a-zA-Z]*$/.test(option) || option === "--command") hasScript = true;
    else if (option === "-o" || option === "--rcfile") at += 1;
  }
  const script = search.words[at];
  return hasScript && script !== undefined ? searchText(script, search) : undefined;
}

function searchText(script: string, search: Search): AgentCommand | undefined {
  for (const words of scriptCommands(script)) {
    const first = words.findIndex((word) => !ASSIGNMENT.test(word));
    if (first < 0) continue;
    const set = words.slice(0, first).map((word) => assignment(word)!);
    const inner = searchAt(first, { ...search, words, assigned: [...search.assigned, ...set] });
    if (inner === undefined) continue;
    const { tool, place } = inner;
    const isOnPath =
      place.in === "script" ? place.isOnPath : tool.executables.includes(words[place.at - 1] ?? "");
    return { ...inner, place: { in: "script", isOnPath: isOnPath && !isPackage(words) } };
  }
  return undefined;
}

// A package runner looks for the program in packages first.
function isPackage(words: readonly string[]): boolean {
  return words.some((word) => Object.hasOwn(packageRunners, programName(word)));
}

function searchPackage(start: number, search: Search): AgentCommand | undefined {
  const { words, connections } = search;
  const runner = packageRunners[programName(words[start]!)]!;
  let from = start + 1;
  if (runner.subcommands.length > 0) {
    from = skipOptions(words, from, runner.values).at;
    if (!runner.subcommands.includes(words[from] ?? "")) return undefined;
    from += 1;
  }
  const script = words.findIndex((word, index) => index >= from && runner.scripts.includes(word));
  const { at } = skipOptions(words, from, [...runner.values, ...runner.scripts]);
  if (script >= from && script < at) return searchText(words[script + 1] ?? "", search);
  const spec = words[at];
  if (spec === undefined) return undefined;
  const name = spec.replace(/(?<=.)@[^/]*$/, "");
  const tool = connections.find((one) => one.package === name || one.executables.includes(name));
  if (tool === undefined) return undefined;
  if (!runner.readsOn || words[at - 1] === "--") return found(tool, at + 1, search);
  return words[at + 1] === "--" ? found(tool, at + 2, search) : found(tool, at + 1, search, ["--"]);
}

function searchInterpreted(start: number, search: Search): AgentCommand | undefined {
  const { words, connections } = search;
  const values = interpreters[programName(words[start]!)]!;
  const { at: first, options } = skipOptions(words, start + 1, values);
  if (options.some((option) => /^(-e|-p|-pe|--eval|--print)$/.test(option))) return undefined;
  const at = words[first] === "run" ? skipOptions(words, first + 1, values).at : first;
  const script = (words[at] ?? "").replaceAll("\\", "/");
  const tool =
    connections.find((one) => one.package !== undefined && script.includes(`node_modules/${one.package}/`)) ??
    connections.find((one) => one.executables.includes(programName(script)));
  return tool === undefined ? undefined : found(tool, at + 1, search);
}

/** The index of the first word that is no option, and the options before it. */
function skipOptions(
  words: readonly string[],
  from: number,
  values: readonly string[],
): { readonly at: number; readonly options: readonly string[] } {
  const options: string[] = [];
  let at = from;
  while (words[at]?.startsWith("-") === true) {
    const option = words[at]!;
    at += 1;
    if (option === "--") break;
    options.push(option);
    if (values.includes(option)) at += 1;
  }
  return { at, options };
}

function assignment(word: string | undefined): string | undefined {
  return word === undefined ? undefined : ASSIGNMENT.exec(word)?.[1];
}
