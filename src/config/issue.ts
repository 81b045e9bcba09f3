import { AbpError } from "../contract/index.ts";

/** One thing to say about the configuration: an error or an advisory warning. */
export interface ConfigIssue {
  /** One sentence that names the key or the variable; never a secret. */
  readonly message: string;
  /** `file:line:column`, a file, an environment variable, or `flags`. */
  readonly where: string;
  /** The key, as TOML writes its path. */
  readonly key?: string;
}

/** What was found so far; readers add to it and go on, so that everything is reported at once. */
export interface Findings {
  readonly issues: ConfigIssue[];
  readonly warnings: ConfigIssue[];
}

/** The one error for all that is wrong. */
export function configError(issues: readonly ConfigIssue[]): AbpError {
  const first = issues[0];
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  return new AbpError("config_invalid", `${first?.message ?? "the configuration is invalid"}${more}`, {
    ...(first === undefined ? {} : { where: first.where }),
    details: { issues },
  });
}
