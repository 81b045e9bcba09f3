import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import type { JsonObject } from "../../lib/index.ts";
import { acknowledgeByPolicy } from "../decision/acknowledgement.ts";
import { AT, anyDemand, anyManifest, clause, manifest, TARGET } from "../fixtures/builders.ts";
import { emptyLayer } from "../params/param-layers.ts";
import type { Manifest } from "../supply/manifest.ts";
import { type AuditEntry, appendAudit, switchFacts, verifyAudit } from "./audit.ts";
import { newSession, type Session, type SessionChange } from "./session.ts";
import { type SwitchResult, type SwitchSteps, switchSession } from "./switch.ts";

const whole = manifest(
  { tool_use: "native", cache_control: "native" },
  { target: { provider: "acme", model: "new" } },
);
const uncached = manifest({ tool_use: "native" }, { target: { provider: "acme", model: "new" } });
const bare = manifest({}, { target: { provider: "acme", model: "new" } });
const demand = [clause("tool_use"), clause("cache_control", "preferred")];
const session = newSession({ id: "s1", target: TARGET, demand, revision: 3, decisionId: "d0" });
const change = (to: Manifest): SessionChange => ({ decisionId: "d1", trigger: "model.switch", manifest: to });

/** A world with a store, an active target and resources, in which any step can be made to go wrong. */
class World implements SwitchSteps<{ freed: boolean }> {
  stored: Session;
  active: Session;
  readonly made: { freed: boolean }[] = [];
  readonly log: string[] = [];
  readonly before: (step: string) => void | Promise<void>;
  accept: "all" | "none" = "all";

  constructor(start: Session, before: (step: string) => void | Promise<void> = () => undefined) {
    this.stored = start;
    this.active = start;
    this.before = before;
  }

  async acknowledge(decision: Parameters<SwitchSteps<unknown>["acknowledge"]>[0]) {
    await this.enter("acknowledge");
    return acknowledgeByPolicy(decision, this.accept, AT);
  }

  async prepare() {
    await this.enter("prepare");
    const resource = { freed: false };
    this.made.push(resource);
    return resource;
  }

  async persist(plan: { next: Session }, expected: number) {
    await this.enter("persist");
    if (this.stored.revision !== expected) return false;
    this.stored = plan.next;
    return true;
  }

  commit(plan: { next: Session }) {
    this.log.push("commit");
    this.before("commit");
    this.active = plan.next;
  }

  async discard(resource: { freed: boolean }) {
    resource.freed = true;
    await this.enter("discard");
  }

  async restore(old: Session) {
    await this.enter("restore");
    this.stored = old;
  }

  private async enter(step: string) {
    this.log.push(step);
    await this.before(step);
  }
}

const failAt = (failing: string) => (step: string) => {
  if (step === failing) throw new Error(`no ${step}`);
};

