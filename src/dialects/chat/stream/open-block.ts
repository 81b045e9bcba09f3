import type { Block, ThinkingBlock } from "../../../contract/index.ts";
import type { StreamedCall } from "./calls.ts";

/** The block that a candidate's stream is in. */
export type OpenBlock =
  | { readonly kind: "text" | "refusal" | "audio"; readonly block: number }
  | {
      readonly kind: "thinking";
      readonly block: number;
      readonly content: ThinkingBlock;
      sealedLate: boolean;
    }
  | { readonly kind: "tool"; readonly block: number; readonly call: StreamedCall };

/** A block that has to wait until the call before it is whole. */
export interface HeldBlock {
  readonly content: Exclude<Block, { type: "tool_result" }> | undefined;
  readonly call: StreamedCall | undefined;
  readonly pieces: string[];
}
