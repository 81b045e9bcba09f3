/** Observations about calls: their cost, the log, and the size of a prompt. */
export {
  type CallLogEntry,
  chooseLogForm,
  type LineWriter,
  type LineWriterOptions,
  type Log,
  type LogFields,
  type LogFile,
  type LogForm,
  type LogLevel,
  type LogOptions,
  type LogSettings,
  openLog,
  openLogFile,
} from "./log/index.ts";
export {
  openPrices,
  type PricedCall,
  type PriceList,
  type PriceOverride,
  priceCall,
} from "./prices/index.ts";
export { estimateText } from "./tokens/text-estimate.ts";
export { estimateTokens } from "./tokens/token-estimate.ts";
