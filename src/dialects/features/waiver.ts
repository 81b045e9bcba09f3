import type { LossEntry } from "../../contract/index.ts";

/** The parts of an entry that a waiver may name. */
export type WaivableLoss = Pick<LossEntry, "path" | "feature" | "rule">;

/**
 * Whether one of the names waives a loss in strict mode: the id of its feature or rule, the header, the last member of its
 * path (`cache_control`), or a member of the request itself that holds it (`metadata` of `$.metadata.user_id`). A property
 * of a schema is the caller's own name and is waived by the feature or rule alone.
 */
export function isWaived(loss: WaivableLoss, names: readonly string[] | undefined): boolean {
  if (names === undefined || names.length === 0) return false;
  if (loss.feature !== undefined && names.includes(loss.feature)) return true;
  if (loss.rule !== undefined && names.includes(loss.rule)) return true;
  if (loss.path.startsWith(HEADER)) {
    const header = loss.path.slice(HEADER.length).toLowerCase();
    return names.some((name) => name.toLowerCase() === header);
  }
  if (IN_SCHEMA.test(loss.path)) return false;
  return memberNames(loss.path).some((name) => names.includes(name));
}

const HEADER = "header ";
const IN_SCHEMA = /[.[]"?(properties|patternProperties|\$defs|definitions)\b/;
const MEMBER = String.raw`\.[\w$-]+|\["(?:[^"\\]|\\.)*"\]`;
const LAST_MEMBER = new RegExp(`(?:${MEMBER})$`);
const WITHOUT_LISTS = new RegExp(`^\\$(${MEMBER})(?:${MEMBER})*$`);

// The path `$.tools[0]` ends in an item of a list, so that no name of a member waives a whole tool or turn.
function memberNames(path: string): string[] {
  const found = [LAST_MEMBER.exec(path)?.[0], WITHOUT_LISTS.exec(path)?.[1]];
  return found.flatMap((text) => (text === undefined ? [] : [nameOf(text)]));
}

function nameOf(member: string): string {
  return member.startsWith(".") ? member.slice(1) : (JSON.parse(member.slice(1, -1)) as string);
}
