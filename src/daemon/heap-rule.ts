import { setFlagsFromString } from "node:v8";

/**
 * Counts the bodies of requests and answers as a part of the heap when V8 decides whether to collect garbage. By itself it
 * walks the whole heap for every 64 MB of bodies, which costs a call of 1 MB as much as all the rest of it.
 */
export function countBodiesAsHeap(): void {
  setFlagsFromString("--external-memory-accounted-in-global-limit");
}
