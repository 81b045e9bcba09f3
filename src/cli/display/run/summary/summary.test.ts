import pc from "picocolors";
import { describe, expect, it } from "vitest";
import { buildReceipt, type PolicyDecisionRecord } from "../../../../contract/index.ts";
import { textWidth } from "../../text/text-width.ts";
import { nextCommands } from "./next-commands.ts";
import { renderSummary, type ShownResult } from "./summary.ts";

const colors = pc.createColors(false);
const runId = "00000000-0000-4000-8000-00001a2b3c4d";

const receipt = {
  ...buildReceipt({
    runId,
    workOrderId: "00000000-0000-4000-8000-000000000002",
    startedAt: new Date("2026-03-01T08:00:00Z"),
    finishedAt: new Date("2026-03-01T08:01:05Z"),
    backend: { id: "python", backend_version: "1.2" },
    outcome: "complete",
  }),
  termination: { reason: "completed" as const },
};
const verification = {
  ok: true,
  findings: [],
  key: "0123456789abcdef",
  chain: { seq: 3, origin: "localhost/abp/default" },
} as unknown as ShownResult["verification"];
const enforcement = { level: "L3" as const, tools: "gate", read: "absent", write: "delta", network: "proxy" };
const result: ShownResult = { receipt, verification, patch: undefined, decisions: [], enforcement };

const decision = (verdict: string, subject: string, more: Partial<PolicyDecisionRecord> = {}) => ({
  ts: "2026-03-01T08:00:00Z",
  verdict,
  operation: "use_tool",
  subject,
  rule: "policy.disallowed_tools[0]",
  ...more,
});

