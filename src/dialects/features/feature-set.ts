import type { Issuer } from "../codec/issuer.ts";
import type { Assumptions } from "./assumed.ts";
import type { FeatureTable, ReplyFeatureTable } from "./feature-support.ts";

/** What can be said in requests and replies. */
export interface FeatureSet {
  /** The support for each feature of a request that is written in this dialect. */
  readonly features: FeatureTable;
  /** The same for replies. */
  readonly replyFeatures: ReplyFeatureTable;
  /** What the vendor assumes without the members that this dialect alone has. */
  readonly assumed?: Assumptions;
}

/** The part of a dialect that decides what a translation loses. */
export interface FeatureDialect extends FeatureSet, Pick<Issuer, "binds"> {
  readonly id: string;
  /** Set if answers are kept. */
  readonly state?: object;
}
