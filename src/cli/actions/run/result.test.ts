import { describe, expect, it } from "vitest";
import { AbpError } from "../../../contract/index.ts";
import type { RunResult } from "../../../runtime/index.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { exitOf } from "./result.ts";

function exit(
  {
    error,
    ok = true,
    outcome = "complete",
    check,
  }: {
    error?: AbpError;
    ok?: boolean;
    outcome?: string;
    check?: object;
  },
  signal: AbortSignal = new AbortController().signal,
) {
  let written = "";
  const host = {
    signal,
    writeError: (text: string) => {
      written += text;
    },
    now: () => new Date(0),
  };
  const terminal = { host, json: true, colors: {} } as unknown as Terminal;
  const observed = check === undefined ? {} : { observed: { check } };
  const result = { receipt: { outcome, ...observed }, verification: { ok }, error };
  return [exitOf(terminal, result as unknown as RunResult), written];
}

const check = { command: "x", duration_ms: 1, output_tail: "" };

describe("the exit code of a run", () => {
  it("is 0 for a run that is complete or partial, and 1 for one that failed", () => {
    expect([exit({})[0], exit({ outcome: "partial" })[0], exit({ outcome: "failed" })[0]]).toEqual([0, 0, 1]);
  });

  it("is 1 if the check failed", () => {
    expect(exit({ check: { ...check, exit_code: 0 } })).toEqual([0, ""]);
    expect(exit({ check: { ...check, exit_code: 2 } })).toEqual([1, ""]);
    expect(exit({ check: { ...check, exit_code: null, signal: "SIGKILL" } })[0]).toBe(1);
  });

  it("tells a receipt that does not hold before anything else of the result", () => {
    expect(exit({ ok: false, outcome: "failed" })[0]).toBe(7);
  });

  it("is that of the error, or of the signal that cancelled the run", () => {
    const error = new AbpError("agent_not_installed", "no");
    const [code, written] = exit({ error });
    expect([code, written]).toEqual([error.row.exit, expect.stringContaining("agent_not_installed")]);
    const cancelled = new AbpError("run_cancelled", "SIGINT");
    expect(exit({ error: cancelled }, AbortSignal.abort("SIGINT"))).toEqual([130, ""]);
    expect(exit({ error }, AbortSignal.abort("SIGTERM"))).toEqual([
      143,
      expect.stringContaining("agent_not_installed"),
    ]);
  });
});
