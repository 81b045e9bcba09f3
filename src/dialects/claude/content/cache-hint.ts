import type { Block, CacheHint } from "../../../contract/index.ts";
import type { Cursor } from "../../members/cursor.ts";
import type { Members } from "../../members/members.ts";
import { withoutNulls } from "../../members/members.ts";
import { ownMembers, restoreOwn } from "../../members/own-members.ts";
import { ID } from "../wire.ts";

/** Reads a cache breakpoint. */
export function readCache(cursor: Cursor): { cache: CacheHint } | undefined {
  const control = cursor.object("cache_control");
  if (control === undefined) return undefined;
  const { type, ...rest } = withoutNulls(control.value) ?? {};
  return { cache: type === "ephemeral" || type === undefined ? rest : { type, ...rest } };
}

/** Writes a cache breakpoint. OpenAI's breakpoints have a mode, which is always the one that Anthropic's have. */
export function writeCache({ mode: _, ...cache }: CacheHint): Members {
  return { type: "ephemeral", ...cache };
}

/** Adds the cache breakpoint and the own members of a block. */
export function endBlock(written: Members, block: Block): Members {
  if (block.cache !== undefined) written["cache_control"] = writeCache(block.cache);
  return restoreOwn(written, ownMembers(block, ID));
}
