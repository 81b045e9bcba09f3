import type { Tool, VendorMembers } from "../../contract/index.ts";
import { parseAsWritten } from "../../lib/index.ts";
import type { Members } from "../members/members.ts";

/** The spelling of a tool that its dialect defines by a type and that the caller runs: the members it came with. */
const TYPED = "typed";
const KEY = /^(\w+):typed=(.*)$/s;

/** The mark of a typed tool, for its spellings. */
export function typedMark(members: Members): string {
  return `${TYPED}=${JSON.stringify(members)}`;
}

/** The dialect that defines a typed tool, and the members it came with; undefined for any other tool. */
export function typedForm(
  node: Tool | { vendor?: VendorMembers | undefined },
): { readonly dialect: string; readonly members: Members } | undefined {
  for (const key in node.vendor) {
    const found = KEY.exec(key);
    if (found !== null) return { dialect: found[1]!, members: parseAsWritten(found[2]!) as Members };
  }
  return undefined;
}
