import { afterEach, describe, expect, it, vi } from "vitest";
import type { CheckReport, CheckRequest } from "../../../sidecar/index.ts";
import { useMachine } from "../../fixtures/console.ts";

const requests: CheckRequest[] = [];
const report: CheckReport = { ok: true, results: [], stderrTail: "" };
vi.mock("../../../sidecar/index.ts", async (original) => ({
  ...(await original<typeof import("../../../sidecar/index.ts")>()),
  checkSidecar: async (request: CheckRequest) => {
    requests.push(request);
    return report;
  },
}));
afterEach(() => {
  requests.length = 0;
});

describe("the request of abp sidecar check", () => {
  const machine = useMachine();

  it("has the command, the directory, the defaults and the signal", async () => {
    machine.env["HOME"] = "/home/x";
    machine.env["SECRET"] = "door";
    const { signal } = new AbortController();
    const { exit, error } = await machine.run(["sidecar", "check", "--", "agent", "-a", "b"], { signal });
    expect([exit, error]).toEqual([0, "Checking agent -a b …\n"]);
    expect(requests).toEqual([
      {
        command: "agent",
        args: ["-a", "b"],
        env: { HOME: "/home/x" },
        cwd: machine.root,
        settings: { runMs: 30_000, helloMs: 10_000 },
        tasks: {},
        signal,
      },
    ]);
  });

  it("has the values of the flags, and no more time for hello than for a run", async () => {
    const flags = ["--timeout", "2.5", "--task", "q", "--slow-task", "s", "--tool-task", "t"];
    const pairs = ["--env", "A=b=c", "--env", "D="];
    await machine.run(["sidecar", "check", ...flags, ...pairs, "--", "agent"]);
    expect(requests).toMatchObject([
      {
        args: [],
        env: { A: "b=c", D: "" },
        settings: { runMs: 2500, helloMs: 2500 },
        tasks: { quick: "q", slow: "s", tool: "t" },
      },
    ]);
  });
});
