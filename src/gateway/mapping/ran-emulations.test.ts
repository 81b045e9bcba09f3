import { expect, it } from "vitest";
import type { Conversation, NegotiationRecord } from "../../contract/index.ts";
import { applyPlan } from "../../negotiation/index.ts";
import { withRan, withSearch } from "./ran-emulations.ts";

const record: NegotiationRecord = {
  decision_id: "d",
  verdict: "accept",
  mode: "best_effort",
  lane: "mapped",
  findings: [],
  emulations: [],
  warnings: [],
  demand_sha256: "a",
  manifest_sha256: "b",
};
const stop = { capability: "stop_sequences", emulator: "stop_sequences.truncate" };
const conversation = (stops: readonly string[]) =>
  ({ model: "m", system: [], messages: [], tools: [], stop: [...stops] }) as unknown as Conversation;

it("a record names the emulators that had something to do, wherever they were planned", () => {
  const emulation = applyPlan([stop], conversation(["END"]));
  expect(withRan(record, { emulation, isMarked: false })).toMatchObject({
    emulations: [{ ...stop, fidelity: expect.any(String) }],
    warnings: [],
  });
});

it("a planned emulation that had nothing to do is a warning and did not run", () => {
  const planned = { ...record, emulations: [{ ...stop, fidelity: "none" }] };
  const emulation = applyPlan([stop], conversation([]));
  expect(withRan(planned, { emulation, isMarked: false })).toMatchObject({
    emulations: [],
    warnings: ["planned emulation of stop_sequences by stop_sequences.truncate was not applied"],
  });
});

it("a call that emulated nothing keeps the record that all such calls share", () => {
  expect(withRan(record, { emulation: undefined, isMarked: false })).toBe(record);
  expect(withSearch(record, undefined)).toBe(record);
  expect(withSearch(record, { searches: [] })).toBe(record);
  expect(withSearch(undefined, { searches: [] })).toBeUndefined();
});

it("marks for the prompt cache and searches of the gateway ran as well", () => {
  expect(withRan(record, { emulation: undefined, isMarked: true }).emulations).toEqual([
    { capability: "cache_control", emulator: "cache_control.auto", fidelity: "none" },
  ]);
  const searches = [{ provider: "p", query: "q" }] as never;
  expect(withSearch(record, { searches })?.emulations).toEqual([
    { capability: "tool_web_search", emulator: "web_search.gateway", fidelity: "minor" },
  ]);
});
