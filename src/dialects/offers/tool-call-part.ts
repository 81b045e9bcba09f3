import { isMembers, type Members } from "../members/members.ts";
import { qualifiedName, textOf } from "./offered-tool.ts";

/** What one event of a stream, or a whole answer, shows of a tool call. */
export interface ToolCallPart {
  /** Tells the calls of one answer apart; absent if the part is a call of its own. */
  readonly key?: string;
  readonly id?: string;
  readonly name?: string;
  /** The next part of the arguments' text. */
  readonly text?: string;
  /** All arguments, as text or as JSON. They replace what came before. */
  readonly whole?: unknown;
  /** Whether the arguments come in pieces that are not put together. */
  readonly isPartial?: boolean;
}

/** What an item or a block says of a call; undefined if it has no name. */
export function callPart(
  value: Members,
  key: string | undefined,
  { id, whole }: { readonly id?: unknown; readonly whole?: unknown },
): ToolCallPart | undefined {
  const name = textOf(value, "name");
  if (name === undefined) return undefined;
  return {
    ...(key === undefined ? {} : { key }),
    ...(typeof id === "string" && id !== "" ? { id } : {}),
    name: qualifiedName(textOf(value, "namespace"), name),
    ...(whole === undefined ? {} : { whole }),
  };
}

/** The members of a list that are objects. */
export function membersOf(list: unknown): readonly Members[] {
  return Array.isArray(list) ? list.filter(isMembers) : [];
}
