import { AbpError, type ErrorCode } from "../../contract/index.ts";
import { reasonOf } from "../../lib/index.ts";
import { displayPath } from "../manifest/display-path.ts";
import { TreeError, type TreeFault, type TreeFaultKind } from "../walk/tree-fault.ts";

const CODES: Readonly<Record<TreeFaultKind, ErrorCode>> = {
  changed: "workspace_unstable",
  too_many_entries: "workspace_over_budget",
  too_many_bytes: "workspace_over_budget",
  too_deep: "workspace_over_budget",
  full: "workspace_full",
  failed: "workspace_staging_failed",
};

/** The error that users see for a fault of a tree. Other errors are returned as they are. */
export function stageError(error: unknown, root: string): unknown {
  if (!(error instanceof TreeError)) return error;
  const { fault } = error;
  const path = displayPath(fault.rawPath);
  const code = CODES[fault.kind];
  return new AbpError(code, describe(fault, path, root), {
    where: path === "" ? root : `${root}/${path}`,
    details: { fault: fault.kind, path },
    cause: error,
  });
}

function describe(fault: TreeFault, path: string, root: string): string {
  switch (fault.kind) {
    case "changed":
      return `${path || root} changed while the workspace was read: ${fault.reason}`;
    case "too_many_entries":
      return `The workspace has ${fault.reason}`;
    case "too_many_bytes":
      return `The files of the workspace are larger than permitted; ${path} has ${fault.reason}`;
    case "too_deep":
      return `The workspace has ${fault.reason} of directories, at ${path.slice(0, 200)}`;
    case "full":
      return `No space is left for the copy of ${path || root}`;
    case "failed":
      return `${path || root} cannot be staged: ${reasonOf({ code: fault.reason })}`;
  }
}
