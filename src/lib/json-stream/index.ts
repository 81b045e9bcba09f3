export {
  JsonArraySplitter,
  JsonStreamError,
  type JsonStreamRule,
} from "./array-splitter.ts";
