import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { loadConfig } from "../../config/index.ts";
import { openPolicy } from "../../contract/index.ts";
import { type RunWishes, runSettings } from "./run-settings.ts";

const now = () => new Date(0);
const policy = { ...openPolicy(), disallowed_tools: ["Bash"] };
const host = {
  env: { ABP_HOME: "/abp" },
  home: "/home",
  cwd: "/work",
  now,
  software: { name: "agent-backplane", version: "1" },
  readInput: async () => Buffer.from(JSON.stringify(policy)),
};

async function settingsOf(wishes: RunWishes = {}, more: object = {}) {
  const { config } = await loadConfig({ env: { ABP_HOME: "/abp" }, home: "/home", cwd: "/nowhere" });
  return { config, settings: await runSettings(host, { ...config, ...more }, wishes) };
}

describe("the options of a run", () => {
  it("come from the configuration", async () => {
    const { config, settings } = await settingsOf();
    expect(settings).toMatchObject({
      software: { name: "agent-backplane" },
      now,
      mode: config.negotiation.mode,
      policyFloors: [config.policy],
      sandbox: config.sandbox.level,
      workingDirectory: "/work",
      workspaceDir: config.workspace_dir,
      runsDir: config.runs.dir,
      homesDir: "/abp/state/homes",
      keepSessionsDays: 30,
      repairRounds: 1,
      check: undefined,
      approvalTimeoutMs: config.runs.approval_timeout_secs * 1000,
      maxTraceEvents: config.runs.max_trace_events,
      maxTraceBytes: config.runs.max_trace_kb * 1024,
      stageBudget: { maxBytes: config.workspace.max_mb * 1024 * 1024 },
    });
    expect(settings.sandboxHidden).toEqual(
      expect.arrayContaining([join("/abp", "data"), join("/abp", "state"), config.receipts_dir]),
    );
  });

  it("hide the code that Node keeps compiled, which the next command executes", async () => {
    const node = process.getBuiltinModule("node:module");
    vi.spyOn(node, "getCompileCacheDir").mockReturnValue("/caches/abp/compile/v24-x64");
    const { settings } = await settingsOf({});
    expect(settings.sandboxHidden).toEqual(
      expect.arrayContaining(["/caches/abp/compile", "/caches/abp/compile/v24-x64"]),
    );
  });

  it("come from the caller, whose policy tightens those of the configuration", async () => {
    const check = { command: "npm test", timeoutMs: 5000 };
    const { config, settings } = await settingsOf({ sandbox: "L3", check, policy });
    expect(settings).toMatchObject({ sandbox: "L3", check, policyFloors: [config.policy, policy] });
    const named = await settingsOf({ policy: openPolicy() }, { policy_profiles: ["strict.json"] });
    expect(named.settings.policyFloors).toEqual([config.policy, policy, openPolicy()]);
  });
});
