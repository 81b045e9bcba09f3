import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { executionMode } from "../../contract/index.ts";
import { canReadPath } from "../../policy/index.ts";
import { FakeBackend } from "../fixtures/fake-backend.ts";
import { order } from "../fixtures/start-run.ts";
import type { RunOptions } from "../run-options.ts";
import { workspaceParts } from "../run-parts.ts";
import { RunListeners } from "./run-listeners.ts";
import { prepareRun } from "./run-setting.ts";

function prepare(options: Partial<RunOptions> = {}, orderOptions: Parameters<typeof order>[0] = {}) {
  const parts = { ...workspaceParts, now: () => new Date(5), newId: () => "run" };
  const software = { name: "test", version: "1" };
  return prepareRun(new FakeBackend(), order(orderOptions), { software, ...options }, parts);
}

describe("the setting of a run", () => {
  it("names the run, its beginning and its workspace without links", () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "abp-setting-")));
    symlinkSync(root, join(root, "link"));
    const setting = prepare({ workingDirectory: root }, { workspace: { root: "link" } });
    rmSync(root, { recursive: true });
    expect([setting.runId, setting.startedAt, setting.source]).toEqual(["run", new Date(5), root]);
    expect(prepare({}, { workspace: { root: "." } }).source).toBe(process.cwd());
  });

  it.each(["not-there", "file", "file/below"])("refuses the workspace %s, which is no directory", (name) => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "abp-setting-")));
    writeFileSync(join(root, "file"), "");
    try {
      expect(() => prepare({ workingDirectory: root }, { workspace: { root: name } })).toThrow(
        expect.objectContaining({
          code: "workspace_init_failed",
          where: join(root, name),
          message: expect.stringContaining("The workspace cannot be opened"),
        }),
      );
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  it("finds the paths of the policy from the workspace and the home directory, and has its floors", () => {
    const root = realpathSync(tmpdir());
    const floor = { ...order().policy, deny_read: [join(root, "secret"), "~/.ssh"] };
    const { policy } = prepare({ policyFloors: [floor] }, { workspace: { root } });
    expect(canReadPath(policy, "secret").verdict).toBe("deny");
    expect(canReadPath(policy, "x", { resolved: join(homedir(), ".ssh") }).rule.id).toContain("deny_read[1]");
    expect(prepare().policy.layers).toHaveLength(1);
  });

  it.each([
    ["auto", undefined, undefined],
    ["off", undefined, undefined],
    ["L1", undefined, "L1"],
    ["L1", "L3", "L3"],
    ["L3", "L1", "L3"],
    ["off", "L2", "L2"],
  ] as const)(
    "with the option %s and the requirement %s requires %s",
    (sandbox, requireSandbox, required) => {
      expect(prepare({ sandbox }, requireSandbox === undefined ? {} : { requireSandbox }).required).toBe(
        required,
      );
    },
  );
});

describe("the least level of a run", () => {
  it.each([
    [undefined, undefined, "L3"],
    ["auto", undefined, "L3"],
    ["auto", "L1", "L3"],
    ["off", undefined, undefined],
    ["L0", undefined, "L0"],
    ["L1", undefined, "L1"],
    ["off", "L3", "L3"],
  ] as const)(
    "of a real agent with the option %s and the requirement %s is %s",
    (sandbox, requireSandbox, required) => {
      const parts = { ...workspaceParts, now: () => new Date(5), newId: () => "run" };
      const backend = new FakeBackend();
      backend.leastLevel = "L3";
      const options = { software: { name: "test", version: "1" }, sandbox };
      const given = order(requireSandbox === undefined ? {} : { requireSandbox });
      expect(prepareRun(backend, given, options, parts).required).toBe(required);
    },
  );
});

describe("a run that may change nothing in the user's own directory", () => {
  it.each([
    ["pass_through", "**", true, "L3"],
    ["staged", "**", true, "L1"],
    ["pass_through", "a", true, "L1"],
    ["pass_through", "**", false, "L1"],
  ] as const)(
    "in the mode %s and without writes of %s requires a level: %s, %s",
    (mode, denied, needs, level) => {
      const parts = { ...workspaceParts, now: () => new Date(5), newId: () => "run" };
      const backend = Object.assign(new FakeBackend(), { needsWorkspace: needs });
      const policy = { ...order().policy, deny_write: [denied] };
      const options = { software: { name: "test", version: "1" }, sandbox: "L1" as const };
      const given = order({ workspace: { root: ".", mode }, policy });
      expect(prepareRun(backend, given, options, parts).required).toBe(level);
    },
  );
});

describe("the listeners of a run", () => {
  it("are called until one throws", () => {
    const heard: unknown[] = [];
    const boom = new Error("boom");
    const listeners = new RunListeners({
      onStep: (step) => heard.push(step),
      onDecision: (record) => {
        heard.push(record);
        throw boom;
      },
    });
    listeners.step("stage");
    expect(listeners.error).toBeUndefined();
    listeners.decision("decision" as never);
    listeners.step("verify");
    listeners.decision("more" as never);
    expect(heard).toEqual(["stage", "decision"]);
    expect(listeners.error).toEqual({ error: boom });
    new RunListeners({}).step("stage");
  });
});

describe("the mode of an order", () => {
  const mode = (vendor: Record<string, unknown>) => executionMode(order({ config: { vendor } }));

  it("is mapped unless the order says otherwise, in either place", () => {
    expect([{}, { abp: null }, { abp: "passthrough" }, { abp: {} }].map(mode)).toEqual(
      Array(4).fill("mapped"),
    );
    expect(mode({ abp: { mode: "passthrough" } })).toBe("passthrough");
    expect(mode({ "abp.mode": "passthrough" })).toBe("passthrough");
    expect(mode({ abp: { mode: "mapped" }, "abp.mode": "passthrough" })).toBe("mapped");
    // A member that every object inherits does not count.
    expect(mode({ abp: Object.create({ mode: "passthrough" }) })).toBe("mapped");
  });

  it("is nothing else", () => {
    expect(() => mode({ abp: { mode: "fast" } })).toThrow(
      expect.objectContaining({
        code: "validation_failed",
        message: '$.config.vendor.abp.mode is "fast", expected "mapped" or "passthrough"',
        where: `work order ${order().id}`,
      }),
    );
  });
});
