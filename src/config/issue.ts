import { AbpError } from "../contract/index.ts";

/** An error or a warning about the configuration. */
export interface ConfigIssue {
  /** One sentence that names the key or the variable. It never contains a secret. */
  readonly message: string;
  /** `file:line:column`, a file, an environment variable, or `flags`. */
  readonly where: string;
  /** The key, as TOML writes its path. */
  readonly key?: string;
}

/** The errors and warnings found so far. */
export interface Findings {
  readonly issues: ConfigIssue[];
  readonly warnings: ConfigIssue[];
}

/**
 * Every problem that a `config_invalid` error lists; none of another error.
 *
 * @example
 * import { configIssuesOf, loadConfig } from "agent-backplane/config";
 * try {
 *   loadConfig();
 * } catch (error) {
 *   for (const issue of configIssuesOf(error)) console.error(issue);
 * }
 */
export function configIssuesOf(error: unknown): readonly ConfigIssue[] {
  if (!AbpError.is(error) || error.code !== "config_invalid") return [];
  return (error.details["issues"] as readonly ConfigIssue[] | undefined) ?? [];
}

/** Makes one `config_invalid` error of all issues. Its message is the first one, and `details.issues` has all. */
export function configError(issues: readonly ConfigIssue[]): AbpError {
  const first = issues[0];
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  return new AbpError("config_invalid", `${first?.message ?? "the configuration is invalid"}${more}`, {
    ...(first === undefined ? {} : { where: first.where }),
    details: { issues },
  });
}
