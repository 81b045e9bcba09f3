/** What is said about calls beside their answers: what they cost, what is logged, how large a prompt is. */
export { type Log, type LogFields, type LogLevel, type LogOptions, openLog } from "./log/index.ts";
export {
  openPrices,
  type PricedCall,
  type PriceList,
  type PriceOverride,
  priceCall,
} from "./prices/index.ts";
export { estimateTokens } from "./tokens/token-estimate.ts";
