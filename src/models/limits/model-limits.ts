import type { FormatLimits } from "./answer/format.ts";
import type { OutputLimits } from "./answer/output.ts";
import type { StopLimits } from "./answer/stop.ts";
import type { CacheLimits } from "./cache.ts";
import type { ChoiceLimits } from "./choice.ts";
import type { IdentityLimits } from "./identity.ts";
import type { MediaLimits } from "./media.ts";
import type { MessageLimits } from "./messages.ts";
import type { ReasoningLimits } from "./reasoning.ts";
import type { SamplingLimits } from "./sampling.ts";
import type { SchemaLimits } from "./schema.ts";
import type { CallIdLimits, ToolNameLimits } from "./tool-names.ts";
import type { TurnLimits } from "./turns.ts";

/** What one API accepts for one model. A limit that is absent is unknown, and nothing is done about it. */
export interface ModelLimits {
  readonly api?: {
    /** The dialect of the only API that serves the model, if that is another one than this. */
    readonly servedBy?: string;
  };
  readonly sampling?: SamplingLimits;
  readonly output?: OutputLimits;
  readonly stop?: StopLimits;
  readonly reasoning?: ReasoningLimits;
  readonly choice?: ChoiceLimits;
  readonly turns?: TurnLimits;
  readonly messages?: MessageLimits;
  readonly format?: FormatLimits;
  readonly identity?: IdentityLimits;
  readonly toolNames?: ToolNameLimits;
  readonly callIds?: CallIdLimits;
  readonly schema?: SchemaLimits;
  readonly media?: MediaLimits;
  readonly cache?: CacheLimits;
}
