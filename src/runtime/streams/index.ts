/** Tools for streams of events. Each takes an async iterable and gives another, so that they can be combined. */
export { filterStream } from "./filter.ts";
export { multiplexStream } from "./multiplex.ts";
export { redactStream } from "./redact.ts";
export { type ReplayOptions, replayStream } from "./replay.ts";
export { transformStream } from "./transform.ts";