describe("the summary of a run", () => {
  it("names run, backend, outcome, time, enforcement and receipt", () => {
    expect(renderSummary(colors, result, undefined)).toEqual([
      "",
      `run       ${runId}`,
      "backend   python 1.2",
      "outcome   complete",
      "duration  1:05",
      "sandbox   L3: tools gate, read absent, write delta, network proxy",
      "receipt   VERIFIED: signed by 0123456789abcdef, number 3 of the log localhost/abp/default",
    ]);
  });

  it("names tokens, cost, the reason of the end, and why the level is not higher", () => {
    const failed: ShownResult = {
      ...result,
      receipt: {
        ...receipt,
        outcome: "failed",
        termination: { reason: "timed_out", message: "the run took longer than 5 ms" },
        usage: { ...receipt.usage, input_tokens: 1234, estimated_cost_usd: 0.5 },
        observed: {
          projection: "python is the only one",
          workspace: { skipped_count: 2, skipped: [{ path: "a\u001b", reason: "socket" }] },
        },
      },
      enforcement: { ...enforcement, level: "L0", reason: "bubblewrap is not installed" },
    };
    const lines = renderSummary(colors, failed, undefined);
    expect(lines).toContain("outcome   failed (timed out)");
    expect(lines).toContain("reason    the run took longer than 5 ms");
    expect(lines).toContain("tokens    1234 in, ? out");
    expect(lines).toContain("cost      $0.5000 (from the backend)");
    expect(lines).toContain("chosen    python is the only one");
    expect(lines).toContain("left out  2 paths not staged: a\\u{1b} (socket)");
    expect(lines).toContain("          not higher: bubblewrap is not installed");
  });

  it("paints the outcome, denials, what the patch lacks and the receipt", () => {
    const paint = (name: string) => (text: string) => `<${name}:${text}>`;
    const painted = { green: paint("g"), yellow: paint("y"), red: paint("r") } as unknown as typeof colors;
    const shown = (outcome: "complete" | "partial" | "failed", complete: boolean) =>
      renderSummary(
        painted,
        {
          ...result,
          receipt: { ...receipt, outcome },
          patch: {
            diffstat: { files: [], added: 0, deleted: 0 },
            complete,
            leftOut: [{ path: "a", reason: "empty" }],
          },
          decisions: [decision("denied", "Bash"), decision("approved", "Read")],
        },
        undefined,
      );
    const outcomes = (["complete", "partial", "failed"] as const).map((outcome) =>
      shown(outcome, true).find((line) => line.startsWith("outcome")),
    );
    expect(outcomes).toEqual(["outcome   <g:complete>", "outcome   <y:partial>", "outcome   <r:failed>"]);
    expect(shown("complete", true)).toContain("no patch  <y:a (empty)>");
    expect(shown("complete", false)).toContain("no patch  <r:a (empty)>");
    expect(shown("complete", true)).toContain('denied    <r:use tool "Bash" by policy.disallowed_tools[0]>');
    expect(shown("complete", true)).toContain('approved  use tool "Read" by policy.disallowed_tools[0]');
    expect(shown("complete", true).at(-1)).toMatch(/^receipt {3}<g:VERIFIED/);
    const bad = renderSummary(
      painted,
      {
        ...result,
        verification: {
          ...verification,
          ok: false,
          findings: [{ code: "c", where: "w", message: "m" }],
        } as never,
      },
      undefined,
    );
    expect(bad.slice(-2)).toEqual(["receipt   <r:NOT VERIFIED>", "          <r:c w: m>"]);
  });

  it("leaves out what is not known, and writes short times in milliseconds", () => {
    const lines = (more: object) =>
      renderSummary(colors, { ...result, receipt: { ...receipt, ...more } }, undefined);
    expect(lines({ backend: { ...receipt.backend, backend_version: null } })).toContain("backend   python");
    const took = (duration_ms: number) => lines({ meta: { ...receipt.meta, duration_ms } });
    expect(took(9999)).toContain("duration  9999 ms");
    expect(took(10_000)).toContain("duration  10 s");
    const used = (usage: object) => lines({ usage: { ...receipt.usage, ...usage } });
    expect(used({ output_tokens: 0 })).toContain("tokens    ? in, 0 out");
    expect(used({ estimated_cost_usd: 0 })).toContain("cost      $0.00 (from the backend)");
    expect(lines({ termination: undefined })).toContain("outcome   complete");
    const unsigned = { ...result, verification: { ...verification, key: null } };
    expect(renderSummary(colors, unsigned, undefined).at(-1)).toBe(
      "receipt   VERIFIED: its hash holds (not signed, not logged)",
    );
  });

  it("names three paths that were not staged, and says that there are more", () => {
    const shown = (count: number) => {
      const skipped = Array.from({ length: count }, (_, index) => ({ path: `p${index}`, reason: "socket" }));
      const observed = { workspace: { skipped_count: count, skipped } };
      return renderSummary(colors, { ...result, receipt: { ...receipt, observed } }, undefined).find((line) =>
        line.startsWith("left out"),
      );
    };
    const three = "p0 (socket), p1 (socket), p2 (socket)";
    expect(shown(0)).toBeUndefined();
    expect(shown(1)).toBe("left out  1 path not staged: p0 (socket)");
    expect(shown(3)).toBe(`left out  3 paths not staged: ${three}`);
    expect(shown(4)).toBe(`left out  4 paths not staged: ${three}, …`);
  });

  it("wraps a fact beside its name, and leaves at least ten columns for it", () => {
    const failed = { ...receipt, termination: { reason: "completed" as const, message: "aaaa bbbbb cccc" } };
    const lines = (columns: number) => renderSummary(colors, { ...result, receipt: failed }, columns);
    expect(lines(21)).toContain("reason    aaaa bbbbb");
    expect(lines(21)).toContain("          cccc");
    expect(lines(5)).toContain("reason    aaaa bbbbb");
  });

  it("says once that a run failed, and that it is partial", () => {
    const outcome = (given: "partial" | "failed", reason: "completed" | "failed") =>
      renderSummary(
        colors,
        { ...result, receipt: { ...receipt, outcome: given, termination: { reason } } },
        undefined,
      )[3];
    expect(outcome("failed", "failed")).toBe("outcome   failed");
    expect(outcome("partial", "completed")).toBe("outcome   partial");
  });

  it("lists denials with their rules, equal ones once, and approvals", () => {
    const decisions = [
      decision("denied", "Bash", { pattern: "Bash*" }),
      decision("denied", "Bash", { pattern: "Bash*" }),
      decision("approval_denied", "Ed\u001bit"),
      decision("violation", "Web"),
      decision("approved", "Read", { rule: "policy.require_approval_for[0]" }),
    ];
    expect(renderSummary(colors, { ...result, decisions }, undefined).slice(6, 10)).toEqual([
      'denied    use tool "Bash" by policy.disallowed_tools[0] "Bash*" (2 times)',
      '          use tool "Ed\\u001bit" by policy.disallowed_tools[0]',
      '          use tool "Web" by policy.disallowed_tools[0] (it was done nevertheless, so the run failed)',
      'approved  use tool "Read" by policy.require_approval_for[0]',
    ]);
    const many = Array.from({ length: 30 }, (_, index) => decision("denied", `T${index}`));
    expect(renderSummary(colors, { ...result, decisions: many }, undefined)).toContain(
      "          and 20 more, see the receipt",
    );
  });

  it("names what was metered instead of what the backend states, the check, and the run that it continued", () => {
    const usage = { ...receipt.usage, input_tokens: 7, estimated_cost_usd: 0.5 };
    const observed = {
      resumed_run: "earlier",
      model_calls: {
        calls: 2,
        refused: 0,
        usage: { ...receipt.usage, input_tokens: 3, output_tokens: 4, estimated_cost_usd: 2 },
        models: [{ engine: "e", requested: "m", upstream: "m", reported: null, calls: 2 }],
        receipts: [],
      },
      check: { command: "make", exit_code: 1, duration_ms: 0, output_tail: "" },
    };
    const lines = renderSummary(colors, { ...result, receipt: { ...receipt, usage, observed } }, undefined);
    expect(lines.slice(5, 10)).toEqual([
      "continued earlier",
      "models    m at e (2 calls)",
      "tokens    3 in, 4 out (metered in 2 calls)",
      "cost      $2.00 (metered)",
      "check     failed (exit code 1): make (0 s)",
    ]);
  });

  it("begins with the diffstat, and says what is not in the patch", () => {
    const diffstat = { files: [{ path: "a.ts", added: 2, deleted: 1, binary: false }], added: 2, deleted: 1 };
    const patch = { diffstat, complete: false, leftOut: [{ path: "empty/", reason: "empty directory" }] };
    const lines = renderSummary(colors, { ...result, patch }, 80);
    expect(lines.slice(0, 3)).toEqual([
      "",
      " a.ts | 3 ++-",
      " 1 file changed, 2 lines added, 1 line deleted",
    ]);
    expect(lines).toContain("no patch  empty/ (empty directory)");
  });

  it.each([80, 40])("fits %d columns", (columns) => {
    const lines = renderSummary(
      colors,
      { ...result, decisions: [decision("denied", "日本".repeat(40))] },
      columns,
    );
    for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(columns);
  });

  it("says what is wrong with a receipt that is not verified", () => {
    const findings = [{ code: "signature_invalid", where: "$.x", message: "does not fit" }];
    const bad = { ...result, verification: { ...verification, ok: false, findings } as never };
    expect(renderSummary(colors, bad, undefined).slice(-2)).toEqual([
      "receipt   NOT VERIFIED",
      "          signature_invalid $.x: does not fit",
    ]);
  });
});

