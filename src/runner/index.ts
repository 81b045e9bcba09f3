/** Runs work orders as the configuration says: their settings, their store and gateway, and the queue of a daemon. */
export type { RunSource, Submission } from "./submission.ts";
