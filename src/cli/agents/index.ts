/** Runs programs with their calls going to the gateway. */
export { CallFailures } from "./call-failures.ts";
export { CallTally } from "./call-tally.ts";
export { type ChildCommand, runChild } from "./child.ts";
export { endReport } from "./end-report.ts";
export { HeldMessages } from "./held-messages.ts";
export { commandOf, withInstalledAgents } from "./installed-agents.ts";
export { sayHomeNotice, sayLeftOut } from "./left-out.ts";
export { type PlacedCommand, placeArguments } from "./placed-arguments.ts";
export { ReceiptFollower } from "./receipt-follower.ts";
export { renderShell, type ShellName } from "./shell.ts";
