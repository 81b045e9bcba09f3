export { SseError, SseReader, type SseSink } from "./reader.ts";
