export type { TextFold } from "./fold.ts";
export { compileGlob, type Glob, type GlobOptions } from "./glob.ts";
export { GlobError, type GlobErrorReason } from "./glob-error.ts";
export { compileGlobSet, type GlobSet } from "./glob-set.ts";
export { listWitnesses } from "./witnesses.ts";
