import { describe, expect, it } from "vitest";
import { AbpError, type PolicyDecisionRecord } from "../../contract/index.ts";
import type { Sandbox } from "../../sandbox/index.ts";
import { FakeBackend } from "../fixtures/fake-backend.ts";
import { order } from "../fixtures/start-run.ts";
import type { ExposedSettings } from "../gate/exposed-settings.ts";
import type { RunOptions } from "../run-options.ts";
import { workspaceParts } from "../run-parts.ts";
import { prepareRun } from "../setting/run-setting.ts";
import { RunSession } from "./run-session.ts";

const noSettings: ExposedSettings = { hidden: [], withoutSandbox: [], withSandbox: [] };
const workspace = {
  ...{ root: "/stage", mark: "stage-1", hidden: ["/repo"], readOnly: ["/also"], isCopy: true },
  settings: noSettings,
};
const access = { url: "http://127.0.0.1:1/r/run", token: "key", engine: undefined };
const around = {
  machine: { processLimits: { processes: 7 }, records: [{ limit: "processes", max: 7, by: "cgroup" }] },
  workspace,
  home: { path: "/homes/run/home" },
  account: { dialect: "claude", access, address: { host: "127.0.0.1", port: 1 } },
};

function sessionOf(
  backend: FakeBackend,
  options: Partial<RunOptions> = {},
  orderOptions: Parameters<typeof order>[0] = {},
  settings: Partial<ExposedSettings> = {},
) {
  const parts = { ...workspaceParts, now: () => new Date(0), newId: () => "run" };
  const software = { name: "test", version: "1" };
  const setting = prepareRun(backend, order(orderOptions), { software, ...options }, parts);
  const place = { ...around, workspace: { ...workspace, settings: { ...noSettings, ...settings } } };
  return { session: new RunSession(setting, place), setting };
}

describe("the session of a run", () => {
  it("is opened for the run with its workspace, its variables and its sandbox", async () => {
    const backend = new FakeBackend();
    const { session, setting } = sessionOf(backend, {}, { config: { env: { A: "b" } } });
    expect([session.facts, session.enforcement.level]).toEqual([undefined, "L0"]);
    expect(await session.open()).toMatchObject({ facts: backend.facts });
    expect(session.facts).toBe(backend.facts);
    expect(backend.opened).toEqual({
      runId: "run",
      workspaceRoot: "/stage",
      limits: { processes: 7 },
      mark: "stage-1",
      home: "/homes/run/home",
      gateway: access,
      environment: { A: "b", GIT_CONFIG_PARAMETERS: "'safe.bareRepository=explicit'" },
      sandbox: {
        level: "auto",
        required: undefined,
        policy: setting.policy,
        readOnly: ["/also"],
        otherPrograms: [],
        hidden: ["/repo"],
        gateway: around.account.address,
        onDecision: expect.any(Function),
      },
      mayReuse: true,
      now: expect.any(Function),
      signal: setting.control.signal,
    });
    const { sandbox, now } = backend.opened!;
    const record = { subject: "tool:x", action: "deny" } as unknown as PolicyDecisionRecord;
    sandbox.onDecision(record);
    expect(setting.decisions.entries).toEqual([record]);
    expect(now()).toEqual(setting.events.clock.now());
  });

  it.each([
    [undefined, undefined, "auto", undefined],
    ["off", undefined, "off", undefined],
    ["L0", undefined, "L0", undefined],
    // L1 is decided by the backend that asks before it uses a tool.
    ["L1", undefined, "off", undefined],
    ["L2", undefined, "L2", "L2"],
    ["auto", "L3", "auto", "L3"],
    ["auto", "L1", "auto", undefined],
  ] as const)(
    "with the option %s and the requirement %s asks for %s, at least %s",
    async (sandbox, requireSandbox, level, required) => {
      const backend = new FakeBackend();
      const options = sandbox === undefined ? {} : { sandbox };
      await sessionOf(
        backend,
        options,
        requireSandbox === undefined ? {} : { requireSandbox },
      ).session.open();
      expect([backend.opened?.sandbox.level, backend.opened?.sandbox.required]).toEqual([level, required]);
    },
  );

  it("shows the MCP servers that the agent starts inside the sandbox", async () => {
    const backend = new FakeBackend();
    const mcpServers = {
      a: { command: "server", args: ["x"] },
      b: { url: "http://x" },
      c: { command: "other" },
    };
    await sessionOf(backend, {}, { mcpServers }).session.open();
    expect(backend.opened?.sandbox.otherPrograms).toEqual([
      { command: "server", args: ["x"], cwd: "/stage" },
      { command: "other", args: [], cwd: "/stage" },
    ]);
  });

  it("passes messages on and opens its sandbox again only if the backend can", async () => {
    const backend = new FakeBackend();
    const { session } = sessionOf(backend);
    expect([session.steer("x"), session.confine]).toEqual([false, undefined]);
    const confined = {} as Sandbox;
    backend.confine = async () => confined;
    await session.open();
    expect([session.steer("y"), backend.steered]).toEqual([true, ["y"]]);
    expect(await session.confine?.({ command: "x", args: [], cwd: "/" })).toBe(confined);
    const other = new FakeBackend();
    const bare = sessionOf(other).session;
    await bare.open();
    expect(bare.confine).toBeUndefined();
  });

  it("says how far the policy is enforced, before and after it was opened", async () => {
    const backend = new FakeBackend();
    backend.facts = { ...backend.facts, asksBeforeTools: true };
    const { session } = sessionOf(backend, { sandbox: "L1" });
    expect(session.enforcement).toMatchObject({
      level: "L0",
      reason: "no process was started",
      required: "L1",
    });
    await session.open();
    expect(session.enforcement).toMatchObject({ level: "L1", tools: "gate" });
  });

  it.each([
    [{ exit: { code: 3, signal: null } }, "L0", "the process ended before it was ready"],
    [
      {
        exit: { code: 3, signal: null },
        confinement: { level: "L0", reason: "the sandbox is set to off", selfTest: [], network: "advisory" },
      },
      "L0",
      "the sandbox is set to off",
    ],
    [
      { exit: { code: 3, signal: null }, confinement: { level: "L3", selfTest: [], network: "proxy" } },
      "L3",
      undefined,
    ],
    [{ confinement: { level: "L3", selfTest: [], network: "proxy" } }, "L0", "no process was started"],
  ])("says of a start that failed with %j that it reached %s: %s", async (details, level, reason) => {
    const backend = new FakeBackend();
    backend.onOpen = async () => {
      throw new AbpError("sidecar_exited_before_hello", "gone", { details });
    };
    const { session } = sessionOf(backend);
    await expect(session.open()).rejects.toThrow("gone");
    expect([session.enforcement.level, session.enforcement.reason]).toEqual([level, reason]);
  });

  it("enforces rules about writing if a confined backend works on a copy", async () => {
    const backend = new FakeBackend();
    backend.confinement = { level: "L3", selfTest: [], network: "none" };
    const { session } = sessionOf(backend);
    await session.open();
    expect(session.enforcement).toMatchObject({ level: "L3", write: "delta" });
  });

  it("ends as the backend says, with what a failed start says, or with nothing", async () => {
    const backend = new FakeBackend();
    backend.end = { exit: { code: 1, signal: null } };
    const { session } = sessionOf(backend);
    expect(await session.close()).toEqual({});
    await session.open();
    expect(await session.close()).toBe(backend.end);
    backend.onOpen = () =>
      Promise.reject(new AbpError("sidecar_hello_timeout", "x", { details: { stderr_tail: "y" } }));
    const failed = sessionOf(backend).session;
    await expect(failed.open()).rejects.toThrow("x");
    expect(await failed.close()).toEqual({ sidecar: { stderr_tail: "y" } });
  });

  it("is no reason to fail if it cannot be closed", async () => {
    const backend = new FakeBackend();
    backend.onClose = () => Promise.reject("it hangs");
    const { session, setting } = sessionOf(backend);
    await session.open();
    expect(await session.close()).toEqual({});
    expect(setting.warnings).toEqual(["the session of the backend could not be closed: it hangs"]);
  });
});

