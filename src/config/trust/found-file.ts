import { type ProjectFile, ProjectFileError } from "./project-file.ts";
import type { ProjectTrust } from "./project-trust.ts";
import { describeSkipped, type SkippedFile } from "./skipped-file.ts";

/** What becomes of the project file: it is applied, left out, or not there. */
export type FoundFile =
  | { readonly applied: ProjectFile }
  | { readonly skipped: SkippedFile }
  | { readonly missing: true };

/** Reads the project file and decides whether it counts. `isIgnored` leaves it out even if it is trusted. */
export function judgeFoundFile(
  file: string,
  shown: string,
  { trust, isIgnored }: { readonly trust: ProjectTrust; readonly isIgnored: boolean },
): FoundFile {
  const reason = isIgnored ? "ignored" : "untrusted";
  let found: ProjectFile | undefined;
  try {
    found = trust.read(file);
  } catch (error) {
    if (!(error instanceof ProjectFileError)) throw error;
    return { skipped: { file, shown, sha256: undefined, keys: [], problem: error.message, reason } };
  }
  if (found === undefined) return { missing: true };
  if (isIgnored || !trust.trusts(found)) return { skipped: describeSkipped(found, shown, reason) };
  return { applied: found };
}
