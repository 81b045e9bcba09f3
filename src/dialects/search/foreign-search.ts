import type { Block, OpaqueBlock, SearchUnit } from "../../contract/index.ts";

/** A unit of a search with its neutral reading. */
export type SearchBlock = OpaqueBlock & { search: SearchUnit };

/** Whether a block is a search that another dialect than this one wrote. */
export function isForeignSearch(block: Block, dialect: string): block is SearchBlock {
  return block.type === "opaque" && block.dialect !== dialect && block.search !== undefined;
}
