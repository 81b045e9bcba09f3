export { SSE_EVENT_LIMIT, SseError, SseReader, type SseSink } from "./reader.ts";
