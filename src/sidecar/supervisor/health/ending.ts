import { type Clock, settlesWithin } from "./clock.ts";

export interface EndingLimits {
  /** How long to wait before SIGTERM; `undefined` sends it at once. */
  readonly graceMs: number | undefined;
  /** How long to wait after SIGTERM. */
  readonly killGraceMs: number;
}

/** `not` means that the caller must use force. */
export type Ending = "by itself" | "after SIGTERM" | "not";

/** Waits for something that was asked to end, sends SIGTERM to the program if it does not, and waits again. */
export async function awaitEnding(
  over: Promise<unknown>,
  program: { signalTree(signal: "SIGTERM"): void },
  clock: Clock,
  { graceMs, killGraceMs }: EndingLimits,
): Promise<Ending> {
  if (graceMs !== undefined && (await settlesWithin(clock, graceMs, over))) return "by itself";
  program.signalTree("SIGTERM");
  return (await settlesWithin(clock, killGraceMs, over)) ? "after SIGTERM" : "not";
}
