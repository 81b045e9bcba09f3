import { describe, expect, it } from "vitest";
import { errorRow } from "../../contract/index.ts";
import { markedTerminal } from "../fixtures/marked-terminal.ts";
import { type ShownLogCheck, showLogCheck } from "./log-check.ts";

const finding = (code: string, where: string) => ({ code, where, message: `message of ${where}` });
const verification = {
  ok: true,
  findings: [],
  warnings: [],
  key: null,
  checkpoint: null,
  signed: 0,
  unsigned: 0,
};
const logOf = (tenant: string, members: object = {}, openRuns = { running: 0, interrupted: 0 }) =>
  ({ tenant, verification: { ...verification, ...members }, openRuns }) as unknown as ShownLogCheck;

function show(logs: readonly ShownLogCheck[], more: object = {}, options = {}) {
  const terminal = markedTerminal(options);
  const exit = showLogCheck(terminal, "own", { logs, damage: [], advice: [], ...more });
  return [exit, ...terminal.lines()];
}

const NO_CHECKPOINT = "  checkpoint  none yet; a daemon signs every 30 seconds, other commands when they end";

describe("the check of a log", () => {
  it("says how many receipts it has, who signed them and what runs", () => {
    const own = { signed: 2, unsigned: 1, key: "k", checkpoint: { origin: "o", size: 2 } };
    const logs = [logOf("b", { signed: 1 }), logOf("own", own, { running: 3, interrupted: 4 }), logOf("a")];
    expect(show(logs)).toEqual([
      0,
      "<green VALID> log of 3 receipts: 2 signed, 1 not yet signed",
      "  signed by    k",
      "  checkpoint   o, 2 receipts",
      "  running      3 without a receipt yet",
      "  interrupted  4 of a process that has ended; the next command that writes records them",
      "  log of b     1 receipt: 1 signed, 0 not yet signed",
      "  log of a     0 receipts: 0 signed, 0 not yet signed",
    ]);
    const empty = ["<green VALID> log of 0 receipts: 0 signed, 0 not yet signed", NO_CHECKPOINT];
    expect(show([logOf("own")])).toEqual([0, ...empty]);
    expect(show([])).toEqual([0, ...empty]);
  });

  it("lists the faults of the store and of every log, and what to do", () => {
    const logs = [
      logOf("own", { findings: [finding("receipt_hash_mismatch", "1")], warnings: [finding("odd", "2")] }),
      logOf("a", { findings: [finding("receipt_hash_mismatch", "3")], warnings: [finding("odd", "4")] }),
    ];
    const lines = [
      "<red INVALID> log of 0 receipts: 0 signed, 0 not yet signed",
      NO_CHECKPOINT,
      "  log of a    0 receipts: 0 signed, 0 not yet signed",
      "  <red receipt_store_failed> page: message of page",
      "  <red receipt_hash_mismatch> 1: message of 1",
      "  <red receipt_hash_mismatch> log of a: 3: message of 3",
      "  <yellow warning> 2: message of 2",
    ];
    const damage = [finding("receipt_store_failed", "page")];
    expect(show(logs, { damage, advice: ["Do a.", "Do b."] })).toEqual([
      7,
      ...lines,
      "  → Do a.",
      "  → Do b.",
    ]);
    const codes = ["receipt_store_failed", "receipt_hash_mismatch"] as const;
    expect(show(logs, { damage })).toEqual([
      7,
      ...lines,
      ...codes.map((code) => `  → ${errorRow(code as never).advice}`),
    ]);
  });

  it("is one line of JSON with --json", () => {
    const fault = finding("receipt_hash_mismatch", "1");
    const logs = [
      logOf("own", { signed: 2, unsigned: 1, key: "k", warnings: [fault] }),
      logOf("a", { ok: false, signed: 1, findings: [fault] }, { running: 1, interrupted: 0 }),
    ];
    const read = ([exit, line, ...rest]: unknown[]) => [exit, JSON.parse(line as string), rest];
    expect(read(show(logs, { advice: ["Do a."] }, { json: true }))).toEqual([
      7,
      {
        ...{ kind: "log", ok: false, key: "k", checkpoint: null, warnings: [fault] },
        findings: [{ ...fault, where: "log of a: 1" }],
        ...{ receipts: 3, signed: 2, unsigned: 1, advice: ["Do a."] },
        logs: [
          ...[{ tenant: "own", ok: true, receipts: 3, signed: 2, unsigned: 1 }],
          ...[{ tenant: "a", ok: false, receipts: 1, signed: 1, unsigned: 0 }],
        ].map((log, index) => ({ ...log, open_runs: { running: index, interrupted: 0 } })),
      },
      [],
    ]);
    const none = {
      kind: "log",
      ok: true,
      findings: [],
      receipts: 0,
      signed: 0,
      unsigned: 0,
      logs: [],
      advice: [],
    };
    expect(read(show([], {}, { json: true }))).toEqual([0, none, []]);
  });
});
