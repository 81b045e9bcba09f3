import type { AgentEvent, SidecarRecord } from "../../contract/index.ts";
import type { ProgramExit } from "../../process/index.ts";
import type { SidecarClaim } from "../protocol/claim.ts";
import type { SidecarHello } from "../protocol/hello.ts";
import type { SidecarRunRequest } from "./run-request.ts";

/** A sidecar process that has said hello. */
export interface Sidecar {
  readonly hello: SidecarHello;
  /** Whether another run may be given to it: it lives, no run is open, and it kept the protocol. */
  readonly isReusable: boolean;
  /** Set once the program has ended. */
  readonly exit: ProgramExit | undefined;
  /**
   * Runs one work order; one at a time. Yields the events of one read as one batch and returns the claim of `final`.
   * Throws an AbpError for every other ending. A caller that stops early ends the sidecar.
   */
  run(request: SidecarRunRequest): AsyncGenerator<readonly AgentEvent[], SidecarClaim>;
  /** Sends a message of the user to the open run. False if none is open, or the sidecar does not take messages. */
  steer(text: string): boolean;
  /** Stops the process tree between two runs. Resolves to how many processes it has, and to 0 if one may still act before `resume`. */
  suspend(): Promise<number>;
  resume(): void;
  /** Ends standard input, waits, then ends the process tree. Idempotent, never rejects. */
  close(): Promise<ProgramExit>;
  /** Ends the process tree at once, so that nothing of a suspended one acts any more. Idempotent, never rejects. */
  kill(): Promise<ProgramExit>;
  record(): SidecarRecord;
}
