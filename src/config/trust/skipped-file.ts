import { AbpError } from "../../contract/index.ts";
import { type FileKey, listFileKeys } from "./file-keys.ts";
import type { ProjectFile } from "./project-file.ts";

/** A project file that is not applied, with the names of the keys that it would set. */
export interface SkippedFile {
  /** The absolute path. */
  readonly file: string;
  /** The path in messages. */
  readonly shown: string;
  /** The SHA-256 of the content. Undefined if the file cannot be read safely, so that it cannot be trusted either. */
  readonly sha256: string | undefined;
  readonly keys: readonly FileKey[];
  /** Why it cannot be read, or why its keys cannot be listed. */
  readonly problem?: string;
  /** `--ignore-project-config` leaves the file out, whether it is trusted or not. */
  readonly reason: "untrusted" | "ignored";
}

/** Describes a file that was read and is not applied. */
export function describeSkipped(
  { path, bytes, sha256 }: ProjectFile,
  shown: string,
  reason: SkippedFile["reason"],
): SkippedFile {
  const keys = listFileKeys(bytes, shown);
  const problem = keys === undefined ? { problem: "it is not valid TOML, so that its keys are unknown" } : {};
  return { file: path, shown, sha256, keys: keys ?? [], ...problem, reason };
}

const MAX_NAMES = 12;

/** More keys than anyone reads. A stranger could otherwise fill the terminal. */
const MAX_LISTED_KEYS = 100;

/** The error for commands and programs that would have used the file. `details` has every key. */
export function untrustedError(skipped: SkippedFile): AbpError {
  const { file, shown, sha256, keys, problem } = skipped;
  const effect = problem ?? summariseKeys(keys);
  const message = `the project file is not trusted and not used: ${effect}`;
  const without = "`--ignore-project-config` goes on without it.";
  const advice =
    sha256 === undefined
      ? `Name a configuration file with --config. ${without}`
      : `Read the file. If you agree with it: \`${trustCommand(file)}\`. ${without}`;
  return new AbpError("config_untrusted", message, {
    where: shown,
    advice,
    details: {
      file,
      sha256,
      keys,
      // The display of errors prints every issue after the first one, which is the message.
      issues: [{ message, where: shown }, ...listKeys(keys, shown)],
      ...(sha256 === undefined ? {} : { command: trustCommand(file) }),
    },
  });
}

function listKeys(keys: readonly FileKey[], shown: string): { message: string; where: string }[] {
  const listed = keys
    .slice(0, MAX_LISTED_KEYS)
    .map(({ key, where }) => ({ message: `would set ${key}`, where }));
  const more = keys.length - listed.length;
  return more === 0
    ? listed
    : [...listed, { message: `would set ${more} more: read the file`, where: shown }];
}

/** Names the keys of a file in one line, with the number of those that do not fit. */
export function summariseKeys(keys: readonly FileKey[]): string {
  const names = keys.slice(0, MAX_NAMES).map(({ key }) => key);
  const more = keys.length > names.length ? ` and ${keys.length - names.length} more` : "";
  return names.length === 0 ? "it sets nothing" : `it would set ${names.join(", ")}${more}`;
}

/** A content that the user can trust, with the keys that it sets. */
export interface TrustableContent {
  /** The absolute path of the file. */
  readonly path: string;
  readonly sha256: string;
  readonly keys: readonly FileKey[];
}

/** The content to trust so that an error of `untrustedError` ends. Undefined for other errors, and if trust cannot help. */
export function contentToTrust(error: unknown): TrustableContent | undefined {
  if (!AbpError.is(error) || error.code !== "config_untrusted") return undefined;
  const { file, sha256, keys } = error.details as { file: string; sha256?: string; keys: readonly FileKey[] };
  return sha256 === undefined ? undefined : { path: file, sha256, keys };
}

/** The command that trusts a file, for a shell. */
export function trustCommand(path: string): string {
  if (/^[\w./@%+=:,-]+$/.test(path)) return `abp config trust ${path}`;
  // A path with control characters is not printed. The command without a path means the current directory.
  return /^[ -~]+$/.test(path) ? `abp config trust '${path.replaceAll("'", `'\\''`)}'` : "abp config trust";
}
