export { type PricedCall, priceCall } from "./cost.ts";
export { openPrices, type PriceList, type PriceOverride } from "./price-list.ts";
