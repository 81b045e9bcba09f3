import { executionAsyncResource } from "node:async_hooks";

let kept: object | undefined;

/**
 * Keeps one object of `process.nextTick` alive. A full collection makes V8 forget the shape of these objects if none is alive. After
 * a few such collections Node creates them in a slow way for good: a tick then takes 250 ns in place of 40, and a call has about ten.
 */
export function keepTickShape(): void {
  if (kept === undefined) process.nextTick(hold);
}

function hold(): void {
  kept = executionAsyncResource();
}
