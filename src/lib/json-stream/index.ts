export {
  JSON_ELEMENT_LIMIT,
  JsonArraySplitter,
  JsonStreamError,
  type JsonStreamRule,
} from "./array-splitter.ts";
