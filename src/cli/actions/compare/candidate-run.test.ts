import { describe, expect, it } from "vitest";
import { type Backend, mockBackend, type RunContext } from "../../../backends/index.ts";
import { buildWorkOrder, openPolicy } from "../../../contract/index.ts";
import type { ComparisonView } from "../../display/compare/comparison-view.ts";
import type { RunView } from "../../display/run/run-view.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { candidateRunner, type SharedParts } from "./candidate-run.ts";

const order = buildWorkOrder("00000000-0000-4000-8000-000000000001", "x");

/** A backend that asks for a tool and goes on with the answer. */
function askingBackend(answers: unknown[]): Backend {
  const mock = mockBackend("asking");
  return {
    ...mock,
    open: async (context) => {
      const session = await mock.open(context);
      return {
        ...session,
        run: async function* (run: RunContext) {
          answers.push(await run.onToolRequest({ toolName: "Bash", input: {} }, run.signal));
          return yield* session.run(run);
        },
      };
    },
  };
}

function open(policy: Partial<ReturnType<typeof openPolicy>> = {}) {
  const noted: string[] = [];
  const own: RunView = {
    step: () => undefined,
    event: () => undefined,
    meter: () => undefined,
    note: () => undefined,
    hold: () => () => undefined,
    close: () => void noted.push("closed"),
  };
  const view = {
    viewOf: (name: string) => {
      noted.push(`view of ${name}`);
      return own;
    },
    note: (label: string, text: string) => void noted.push(`${label} ${text}`),
    hold: () => () => undefined,
  } as unknown as ComparisonView;
  let count = 0;
  const parts = {
    place: {
      gatewayFor: async () => undefined,
      log: async () => undefined,
      ledger: async () => ({ find: async () => undefined }),
    },
    settings: {
      software: { name: "t", version: "0" },
      approvalTimeoutMs: 1000,
      policyFloors: [{ ...openPolicy(), ...policy }],
    },
    engine: undefined,
    newId: () => `00000000-0000-4000-8000-0000000000${String(++count).padStart(2, "0")}`,
    view,
  } as unknown as SharedParts;
  const host = {
    signal: new AbortController().signal,
    onRepeatedSignal: () => () => undefined,
    env: { ABP_HOME: "/abp" },
    home: "/home",
  };
  return { noted, run: candidateRunner({ host, quiet: false } as unknown as Terminal, parts) };
}

describe("one run of a comparison", () => {
  it("is shown while it goes on, and described when it has ended", async () => {
    const { run, noted } = open();
    const described = await run({ name: "one", backend: mockBackend("m"), order, engine: undefined });
    expect(described).toMatchObject({ backend: "one", outcome: "complete", receipt: { verified: true } });
    expect(noted).toEqual(["view of one", "closed"]);
  });

  it("names the backend that asks for an approval", async () => {
    const answers: unknown[] = [];
    const { run, noted } = open({ require_approval_for: ["Bash"] });
    await run({ name: "one", backend: askingBackend(answers), order, engine: undefined });
    expect(noted.find((line) => line.startsWith("denied"))).toMatch(/^denied Bash \(one\) needs an approval/);
    expect(answers).toMatchObject([{ verdict: "deny" }]);
  });
});
