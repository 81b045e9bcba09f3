import { AbpError } from "./abp-error.ts";

/** A setting of the configuration that cannot be used. */
export interface SettingIssue {
  /** One sentence that names the setting. It never contains a secret. */
  readonly message: string;
  /** The setting, as TOML writes its path; for an item of a list with its index in brackets. */
  readonly key: string;
}

/**
 * Formats a path as TOML does: `backends."my agent".command`.
 *
 * @example
 * import { formatKeyPath } from "agent-backplane/contract";
 * formatKeyPath(["backends", "my agent", "command"]); // backends."my agent".command
 */
export function formatKeyPath(path: readonly string[]): string {
  return path.map((name) => (/^[A-Za-z0-9_-]+$/.test(name) ? name : JSON.stringify(name))).join(".");
}

/**
 * The error of one setting. The message goes on after the path of the setting; `item` is an index in its list.
 *
 * @example
 * import { settingError } from "agent-backplane/contract";
 * throw settingError(["engines", "main", "base_url"], "is no URL", { advice: "begin it with https://" });
 */
export function settingError(
  path: readonly string[],
  message: string,
  { item, advice }: { readonly item?: number; readonly advice?: string } = {},
): AbpError {
  const key = `${formatKeyPath(path)}${item === undefined ? "" : `[${item}]`}`;
  return settingsError([{ message: `\`${key}\` ${message}`, key }], advice);
}

/**
 * One `config_invalid` error of all issues. Its message is the first one, and `details.issues` has all.
 *
 * @example
 * import { settingsError } from "agent-backplane/contract";
 * throw settingsError([{ key: "port", message: "`port` is no number" }], "set it to a number");
 */
export function settingsError(issues: readonly SettingIssue[], advice?: string): AbpError {
  const [first] = issues;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  return new AbpError("config_invalid", `${first?.message ?? "the configuration is invalid"}${more}`, {
    ...(first === undefined ? {} : { where: first.key }),
    ...(advice === undefined ? {} : { advice }),
    details: { issues },
  });
}

/**
 * The issues that an error about settings lists; one of its message and place if it lists none. Any other error is thrown again.
 *
 * @example
 * import { loadConfig } from "agent-backplane/config";
 * import { settingIssuesOf } from "agent-backplane/contract";
 * try {
 *   loadConfig();
 * } catch (error) {
 *   for (const { key, message } of settingIssuesOf(error)) console.error(key, message);
 * }
 */
export function settingIssuesOf(error: unknown): readonly SettingIssue[] {
  if (!AbpError.is(error)) throw error;
  const listed: unknown = error.details["issues"];
  if (Array.isArray(listed) && listed.length > 0 && listed.every(isIssue))
    return listed.map(({ message, key }) => ({ message, key }));
  return [{ message: error.message, key: error.where ?? "configuration" }];
}

function isIssue(value: Partial<SettingIssue> | null): value is SettingIssue {
  return typeof value?.message === "string" && typeof value.key === "string";
}

/**
 * Calls all readers and returns their results by name. If one reader throws an error of ours, it throws that error; if several
 * do, it throws one with the issues of all of them.
 *
 * @example
 * import { readSettings } from "agent-backplane/contract";
 * const { port, host } = readSettings({
 *   port: () => Number(process.env["PORT"] ?? 80),
 *   host: () => process.env["HOST"] ?? "localhost",
 * });
 */
export function readSettings<Readers extends Readonly<Record<string, () => unknown>>>(
  readers: Readers,
): { readonly [Name in keyof Readers]: ReturnType<Readers[Name]> } {
  const errors: unknown[] = [];
  const results = new Map<string, unknown>();
  for (const [name, read] of Object.entries(readers)) {
    try {
      results.set(name, read());
    } catch (error) {
      if (!AbpError.is(error)) throw error;
      errors.push(error);
    }
  }
  if (errors.length > 0)
    throw errors.length === 1 ? errors[0] : settingsError(errors.flatMap(settingIssuesOf));
  return Object.fromEntries(results) as { [Name in keyof Readers]: ReturnType<Readers[Name]> };
}