describe("the commands to go on with", () => {
  const patch = { diffstat: { files: [], added: 0, deleted: 0 }, complete: true, leftOut: [] };
  const commands = (shown: ShownResult, file?: string) =>
    nextCommands(shown, file).map(([command]) => command);

  it("apply the patch, and prove and verify the receipt", () => {
    expect(commands({ ...result, patch })).toEqual([
      `abp apply ${runId}`,
      `abp receipt prove ${runId} -o 1a2b3c4d.tlog-proof`,
      "abp receipt verify 1a2b3c4d.tlog-proof",
    ]);
  });

  it("go on with a conversation that the backend named, if the log has the run", () => {
    const reported = [{ by: "a" }, { by: "b", session: "s" }];
    const named = { ...result, receipt: { ...receipt, reported } };
    expect(nextCommands(named, undefined)[0]).toEqual([
      `abp run --resume ${runId} --task "…"`,
      "goes on with the conversation",
    ]);
    expect(commands({ ...named, verification: { ...verification, key: null } })).toEqual([]);
    expect(commands({ ...result, receipt: { ...receipt, reported: [{ by: "a" }] } })[0]).toContain("prove");
  });

  it("do not apply what is applied already", () => {
    const applied = { ...receipt, observed: { workspace: { applied: true } } };
    expect(commands({ ...result, patch, receipt: applied })[0]).toContain("prove");
  });

  it("say what they do, and quote a file only if they must", () => {
    const unsigned = { ...result, verification: { ...verification, key: null } };
    expect(nextCommands(unsigned, "out/r-1.json")).toEqual([
      ["abp receipt verify out/r-1.json", "verifies its hash"],
    ]);
    expect(commands(unsigned, "it's")).toEqual(["abp receipt verify 'it'\\''s'"]);
    expect(nextCommands({ ...result, patch }, "r.json").map(([, meaning]) => meaning)).toEqual([
      "changes the workspace as the patch says",
      "makes the proof to hand over",
      "verifies it, here or anywhere with the keys",
    ]);
  });

  it("verify the file of a receipt that is not in a log", () => {
    const unsigned = { ...result, verification: { ...verification, key: null } };
    expect(commands(unsigned, "my receipt.json")).toEqual(["abp receipt verify 'my receipt.json'"]);
    expect(commands(unsigned)).toEqual([]);
  });
});
