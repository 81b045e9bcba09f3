export { type LineFault, LineSplitter, type SplitLines } from "./line-splitter.ts";
export { parseJsonLine } from "./parse-line.ts";
