export { type LineFault, LineSplitter, type SplitLines } from "./line-splitter.ts";
export { parseFreeLine, parseJsonLine } from "./parse-line.ts";
