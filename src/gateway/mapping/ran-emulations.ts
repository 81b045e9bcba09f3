import type { EmulationRecord, NegotiationRecord, SearchRecord } from "../../contract/index.ts";
import { GATEWAY_SEARCH } from "../../dialects/index.ts";
import type { Emulation } from "../../negotiation/index.ts";
import { AUTO_CACHE } from "./prompt-cache.ts";

/** What the gateway did in place of the model or its vendor. */
export interface RanEmulations {
  readonly emulation: Emulation | undefined;
  /** Whether the prefix was marked for the prompt cache. */
  readonly isMarked: boolean;
}

const MARKED: EmulationRecord = { capability: "cache_control", emulator: AUTO_CACHE, fidelity: "none" };
const SEARCHED: EmulationRecord = {
  capability: "tool_web_search",
  emulator: GATEWAY_SEARCH,
  fidelity: "minor",
};

/** The record of a decision with the emulations that ran. Planned ones that had nothing to do are warnings. */
export function withRan(
  record: NegotiationRecord,
  { emulation, isMarked }: RanEmulations,
): NegotiationRecord {
  if (emulation === undefined && !isMarked && record.emulations.length === 0) return record;
  const active = emulation?.active ?? [];
  const ran = active.map(({ capability, id, fidelity, strategy }) => ({
    capability,
    emulator: id,
    fidelity,
    strategy: { ...strategy },
  }));
  const idle = record.emulations.filter(
    (planned) => !ran.some(({ emulator }) => emulator === planned.emulator),
  );
  const warnings = idle.map(
    ({ capability, emulator }) => `planned emulation of ${capability} by ${emulator} was not applied`,
  );
  return {
    ...record,
    emulations: isMarked ? [...ran, MARKED] : ran,
    warnings: [...record.warnings, ...warnings],
  };
}

/** The same record after the gateway searched the web in place of the vendor. */
export function withSearch(
  record: NegotiationRecord | undefined,
  search: { readonly searches: readonly SearchRecord[] } | undefined,
): NegotiationRecord | undefined {
  if (record === undefined || search === undefined || search.searches.length === 0) return record;
  return { ...record, emulations: [...record.emulations, SEARCHED] };
}
