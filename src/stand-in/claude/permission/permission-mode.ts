import { AbpError } from "../../../contract/index.ts";

const MODES = ["default", "acceptEdits", "plan", "dontAsk", "bypassPermissions", "auto"] as const;

/** How Claude Code decides on tools that no rule names. */
export type PermissionMode = (typeof MODES)[number];

/** Reads a mode. Throws `usage_invalid` for one that Claude Code does not have. */
export function readMode(text: unknown): PermissionMode {
  if (text === undefined) return "default";
  const mode = MODES.find((name) => name === text);
  if (mode !== undefined) return mode;
  throw new AbpError(
    "usage_invalid",
    `${JSON.stringify(text)} is not a permission mode; there are: ${MODES.join(", ")}`,
  );
}
