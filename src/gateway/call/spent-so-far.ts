import type { GatewayContext } from "../context.ts";
import type { UsedSoFar } from "../facts/response-facts.ts";
import { priceUse } from "../record/call-record.ts";
import type { Attempt } from "./attempt.ts";

/** What the rounds of an attempt cost so far, in USD; undefined if that is not known. */
export function spentUsd(
  { price, now }: Pick<GatewayContext, "price" | "now">,
  { target, response }: Pick<Attempt, "target" | "response">,
  { usage, searches }: UsedSoFar,
): number | undefined {
  const use = { model: response.upstreamModel ?? "", usage: usage ?? {}, searches, at: new Date(now()) };
  return priceUse(price, target.engine, use)?.usd;
}
