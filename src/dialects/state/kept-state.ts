import type { StateCodec } from "./state-codec.ts";
import type { ThreadCodec } from "./thread-codec.ts";

/** What the vendor keeps of conversations, if it keeps anything. */
export interface KeptState {
  /** Set if answers are kept and can be continued by their id. */
  readonly state?: StateCodec;
  /** Set if a conversation can be continued by the id of its last answer alone. */
  readonly threads?: ThreadCodec;
}