describe("a session whose agent would obey the repository", () => {
  const unmet = new AbpError("sandbox_level_unmet", "Level L3 cannot be reached: no bwrap.", {
    details: { level: "L3", reason: "no bwrap" },
  });

  it.each(["auto", "off", "L1", "L3"] as const)("needs L3 also where %s is asked for", async (sandbox) => {
    const backend = new FakeBackend();
    await sessionOf(backend, { sandbox }, {}, { withoutSandbox: [".agent/run"] }).session.open();
    expect(backend.opened?.sandbox.required).toBe("L3");
  });

  it("is refused if L3 is not reached, with the places and the reason", async () => {
    const backend = new FakeBackend();
    backend.open = () => Promise.reject(unmet);
    const withoutSandbox = ["a", "b", "c", "d", "e", "f", "g"];
    await expect(sessionOf(backend, {}, {}, { withoutSandbox }).session.open()).rejects.toMatchObject({
      code: "repository_settings_exposed",
      message: 'fake would execute or obey "a", "b", "c", "d", "e" and 2 more of the repository: no bwrap',
      details: { paths: withoutSandbox },
    });
  });

  it("is refused before it starts if a sandbox cannot hide the places", async () => {
    const backend = new FakeBackend();
    await expect(sessionOf(backend, {}, {}, { withSandbox: ["link"] }).session.open()).rejects.toMatchObject({
      code: "repository_settings_exposed",
      message: 'fake would execute or obey "link" of the repository: a sandbox cannot hide them',
    });
    expect(backend.opened).toBeUndefined();
  });

  it("fails as any other if the level is unmet for another reason", async () => {
    const backend = new FakeBackend();
    backend.open = () => Promise.reject(unmet);
    await expect(sessionOf(backend).session.open()).rejects.toBe(unmet);
    backend.open = () => Promise.reject(new Error("odd"));
    await expect(sessionOf(backend, {}, {}, { withoutSandbox: ["a"] }).session.open()).rejects.toThrow("odd");
  });
});
