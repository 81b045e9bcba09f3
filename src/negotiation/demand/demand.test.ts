import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyDemand, clause, source } from "../fixtures/builders.ts";
import { digestDemand, inheritDemand, joinDemand, withdrawDemand } from "./demand.ts";
import { findDemandFaults } from "./demand-fault.ts";

const machine = source("state_machine", "review");
const provider = source("context_provider", "repository");

describe("demand", () => {
  it("keeps one clause per source, never the maximum of them", () => {
    const demand = joinDemand([
      clause("context_window", "preferred", { min: 200_000, by: provider }),
      clause("context_window", "required", { min: 32_000, by: machine }),
    ]);
    expect(demand.map(({ need, min }) => [need, min])).toEqual([
      ["required", 32_000],
      ["preferred", 200_000],
    ]);
  });

  it("keeps equal clauses of two sources, and an equal clause of one source once", () => {
    const demand = joinDemand(
      [clause("tool_use", "required", { by: machine }), clause("tool_use", "required", { by: provider })],
      [clause("tool_use", "required", { by: machine })],
    );
    expect(demand.map(({ by }) => by.kind)).toEqual(["context_provider", "state_machine"]);
  });

  it("does not tell kinds apart by their order or repetition", () => {
    const left = clause("input_modality", "required", { kinds: ["image", "audio", "image"] });
    const right = clause("input_modality", "required", { kinds: ["audio", "image"] });
    expect(joinDemand([left])).toEqual(joinDemand([right]));
    expect(joinDemand([left, right])).toEqual([right]);
  });

  it("has one order and one digest, however its clauses arrive", () => {
    fc.assert(
      fc.property(anyDemand, fc.infiniteStream(fc.nat()), (demand, random) => {
        const shuffled = demand
          .map((item) => ({ item, at: random.next().value }))
          .sort((left, right) => left.at - right.at)
          .map(({ item }) => item);
        expect(joinDemand(shuffled, demand)).toEqual(joinDemand(demand));
        expect(digestDemand(shuffled)).toBe(digestDemand(demand));
      }),
    );
  });

  it("has another digest when any clause differs", () => {
    const base = digestDemand([clause("tool_use")]);
    const others = [
      clause("streaming"),
      clause("tool_use", "preferred"),
      clause("tool_use", "required", { floor: "native" }),
      clause("tool_use", "required", { min: 1 }),
      clause("tool_use", "required", { kinds: ["image"] }),
      clause("tool_use", "required", { by: machine }),
    ].map((other) => digestDemand([other]));
    expect(new Set([base, ...others]).size).toBe(7);
  });

  it("of a child is everything of its parent, tagged with the parent", () => {
    fc.assert(
      fc.property(anyDemand, (demand) => {
        const inherited = inheritDemand(demand, "s1");
        for (const { by: _by, ...needed } of joinDemand(demand)) {
          expect(inherited).toContainEqual({ ...needed, by: source("parent_session", "s1") });
        }
        expect(inherited.every(({ by }) => by.kind === "parent_session" && by.id === "s1")).toBe(true);
      }),
    );
  });

  it("is sorted by capability, need, source, floor and bounds", () => {
    const sorted = [
      clause("a", "required", { by: source("hook", "x") }),
      clause("a", "required", { by: source("state_machine", "a") }),
      clause("a", "required", { by: source("state_machine", "b") }),
      clause("a", "required", { by: source("state_machine", "b"), min: 1 }),
      clause("a", "required", { by: source("state_machine", "b"), floor: "native" }),
      clause("a", "preferred", { by: source("hook", "x") }),
      clause("a", "on_use", { by: source("hook", "x") }),
      clause("b", "required", { by: source("hook", "x") }),
    ];
    expect(joinDemand([...sorted].reverse())).toEqual([
      sorted[0],
      sorted[1],
      ...[...sorted.slice(2, 5)].sort((left, right) =>
        JSON.stringify(left) < JSON.stringify(right) ? -1 : 1,
      ),
      ...sorted.slice(5),
    ]);
  });

  it("loses one source's clauses when that source goes", () => {
    const demand = joinDemand([
      clause("tool_use", "required", { by: machine }),
      clause("vision", "required", { by: provider }),
    ]);
    expect(withdrawDemand(demand, machine).map(({ capability }) => capability)).toEqual(["vision"]);
    expect(withdrawDemand(demand, { ...machine, id: "other" })).toEqual(demand);
    expect(withdrawDemand(demand, { ...machine, kind: "hook" })).toEqual(demand);
  });
});

describe("faults of a demand", () => {
  it("are all listed", () => {
    const faults = findDemandFaults(
      [
        clause("tool_uze"),
        clause("context_window", "required", { min: Number.NaN }),
        clause("vision", "sometimes" as "required", { floor: "any" as "native", kinds: [""] }),
        clause("context_window", "required", { min: 1.5 }),
        clause("context_window", "required", { min: 0 }),
        clause("context_window", "required", { min: 1, kinds: ["text"], floor: "native" }),
        clause("tool_use"),
        clause(7 as unknown as string),
      ],
      (name) => name !== "tool_uze",
    );
    expect(faults).toEqual([
      "clause 1 (tool_uze): the capability is not known",
      "clause 2 (context_window): the minimum is not a positive integer",
      "clause 3 (vision): the need sometimes is not known",
      "clause 3 (vision): the floor any is not known",
      "clause 3 (vision): a kind is empty",
      "clause 4 (context_window): the minimum is not a positive integer",
      "clause 5 (context_window): the minimum is not a positive integer",
      "clause 8 (7): the capability is not known",
    ]);
  });
});
