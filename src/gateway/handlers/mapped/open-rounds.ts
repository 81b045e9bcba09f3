import type { Translation } from "../../mapping/translation.ts";
import { openRepairLoop } from "../../repair/open-repair-loop.ts";
import type { CallRequest } from "../../request/call-request.ts";
import type { RoundLoop } from "../../rounds/round-loop.ts";
import type { Target } from "../../routing/target.ts";
import { openSearchLoop } from "../../search/open-search-loop.ts";
import type { Searching } from "../../search/searching.ts";
import type { SliceQueue } from "../../slices/slice-queue.ts";
import type { TranslatedCall } from "../upstream-request.ts";

/** A mapped call that may take several rounds. */
export interface RoundsQuestion {
  readonly context: {
    readonly limits: { readonly repairJson?: boolean };
    readonly searching?: Searching | undefined;
    readonly slices: SliceQueue;
  };
  readonly request: CallRequest;
  readonly target: Target;
}

/** Opens the rounds of a call that goes on after the engine's answer: if the gateway searches, or if JSON is repaired. */
export function openRounds(
  question: RoundsQuestion,
  translation: Translation,
  sent: TranslatedCall,
  unique: string,
): RoundLoop | undefined {
  const { engine } = question.target;
  if (translation.search !== undefined) {
    const search = openSearchLoop({
      engine,
      translation,
      searching: question.context.searching,
      unique,
      slices: question.context.slices,
      ...sent,
    });
    if (search !== undefined) return search;
  }
  const mayRepair = asksForRepair(question) && translation.repair !== undefined;
  return mayRepair
    ? openRepairLoop({ engine, translation, slices: question.context.slices, ...sent })
    : undefined;
}

function asksForRepair({ context, request }: RoundsQuestion): boolean {
  return request.asksForRepair ?? context.limits.repairJson === true;
}
