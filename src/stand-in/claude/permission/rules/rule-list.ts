import { isObject, textMember } from "../../../lines/json-lines.ts";
import { CommandLine } from "./command-rule.ts";
import { type PathRule, readPathRule } from "./path-rule.ts";
import { hasWildcards, namesTool, type Rule } from "./rule.ts";

/** Tools that a rule on reading or changing a path is for. Each may stand in such a rule. */
const PATH_TOOLS = {
  read: ["Read", "Glob", "Grep", "LS", "NotebookRead"],
  change: ["Edit", "Write", "MultiEdit", "NotebookEdit"],
} as const;

/** Tools with a name that a rule may stand for, by the members of their input that hold it. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  Task: ["subagent_type"],
  Agent: ["subagent_type"],
  Skill: ["skill", "command", "name"],
};

type Access = keyof typeof PATH_TOOLS;

/** What a rule with a pattern is about. */
type Scope =
  | { readonly kind: "command"; readonly pattern: string }
  | { readonly kind: "path"; readonly access: Access; readonly means: PathRule; readonly tool: string }
  | { readonly kind: "domain"; readonly pattern: string }
  | { readonly kind: "name"; readonly pattern: string; readonly tool: string };

/** Reads what a rule is about; undefined for a rule on a whole tool. Throws for a pattern that has no meaning for its tool. */
export function readScope({ tool, pattern }: Rule, cwd: string): Scope | undefined {
  if (pattern === undefined) return undefined;
  if (tool === "Bash") return { kind: "command", pattern };
  for (const access of ["read", "change"] as const) {
    if ((PATH_TOOLS[access] as readonly string[]).includes(tool))
      return { kind: "path", access, means: readPathRule(pattern, cwd), tool };
  }
  const domain = tool === "WebFetch" ? /^domain:(.+)$/.exec(pattern.trim())?.[1] : undefined;
  if (domain !== undefined) return { kind: "domain", pattern: domain.toLowerCase() };
  if (Object.hasOwn(NAMED, tool)) return { kind: "name", pattern: pattern.trim(), tool };
  throw new Error(`${tool}(${pattern}) has no meaning here`);
}

/** Rules of one kind: those that allow, that deny, or that ask. */
export class RuleList {
  readonly #whole: string[] = [];
  readonly #scopes: Scope[] = [];
  readonly #cwd: string;

  /** `rules` have a meaning. */
  constructor(rules: readonly Rule[], cwd: string) {
    this.#cwd = cwd;
    for (const rule of rules) this.add(rule);
  }

  /** Adds a rule. Throws for a pattern that has no meaning for its tool. */
  add(rule: Rule): void {
    const scope = readScope(rule, this.#cwd);
    if (scope === undefined) this.#whole.push(rule.tool);
    else this.#scopes.push(scope);
  }

  /** Whether a rule may mean some use of the tool. */
  concern(tool: string): boolean {
    return this.#isWhole(tool) || this.#scopes.some((scope) => toolsOf(scope).includes(tool));
  }

  /** The names in rules that mean all uses of a tool. */
  get wholeTools(): readonly string[] {
    return this.#whole;
  }

  /** The tools that rules with a pattern are about. */
  get scopedTools(): readonly string[] {
    return [...new Set(this.#scopes.flatMap(toolsOf))];
  }

  /** Whether a rule means the use or any part of it. */
  hit(tool: string, input: unknown): boolean {
    if (this.#isWhole(tool)) return true;
    const line = commandOf(tool, input);
    return this.#scopes.some((scope) => {
      if (!toolsOf(scope).includes(tool)) return false;
      if (scope.kind === "command") return line?.isHitBy(scope.pattern) ?? true;
      if (scope.kind === "domain") return isDomain(scope.pattern, input);
      if (scope.kind === "name") return isNamed(scope.pattern, tool, input);
      const shown = scope.access === "read" ? line?.reads : line?.writes;
      const paths = line === undefined ? pathsOf(input) : shown!;
      // A change without a known path could be one of a denied path.
      return paths === undefined ? scope.access === "change" : paths.some(scope.means);
    });
  }

  /** Whether rules mean every part of the use. `mayWrite` says which files a command may write besides. */
  cover(tool: string, input: unknown, mayWrite: (path: string) => boolean = () => false): boolean {
    if (this.#isWhole(tool)) return true;
    const scopes = this.#scopes.filter((scope) => toolsOf(scope).includes(tool));
    const changes = scopes.flatMap((scope) => (isChange(scope) ? [scope.means] : []));
    const line = commandOf(tool, input);
    if (line !== undefined) {
      const patterns = scopes.flatMap((scope) => (scope.kind === "command" ? [scope.pattern] : []));
      return line.isAllowedBy(patterns, (path) => mayWrite(path) || changes.some((means) => means(path)));
    }
    const paths = pathsOf(input);
    if (PATH_TOOLS.change.some((name) => name === tool))
      return paths?.every((path) => changes.some((means) => means(path))) === true;
    return scopes.some((scope) => {
      if (scope.kind === "domain") return isDomain(scope.pattern, input);
      if (scope.kind === "name") return isNamed(scope.pattern, tool, input);
      return scope.kind === "path" && scope.access === "read" && paths?.every(scope.means) === true;
    });
  }

  #isWhole(tool: string): boolean {
    return this.#whole.some((rule) => namesTool(rule, tool));
  }
}

/** As with Claude Code, only rules of `Edit` allow changes. */
function isChange(scope: Scope): scope is Extract<Scope, { kind: "path" }> {
  return scope.kind === "path" && scope.access === "change" && scope.tool === "Edit";
}

/** The tools that a rule with a pattern may mean. Commands read and change files too. */
function toolsOf(scope: Scope): readonly string[] {
  if (scope.kind === "command") return ["Bash"];
  if (scope.kind === "domain") return ["WebFetch"];
  if (scope.kind === "name") return scope.tool === "Skill" ? ["Skill"] : ["Task", "Agent"];
  return [...PATH_TOOLS[scope.access], "Bash"];
}

function commandOf(tool: string, input: unknown): CommandLine | undefined {
  const command = tool === "Bash" && isObject(input) ? textMember(input, "command") : undefined;
  return command === undefined ? undefined : new CommandLine(command);
}

/** The paths that a tool names; undefined if it names none. */
function pathsOf(input: unknown): readonly string[] | undefined {
  if (!isObject(input)) return undefined;
  const named = ["file_path", "notebook_path", "path"].flatMap((name) => textMember(input, name) ?? []);
  return named.length === 0 ? undefined : named;
}

function isDomain(pattern: string, input: unknown): boolean {
  const url = isObject(input) ? textMember(input, "url") : undefined;
  const host = url === undefined ? undefined : URL.parse(url)?.hostname;
  return host !== undefined && hasWildcards(pattern, host.toLowerCase().replace(/\.$/, ""));
}

function isNamed(pattern: string, tool: string, input: unknown): boolean {
  const members = isObject(input) ? (NAMED[tool] ?? []).flatMap((name) => textMember(input, name) ?? []) : [];
  return members.some((name) => hasWildcards(pattern, name));
}
