import { AbpError } from "../../contract/index.ts";
import { compileGlobSet, GlobError, type GlobSet } from "../../lib/index.ts";
import { AgentSettings, type SettingsPlace } from "./agent-settings.ts";
import type { LinkTarget } from "./link-target.ts";

/** What decides about the entries of a tree. */
export interface RuleSource {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Undefined denies nothing. */
  readonly isDenied?: ((path: string, resolved: string | undefined) => string | undefined) | undefined;
  /** Places that the agent executes or takes settings from. They are left out. */
  readonly settings?: readonly SettingsPlace[] | undefined;
}

/** Why settings of the agent are left out. */
export const SETTINGS_REASON = "settings of the agent";

/** `omit`: not wanted, nothing to report. `pass`: a directory that is only needed if something in it is taken. */
export type Verdict = "take" | "pass" | "omit" | { readonly reason: string; readonly rule?: string };

/** Decides which entries are staged. Exclusion wins over inclusion; a rule on a directory holds for all of its content. */
export class StageRules {
  readonly #include: GlobSet | undefined;
  readonly #exclude: GlobSet | undefined;
  readonly #isDenied: NonNullable<RuleSource["isDenied"]>;
  readonly #settings: AgentSettings;
  /** Whether no rule can leave out a file, so that none has to be asked. `.git` is no matter of rules. */
  readonly takesEveryFile: boolean;
  /** Whether only the settings of the agent can, so that `takesName` is asked first. */
  readonly asksNamesOnly: boolean;

  /** Throws `workspace_staging_failed` at a pattern that is no glob. */
  constructor(source: RuleSource) {
    this.#include = compilePatterns(source.include);
    this.#exclude = compilePatterns(source.exclude);
    this.#isDenied = source.isDenied ?? (() => undefined);
    this.#settings = new AgentSettings(source.settings ?? []);
    this.asksNamesOnly =
      this.#include === undefined && this.#exclude === undefined && source.isDenied === undefined;
    this.takesEveryFile = this.asksNamesOnly && (source.settings ?? []).length === 0;
  }

  /** `isIncluded` says that a directory above matches an include pattern. */
  judgeFile(rawPath: string, isIncluded: boolean): Verdict {
    const path = ruleText(rawPath);
    if (this.#exclude?.matches(path)) return "omit";
    const rule = this.#isDenied(path, undefined);
    if (rule !== undefined) return { reason: "denied", rule };
    if (this.#isSetting(rawPath)) return { reason: SETTINGS_REASON };
    return isIncluded || this.includes(rawPath) ? "take" : "omit";
  }

  judgeDirectory(rawPath: string, isIncluded: boolean): Verdict {
    const path = ruleText(rawPath);
    if (this.#exclude?.matches(path) || this.#exclude?.matches(`${path}/`)) return "omit";
    const rule = this.#isDenied(path, undefined) ?? this.#isDenied(`${path}/`, undefined);
    if (rule !== undefined) return { reason: "denied", rule };
    if (this.#isSetting(rawPath)) return { reason: SETTINGS_REASON };
    return isIncluded || this.includes(rawPath) ? "take" : "pass";
  }

  /** A link is judged by its own path and by the path that it leads to. */
  judgeLink(rawPath: string, isIncluded: boolean, target: LinkTarget): Verdict {
    const own = this.judgeFile(rawPath, isIncluded);
    if (own !== "take") return own;
    // What the link leads to would stand at the place of settings.
    if (this.#settings.placeBelow(rawPath) !== undefined) return { reason: SETTINGS_REASON };
    const path = ruleText(rawPath);
    const resolved = ruleText(target.resolved);
    const rule =
      this.#isDenied(path, resolved) ??
      (target.isDirectory ? this.#isDenied(path, `${resolved}/`) : undefined) ??
      this.#ruleAt(target.inside);
    if (rule !== undefined) return { reason: "leads to a denied path", rule };
    if (target.inside !== undefined && this.#isSetting(target.inside))
      return { reason: `leads to ${SETTINGS_REASON}` };
    return target.inside === undefined || this.#wants(target.inside, target.isDirectory) ? "take" : "omit";
  }

  /** Whether no rule leaves out a file of a directory, by its name alone. Only for rules that ask names only. */
  takesName(name: string, isMixedDirectory: boolean): boolean {
    return !isMixedDirectory && !this.#settings.mayBePlace(name);
  }

  /** Whether a directory holds settings of the agent beside documents, so that its files are judged one by one. */
  isMixed(rawDirectory: string): boolean {
    return this.#settings.isMixed(rawDirectory);
  }

  /** Whether an include pattern matches this very path. */
  includes(rawPath: string): boolean {
    return this.#include === undefined || this.#include.matches(ruleText(rawPath));
  }

  #isSetting(rawPath: string): boolean {
    return this.#settings.placeOf(rawPath) !== undefined;
  }

  /** The rule that denies a path of the tree or a directory above it. */
  #ruleAt(inside: string | undefined): string | undefined {
    if (inside === undefined || inside === "") return undefined;
    for (const path of [...pathsAbove(inside), ruleText(inside)]) {
      const rule = this.#isDenied(path, undefined) ?? this.#isDenied(`${path}/`, undefined);
      if (rule !== undefined) return rule;
    }
    return undefined;
  }

  #wants(inside: string, isDirectory: boolean): boolean {
    if (inside === "") return true;
    if (inside.split("/").some(isGitName)) return false;
    const above = pathsAbove(inside);
    const path = ruleText(inside);
    if ([...above, path].some((each) => this.#exclude?.matches(each) || this.#exclude?.matches(`${each}/`))) {
      return false;
    }
    // A directory is staged as soon as something in it is included, which a link to it cannot know.
    return (
      isDirectory ||
      this.#include === undefined ||
      [...above, path].some((each) => this.#include?.matches(each))
    );
  }
}

/** The repository of a stage, in its root. */
export const OWN_REPOSITORY = ".git";

/** Whether a name is that of a git directory, on any file system. */
export function isGitName(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === ".git";
}

/**
 * The text that patterns are matched with. Bytes that are not UTF-8 become U+FFFD, so that `*.env` also matches a name that
 * contains such bytes.
 */
function ruleText(rawPath: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII as a whole
  return /^[\x00-\x7f]*$/.test(rawPath) ? rawPath : Buffer.from(rawPath, "latin1").toString("utf8");
}

function pathsAbove(rawPath: string): string[] {
  const names = ruleText(rawPath).split("/");
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join("/"));
}

function compilePatterns(patterns: readonly string[]): GlobSet | undefined {
  if (patterns.length === 0) return undefined;
  try {
    return compileGlobSet(
      patterns.map((pattern) => pattern.replace(/^(?:\.\/)+/, "").replace(/(?<=.)\/$/, "")),
    );
  } catch (error) {
    if (!(error instanceof GlobError)) throw error;
    throw new AbpError(
      "workspace_staging_failed",
      `A pattern of the workspace is no glob: ${error.message}`,
      {
        cause: error,
      },
    );
  }
}
