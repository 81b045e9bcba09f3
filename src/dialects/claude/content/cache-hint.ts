import type { Block, CacheHint } from "../../../contract/index.ts";
import type { Cursor, Members } from "../../members/cursor.ts";
import { addOwn, ownMembers, withoutNulls } from "../members.ts";

/** Reads a cache breakpoint. */
export function readCache(cursor: Cursor): { cache: CacheHint } | undefined {
  const control = cursor.object("cache_control");
  if (control === undefined) return undefined;
  const { type, ...rest } = withoutNulls(control.value) ?? {};
  return { cache: type === "ephemeral" || type === undefined ? rest : { type, ...rest } };
}

/** Writes a cache breakpoint. */
export function writeCache(cache: CacheHint): Members {
  return { type: "ephemeral", ...cache };
}

/** Adds what ends every block: its breakpoint and its own members. */
export function endBlock(written: Members, block: Block): Members {
  if (block.cache !== undefined) written["cache_control"] = writeCache(block.cache);
  return addOwn(written, ownMembers(block));
}