describe("switch", () => {
  it("decides, prepares, persists and commits, in that order, one revision on", async () => {
    const world = new World(session);
    const result = await switchSession(session, change(whole), world);
    expect(world.log).toEqual(["prepare", "persist", "commit"]);
    expect(result.status).toBe("committed");
    expect(result.session).toMatchObject({ target: whole.target, revision: 4, decisionId: "d1" });
    expect(world.active).toBe(result.session);
    expect(world.stored).toBe(result.session);
  });

  it("leaves the session owing what is still open, and nothing older", async () => {
    const open = manifest({ tool_use: "native" }, { closed: false });
    const start = { ...session, obligations: [{ capability: "old", before: "first_use" as const }] };
    const result = await switchSession(start, change(open), new World(start));
    expect(result.session.obligations).toEqual([{ capability: "cache_control", before: "first_use" }]);
  });

  it("asks before it takes a preferred capability away, and records who accepted", async () => {
    const world = new World(session);
    const result = await switchSession(session, change(uncached), world);
    expect(world.log).toEqual(["acknowledge", "prepare", "persist", "commit"]);
    if (result.status !== "committed") throw new Error(result.status);
    expect(result.plan.decision.ack).toEqual({ by: "policy", at: AT, accepted: ["cache_control"] });
  });

  it("does not happen when nobody accepts the loss", async () => {
    const world = new World(session);
    world.accept = "none";
    const result = await switchSession(session, change(uncached), world);
    expect(result).toMatchObject({ status: "unacknowledged", session });
    expect(codeOf(result)).toBe("negotiation_acknowledgement_required");
    expect(world.log).toEqual(["acknowledge"]);
  });

  it("does not begin when the target lacks something: no fallback is tried", async () => {
    const world = new World(session);
    const other = manifest(
      { tool_use: "native", cache_control: "native" },
      { target: { provider: "b", model: "c" } },
    );
    const result = await switchSession(session, { ...change(bare), candidates: [other] }, world);
    expect(result).toMatchObject({ status: "rejected", session, decision: { suggestions: [other.target] } });
    expect(codeOf(result)).toBe("capability_unsupported");
    expect(world.log).toEqual([]);
  });

  it("is refused when the demand itself is not valid", async () => {
    const world = new World(session);
    const wrong = { ...change(whole), demand: [clause("tool_uze"), clause("x", "required", { min: -1 })] };
    const result = await switchSession(session, wrong, world, { isKnown: (name) => name !== "tool_uze" });
    expect(result).toMatchObject({ status: "invalid", session });
    expect(codeOf(result)).toBe("validation_failed");
    expect(world.log).toEqual([]);
  });

  it("notices that the session changed meanwhile", async () => {
    const world = new World({ ...session, revision: 4 });
    const late = await switchSession(session, change(whole), world);
    expect([late.status, codeOf(late)]).toEqual(["stale", "negotiation_revision_stale"]);
    expect(world.made.every(({ freed }) => freed)).toBe(true);
    const early = await switchSession(session, { ...change(whole), expectedRevision: 2 }, new World(session));
    expect(early.status).toBe("stale");
  });

  it("keeps the code of a step's own error, and frees what was prepared", async () => {
    const world = new World(session, (step) => {
      if (step === "persist") throw new AbpError("receipt_store_failed", "disk full");
    });
    const result = await switchSession(session, change(whole), world);
    expect([result.status, codeOf(result)]).toEqual(["failed", "receipt_store_failed"]);
    expect(world.made).toEqual([{ freed: true }]);
  });

  it("takes the stored state back when it cannot be made active", async () => {
    const world = new World(session, failAt("commit"));
    const result = await switchSession(session, change(whole), world);
    expect([result.status, codeOf(result)]).toEqual(["failed", "negotiation_switch_failed"]);
    expect(world.log).toEqual(["prepare", "persist", "commit", "restore", "discard"]);
    expect(world.stored).toEqual(session);
  });

  it("says so plainly when the stored state cannot be taken back", async () => {
    const world = new World(session, (step) => {
      if (step === "commit" || step === "restore") throw new Error("broken");
    });
    const result = await switchSession(session, change(whole), world);
    if (result.status === "committed") throw new Error("committed");
    expect(result.error.details["restored"]).toBe(false);
  });

  it("ends at once when it is cancelled, even if a step never does, and frees what comes late", async () => {
    const controller = new AbortController();
    let finish: () => void = () => undefined;
    const world = new World(session, (step) => {
      if (step !== "prepare") return undefined;
      controller.abort();
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    });
    const result = await switchSession(session, change(whole), world, { signal: controller.signal });
    expect([result.status, codeOf(result)]).toEqual(["cancelled", "negotiation_cancelled"]);
    finish();
    await new Promise((resolve) => setImmediate(resolve));
    expect(world.made).toEqual([{ freed: true }]);
  });

  it("is not undone by a cancellation that comes after it was stored", async () => {
    const controller = new AbortController();
    const world = new World(session, (step) => {
      if (step === "persist") controller.abort();
    });
    const result = await switchSession(session, change(whole), world, { signal: controller.signal });
    expect(result.status).toBe("committed");
    expect(world.active).toBe(world.stored);
  });
});

