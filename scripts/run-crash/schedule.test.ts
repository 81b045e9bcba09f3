import { describe, expect, it } from "vitest";
import { describeSchedule, makeSchedule, STEPS } from "./schedule.ts";

const seeds = (count: number) => Array.from({ length: count }, (_, seed) => makeSchedule(seed));

describe("the schedule of a seed", () => {
  it("is the same for the same seed", () => {
    expect(makeSchedule(7)).toEqual(makeSchedule(7));
  });

  it("kills at the beginning of each step within twenty seeds, with and without a sandbox", () => {
    const found = seeds(20).map(({ kill, sandbox }) =>
      kill.kind === "step" ? `${kill.step} ${sandbox}` : kill.kind,
    );
    expect(new Set(found)).toEqual(
      new Set([...STEPS.flatMap((step) => [`${step} auto`, `${step} off`]), "operation", "instant"]),
    );
    expect(seeds(20).every(({ kill }) => kill.kind !== "step" || kill.afterMs === 0)).toBe(true);
    expect(seeds(40).some(({ kill }) => kill.kind === "step" && kill.afterMs > 0)).toBe(true);
  });

  it("uses both sidecars, and lets another run go on beside some without a sandbox", () => {
    const all = seeds(200);
    expect(new Set(all.map(({ host }) => host))).toEqual(new Set(["python", "node"]));
    const beside = all.filter(({ hasBystander }) => hasBystander);
    expect(all.filter(({ secondKill }) => secondKill !== undefined).length).toBeGreaterThan(20);
    expect(beside.length).toBeGreaterThan(5);
    expect(beside.every(({ sandbox }) => sandbox === "off")).toBe(true);
  });

  it("runs on a copy or on the workspace itself, with and without a sandbox, never beside another run there", () => {
    const inPlace = seeds(40).filter(({ mode }) => mode === "pass_through");
    expect(new Set(inPlace.map(({ sandbox }) => sandbox))).toEqual(new Set(["auto", "off"]));
    expect(inPlace.length).toBeGreaterThan(8);
    expect(inPlace.length).toBeLessThan(25);
    expect(seeds(200).some(({ mode, hasBystander }) => mode === "pass_through" && hasBystander)).toBe(false);
    expect(describeSchedule(inPlace[0]!)).toContain(", in place, killed ");
  });

  it("is described in one line", () => {
    const base = {
      seed: 1,
      host: "node",
      sandbox: "off",
      mode: "staged",
      secondKill: undefined,
      hasBystander: false,
    } as const;
    const describe = (kill: Parameters<typeof describeSchedule>[0]["kill"], hasBystander = false) =>
      describeSchedule({ ...base, kill, hasBystander });
    expect(describe({ kind: "step", step: "stage", afterMs: 0 })).toBe(
      "node sidecar, sandbox off, on a copy, killed at stage",
    );
    expect(describe({ kind: "step", step: "stage", afterMs: 9 }, true)).toContain(
      "9 ms after stage, beside another run",
    );
    expect(describeSchedule({ ...base, kill: { kind: "instant", share: 0 }, secondKill: 0.3 })).toContain(
      "and again at 30 % of the next start",
    );
    expect(describe({ kind: "operation", share: 0.5 })).toContain("at 50 % of its operations");
    expect(describe({ kind: "instant", share: 0.25 })).toContain("at 25 % of its time");
  });
});
