import type { Block, Tool } from "../../contract/index.ts";

/** A call of a vendor's search that waits for its own arguments. */
export interface EchoedCall {
  readonly id: string;
  /** The arguments as the model wrote them. */
  readonly input: string;
}

/** A search that the vendor runs once the caller has given the arguments of the model's call back to it. */
export interface EchoedSearch {
  readonly name: string;
  readonly tool: Tool;
  /** Reads a call in a reply; undefined for any other block. */
  readCall(block: Block): EchoedCall | undefined;
  /** Writes the call and its result as they stand in the history. */
  writeCall(call: EchoedCall): Block;
  writeResult(call: EchoedCall): Block;
  /** The queries that the arguments show. */
  queriesOf(input: string): readonly string[];
}