describe("switch as a whole", () => {
  const steps = ["acknowledge", "prepare", "persist", "commit", "discard"] as const;
  const anyFault = fc.record({
    step: fc.constantFrom(...steps),
    how: fc.constantFrom("throw", "abort", "conflict"),
  });

  it("changes everything or nothing, whatever goes wrong and wherever", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyDemand,
        anyManifest,
        fc.array(anyFault, { maxLength: 3 }),
        fc.constantFrom("all" as const, "none" as const),
        async (needed, supply, faults, accept) => {
          const start: Session = { ...session, demand: needed };
          const before = structuredClone(start);
          const controller = new AbortController();
          let conflicting: Session | undefined;
          const world: World = new World(start, (step) => {
            for (const { how } of faults.filter((fault) => fault.step === step)) {
              if (how === "abort") controller.abort();
              if (how === "conflict" && step !== "commit" && step !== "discard") {
                conflicting = { ...start, revision: start.revision + 10 };
                world.stored = conflicting;
                world.active = conflicting;
              }
              if (how === "throw") throw new Error("injected");
            }
          });
          world.accept = accept;
          const result = await switchSession(start, { ...change(supply), manifest: supply }, world, {
            signal: controller.signal,
          });
          await new Promise((resolve) => setImmediate(resolve));
          expect(start).toEqual(before);
          if (result.status === "committed") {
            expect(world.stored).toBe(result.session);
            expect(world.active).toBe(result.session);
            expect(result.session.revision).toBe(start.revision + 1);
            expect(world.made.filter(({ freed }) => !freed)).toHaveLength(1);
          } else {
            expect(result.session).toBe(start);
            expect(world.stored).toEqual(conflicting ?? start);
            expect(world.active).toEqual(conflicting ?? start);
            expect(world.made.filter(({ freed }) => !freed)).toHaveLength(0);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it("keeps secrets in a step's error out of the audit record", async () => {
    const world = new World(session, (step) => {
      if (step === "prepare") throw new Error("GET https://u:hunter2@host failed");
    });
    const result = await switchSession(session, change(whole), world);
    const more = { at: AT, scope: { kind: "session", id: "s1" }, trigger: "model.switch" } as const;
    expect(JSON.stringify(switchFacts(result, more))).not.toContain("hunter2");
  });

  it("leaves exactly one audit entry for every trigger, whatever came of it", async () => {
    const entries: AuditEntry[] = [];
    const record = (result: SwitchResult): void => {
      const facts = switchFacts(result, {
        at: AT,
        scope: { kind: "session", id: "s1" },
        trigger: "model.switch",
      });
      entries.push(appendAudit(entries.at(-1), facts));
    };
    const aborted = AbortSignal.abort();
    record(await switchSession(session, change(whole), new World(session)));
    record(await switchSession(session, change(bare), new World(session)));
    record(await switchSession(session, change(whole), new World(session), { signal: aborted }));
    record(await switchSession(session, change(whole), new World(session, failAt("prepare"))));
    record(
      await switchSession(
        session,
        { ...change(whole), demand: [clause("x", "required", { min: 0 })] },
        new World(session),
      ),
    );
    record(await switchSession(session, { ...change(whole), expectedRevision: 9 }, new World(session)));
    expect(entries.map(({ status }) => status)).toEqual([
      "committed",
      "rejected",
      "cancelled",
      "failed",
      "invalid",
      "stale",
    ]);
    verifyAudit(entries);
  });
});

describe("parameters of a session", () => {
  const anyParams = fc.dictionary(
    fc.constantFrom("temperature", "top_k", "seed", "custom"),
    fc.integer(),
  ) as fc.Arbitrary<JsonObject>;
  const anyTarget = fc
    .subarray(["temperature", "top_k", "seed_determinism"])
    .map((names) => manifest(Object.fromEntries(names.map((name) => [name, "native" as const]))));

  it("come back when a later target accepts them again", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyParams,
        fc.array(anyTarget, { maxLength: 4 }),
        anyTarget,
        async (runtime, visited, last) => {
          const params = { launch: emptyLayer, runtime: { values: runtime, unset: [] } };
          const start = newSession({ id: "s", target: TARGET, params });
          const travel = async (targets: readonly Manifest[]): Promise<JsonObject> => {
            let current = start;
            let bag: JsonObject = {};
            for (const target of targets) {
              const result = await switchSession(current, change(target), new World(current));
              if (result.status !== "committed") throw new Error(result.status);
              current = result.session;
              bag = result.plan.bag;
            }
            return bag;
          };
          expect(await travel([...visited, last])).toEqual(await travel([last]));
        },
      ),
    );
  });
});

function codeOf(result: SwitchResult): string | undefined {
  return result.status === "committed" ? undefined : result.error.code;
}
