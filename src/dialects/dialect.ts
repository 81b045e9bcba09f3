import type { Catalogue } from "./catalogue/catalogue.ts";
import type { Codec } from "./codec/codec.ts";
import type { PlainEndpoint } from "./endpoints/endpoint.ts";
import type { VendorApi } from "./endpoints/vendor-api.ts";
import type { KeptState } from "./state/kept-state.ts";

/**
 * One wire format, in both directions. It knows the conversation and no other dialect. A new dialect provides:
 * - the codec: requests, replies, streams and errors, read and written;
 * - the vendor's API: endpoints, headers, the credential, and how a call is recognised;
 * - the catalogue: features, models, and the tools that requests offer;
 * - the state that the vendor keeps, if it keeps any.
 */
export interface Dialect extends Codec, VendorApi, Catalogue, KeptState {
  readonly id: string;
  readonly title: string;
  readonly endpoints: readonly Endpoint[];
}

/** One HTTP endpoint of a dialect. */
export interface Endpoint extends PlainEndpoint {
  /** How the dialect reads and writes at this endpoint, if that is another way. */
  readonly form?: (dialect: Dialect) => Dialect;
}
