import { isObject, textMember } from "../lines/json-lines.ts";
import type { AnnouncedTool } from "../tools/announced-tools.ts";

const KINDS: Readonly<Record<string, string>> = {
  Read: "read",
  LS: "read",
  Write: "edit",
  Edit: "edit",
  Bash: "execute",
  Glob: "search",
  Grep: "search",
  WebFetch: "fetch",
  WebSearch: "fetch",
};

/** A tool as the protocol shows it: title, kind, and the files that it touches. */
export function toolCallOf({ id, name, input }: AnnouncedTool, status: "pending" | "in_progress"): object {
  const members = isObject(input) ? input : {};
  const path = textMember(members, "file_path");
  const subject =
    path ?? textMember(members, "command") ?? textMember(members, "url") ?? textMember(members, "pattern");
  return {
    toolCallId: id,
    title: subject === undefined ? name : `${name}: ${subject}`,
    kind: Object.hasOwn(KINDS, name) ? KINDS[name] : "other",
    status,
    rawInput: members,
    ...(path === undefined ? {} : { locations: [{ path }] }),
  };
}
