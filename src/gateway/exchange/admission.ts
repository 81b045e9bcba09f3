import type { Dialect, Endpoint, Members } from "../../dialects/index.ts";
import type { CallAccount } from "./call-account.ts";
import type { CallHead } from "./call-head.ts";
import type { Caller } from "./caller.ts";

/** The endpoint that a path names. */
export interface Recognised {
  readonly dialect: Dialect;
  readonly endpoint: Endpoint;
  /** The parameters of the path, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The path and query without our prefixes, as the vendor's own server would receive them. */
  readonly path: string;
  /** The run that the call belongs to, from `/r/<run id>/`; a UUID in lower case, or another label as it was written. */
  readonly parentRun: string | undefined;
  /** Other dialects with the same path, if no prefix names the dialect. The body may fit one of them better. */
  readonly alternatives: readonly Dialect[];
}

/** A call whose endpoint and caller are known. */
export interface Admission {
  readonly head: CallHead;
  readonly caller: Caller;
  readonly recognised: Recognised;
  readonly maxBodyBytes: number;
  /** Whether the body is passed on while it is received. Such a call is served by `transfer`. */
  readonly streamsBody?: boolean;
  /** Set if the call was admitted with the key of a run, which pays for it. */
  readonly account?: CallAccount | undefined;
  /**
   * Whether the call counts against its key's limit. Calls of a model do; listings, and the calls that fetch or cancel a
   * response, do not: a key whose limit is used up by background calls must still be able to watch and cancel them.
   */
  readonly countsAgainstLimit: boolean;
  /**
   * Members that the connection took out of the caller's request, because it put in what they stand for. The answer repeats
   * them.
   */
  readonly repeats?: Members | undefined;
}
