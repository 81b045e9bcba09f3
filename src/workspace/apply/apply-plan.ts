import type { ApplyAction, ApplyConflict } from "./apply-report.ts";
import type { FileIdentity } from "./target-entry.ts";

/** The content of a file or the target of a link: saved in the repository, merged into a file, or kept in a large one. */
export type NewContent =
  | { readonly oid: string }
  | { readonly mergedPath: string | Buffer }
  | { readonly keptAt: string };

/** One change of the workspace. */
export type ApplyStep =
  | { readonly kind: "delete"; readonly rawPath: string; readonly expected: FileIdentity }
  | {
      readonly kind: "mode";
      readonly rawPath: string;
      readonly expected: FileIdentity;
      readonly mode: number;
    }
  | {
      readonly kind: "write";
      readonly rawPath: string;
      readonly type: "file" | "symlink";
      readonly content: NewContent;
      /** Permissions of the file that is replaced; undefined for a new file, which gets those of the umask. */
      readonly mode: number | undefined;
      readonly executable: boolean;
      /** Undefined if nothing is there, or a directory that empties before. */
      readonly expected: FileIdentity | undefined;
    };

/** Everything that applying does, decided before it begins. */
export interface ApplyPlan {
  readonly steps: readonly ApplyStep[];
  readonly files: readonly { readonly rawPath: string; readonly action: ApplyAction }[];
  readonly conflicts: readonly ApplyConflict[];
}

/** Sets or clears the executable bits: those who may read may execute. */
export function withExecutable(mode: number, executable: boolean): number {
  return executable ? mode | ((mode & 0o444) >> 2) : mode & ~0o111;
}
