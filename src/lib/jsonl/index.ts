export { type LineFault, LineSplitter, type SplitLines } from "./line-splitter.ts";
export { parseFreeLine } from "./parse-line.ts";
