import { sha256Hex } from "../../lib/index.ts";

const PREFIX = "abp-";

/** The beginning of the names of all groups of a tree. */
export function groupPrefix(mark: string): string {
  const safe = /^[A-Za-z0-9-]{1,64}$/.test(mark) ? mark : sha256Hex(mark).slice(0, 40);
  return `${PREFIX}${safe}.`;
}
