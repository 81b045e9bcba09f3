import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decide } from "../decision/decision.ts";
import { AT, clause, manifest } from "../fixtures/builders.ts";
import { type AuditEntry, appendAudit, findAuditBreak, verifyAudit } from "./audit.ts";

const scope = { kind: "session", id: "s1" } as const;

function record(count: number): AuditEntry[] {
  const entries: AuditEntry[] = [];
  for (let index = 0; index < count; index += 1) {
    const decision = decide({
      id: `d${index}`,
      trigger: "model.switch",
      demand: [clause("tool_use")],
      manifest: manifest(index % 2 === 0 ? { tool_use: "native" } : {}),
    });
    const status = decision.verdict === "reject" ? "rejected" : "committed";
    entries.push(appendAudit(entries.at(-1), { at: AT, scope, trigger: "model.switch", status, decision }));
  }
  return entries;
}

describe("audit record", () => {
  it("is whole as it was written, and after a way through JSON", () => {
    const entries = record(5);
    expect(findAuditBreak(entries)).toBeUndefined();
    expect(findAuditBreak(JSON.parse(JSON.stringify(entries)))).toBeUndefined();
    expect(findAuditBreak([])).toBeUndefined();
  });

  it("carries a validation failure, which has no decision", () => {
    const error = { code: "validation_failed", message: "the demand is not valid" };
    const entry = appendAudit(undefined, {
      at: AT,
      scope,
      trigger: "demand.change",
      status: "invalid",
      error,
    });
    expect(entry).toMatchObject({ type: "capability.decision", seq: 0, prev: null, error });
    verifyAudit([entry]);
  });

  it("carries what a provider overstated", () => {
    const claim = { support: "native", evidence: "declared", at: AT } as const;
    const overstatement = {
      capability: "vision",
      aspect: "support",
      declared: claim,
      catalogued: claim,
    } as const;
    const facts = {
      at: AT,
      scope,
      trigger: "model.switch",
      status: "committed",
      overstatements: [overstatement],
    } as const;
    expect(appendAudit(undefined, facts).overstatements).toEqual([overstatement]);
  });

  it("breaks if an entry is removed, swapped or inserted", () => {
    const entries = record(4);
    const [first, second, third, fourth] = entries as [AuditEntry, AuditEntry, AuditEntry, AuditEntry];
    expect(findAuditBreak([first, third, fourth])).toEqual({ index: 1, reason: "seq" });
    expect(findAuditBreak([first, third, second, fourth])).toEqual({ index: 1, reason: "seq" });
    expect(findAuditBreak([first, second, second, third])).toEqual({ index: 2, reason: "seq" });
    const forged = appendAudit({ seq: 0, hash: "0".repeat(64) }, second);
    expect(findAuditBreak([first, forged])).toEqual({ index: 1, reason: "prev" });
    expect(() => verifyAudit([second])).toThrow(
      expect.objectContaining({ code: "negotiation_audit_broken" }),
    );
  });

  it("breaks at an entry that has no canonical form any more", () => {
    const entries = record(3);
    const broken = { ...entries[1], trigger: "\ud800" } as unknown as AuditEntry;
    const altered = [entries[0]!, broken, entries[2]!];
    expect(findAuditBreak(altered)).toEqual({ index: 1, reason: "hash" });
    expect(() => verifyAudit(altered)).toThrow(
      expect.objectContaining({
        message: "the record breaks at entry 1 (hash)",
        details: { index: 1, reason: "hash" },
      }),
    );
  });

  it("shows a cut end to whoever kept the last hash", () => {
    const entries = record(3);
    const head = entries[2]?.hash ?? "";
    expect(findAuditBreak(entries, head)).toBeUndefined();
    expect(findAuditBreak(entries.slice(0, 2), head)).toEqual({ index: 2, reason: "head" });
  });

  it("breaks when any leaf of any entry is altered", () => {
    const entries = record(3);
    const leaves = entries.flatMap((entry, index) => leafPaths(entry).map((path) => [index, ...path]));
    fc.assert(
      fc.property(
        fc.constantFrom(...leaves),
        fc.oneof(fc.string(), fc.integer(), fc.constant(null)),
        (path, value) => {
          const altered = JSON.parse(JSON.stringify(entries));
          const holder = path
            .slice(0, -1)
            .reduce((node: Record<string, unknown>, key) => node[key] as never, altered);
          const last = path.at(-1) as string;
          fc.pre(holder[last] !== value);
          holder[last] = value;
          expect(findAuditBreak(altered)).toBeDefined();
        },
      ),
    );
  });
});

function leafPaths(value: unknown): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [[]];
  return Object.entries(value).flatMap(([key, member]) => leafPaths(member).map((path) => [key, ...path]));
}
