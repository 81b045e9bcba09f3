import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** By then a daemon that was started to serve one call at once has answered it. */
const DELAY_MS = 1000;

/**
 * Gives back the memory that only the start needed, a second from now: 16 MB of about 120. V8 would keep it until much later, because
 * its young generation grows while modules load, and shrinks only in a full collection. It takes 30 to 70 ms, once. Returns a
 * function that calls it off.
 */
export function freeStartMemory(collect: () => void = collectAll): () => void {
  const timer = setTimeout(collect, DELAY_MS).unref();
  return () => clearTimeout(timer);
}

function collectAll(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: object) => void;
  setFlagsFromString("--no-expose-gc");
  // A full collection, at once.
  collect({ flavor: "last-resort" });
}
