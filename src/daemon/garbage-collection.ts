import { setFlagsFromString } from "node:v8";

/**
 * Sets the garbage collection of the process to the load of a daemon. Called when everything is loaded and every thread has started:
 * V8 rejects compiled code that was kept under other flags, also that of Node's own modules, which each thread loads.
 */
export function tuneGarbageCollection(): void {
  countBuffersAsHeap();
  letHeapDouble();
}

/**
 * Makes V8 count buffers as part of the heap when it decides whether to collect garbage. By default V8 collects the
 * whole heap after every 64 MB of buffers, which doubles the CPU time of a call with a body of 1 MB.
 */
function countBuffersAsHeap(): void {
  setFlagsFromString("--external-memory-accounted-in-global-limit");
}

/**
 * Lets the heap double before V8 collects all of it. By default V8 collects it after a tenth more, if the process gets little of
 * the processor: on a busy machine that was once for every ten calls with a body of 1 MB, and most of their CPU time.
 */
function letHeapDouble(): void {
  setFlagsFromString("--heap-growing-percent=100");
}
