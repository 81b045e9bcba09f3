import type { Engine } from "../../engines/index.ts";
import type { HeaderList } from "../../lib/index.ts";

/** A call that passes through: where it goes, and what is watched and replaced on the way. */
export interface TransferPlan {
  readonly engine: Engine;
  /** Path and query below the engine's base URL, without prefixes and credentials of ours. */
  readonly path: string;
  /** Undefined where nothing of the request's body has to be checked. */
  openBodyWatch(contentType: string | undefined): BodyWatch | undefined;
  /** Called with the head of the engine's answer. */
  openAnswer(status: number, headers: HeaderList): TransferAnswer;
}

/**
 * Checks a request's body while it passes. The last chunk is held back until `end` has resolved, so that the engine never
 * has a complete request that was refused. Both methods throw the error to answer with.
 */
export interface BodyWatch {
  push(chunk: Uint8Array): void;
  end(): Promise<void>;
  /** The model that the body names, once it is seen. */
  readonly model: string | undefined;
}

/** One address of the vendor that was replaced by one of the gateway. */
export interface AddressSplice {
  /** A path in the body, such as `$.results_url`, or `header <name>`. */
  readonly where: string;
  readonly from: string;
  readonly to: string;
}

/** An engine's answer on its way to the caller. */
export interface TransferAnswer {
  /** Without hop-by-hop headers; without `content-length` where the body's length may change. */
  readonly headers: HeaderList;
  /** The bytes to send on: the same ones unless an address in them is replaced. */
  push(chunk: Uint8Array): Uint8Array | undefined;
  /**
   * Called at the end of a complete answer, before its last bytes go out. Resolves when the ids of what the call made are
   * stored with their owner, so that the caller can use them at once.
   */
  end(): Promise<Uint8Array | undefined>;
  readonly splices: readonly AddressSplice[];
}
