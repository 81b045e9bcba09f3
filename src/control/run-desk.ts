/**
 * What the API asks of the process that runs work orders. In a daemon with several threads the request goes to the main thread. What
 * must survive a restart is in the store before any of these is called.
 */
export interface RunDesk {
  /** Says that the queue has grown. */
  wake(): void;
  /** Says that a run shall end; the store has the reason already. */
  cancel(runId: string, reason: string): void;
  /** Gives the agent of a running run a message; resolves to whether it could take it. */
  steer(runId: string, text: string): Promise<boolean>;
  /** Says that an approval was decided. */
  decided(approvalId: string): void;
}
