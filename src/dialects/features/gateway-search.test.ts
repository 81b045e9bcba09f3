import { describe, expect, it } from "vitest";
import type { LossEntry } from "../../contract/index.ts";
import { GATEWAY_SEARCH, searchHere, searchOf } from "./gateway-search.ts";

const entry: LossEntry = { path: "$.tools[0]", disposition: "refused", reason: "no such tool" };
const rules = { emulators: [GATEWAY_SEARCH] };
const tool = (more: object = {}) => ({ kind: "server", hosted: { kind: "web_search", ...more } });

describe("the account of a search that the gateway runs", () => {
  it.each(["refused", "disclosed"] as const)("turns a %s search into an emulated one", (disposition) => {
    expect(searchHere({ ...entry, disposition }, tool(), rules)).toEqual({
      path: "$.tools[0]",
      disposition: "emulated",
      emulator: "web_search.gateway",
      reason: "the gateway searches, because the engine has no such search",
    });
  });

  it("leaves a search alone that the engine has", () => {
    const mapped = { ...entry, disposition: "mapped" } as const;
    expect(searchHere(mapped, tool(), rules)).toBe(mapped);
  });

  it("leaves everything alone where the gateway does not search", () => {
    expect(searchHere(entry, tool(), {})).toBe(entry);
    expect(searchHere(entry, tool(), { emulators: ["other"] })).toBe(entry);
  });

  it.each([
    ["a search of a stored index", tool({ live: false })],
    ["a restriction that only the vendor keeps", tool({ restrictions: ["allowed_callers"] })],
    ["another tool", { kind: "server", hosted: { kind: "web_fetch" } }],
    ["a tool that nobody could read", { kind: "server" }],
    ["no tool", undefined],
  ])("leaves %s a loss", (_, node) => {
    expect(searchHere(entry, node, rules)).toBe(entry);
  });

  it("takes an empty list of restrictions for none", () => {
    expect(searchHere(entry, tool({ restrictions: [] }), rules).disposition).toBe("emulated");
  });

  it("reads the search of a tool", () => {
    expect(searchOf(tool({ maxUses: 3 }))).toEqual({ kind: "web_search", maxUses: 3 });
    expect(searchOf({ kind: "function" })).toBeUndefined();
  });
});
