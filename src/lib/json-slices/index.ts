export { SlicedReadError, SlicedReader } from "./sliced-reader.ts";
export { SlicedWriter } from "./sliced-writer.ts";
export { textLength } from "./text-length.ts";
