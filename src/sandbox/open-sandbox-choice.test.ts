import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openPolicy, type PolicyProfile } from "../contract/index.ts";
import { compilePolicy } from "../policy/index.ts";
import type { FoundSetup } from "./bubblewrap/find-setup.ts";
import { isolations } from "./bubblewrap/isolation.ts";
import { findLevelFault, openSandbox } from "./open-sandbox.ts";
import type { SandboxRequest } from "./sandbox.ts";

let workspace: string;
beforeEach(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), "abp-choice-")));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(workspace, { recursive: true, force: true });
});

const found: FoundSetup = {
  setup: {
    bwrap: "/opt/bwrap",
    isolation: isolations(false)[0]!,
    seccomp: Buffer.from("filter"),
    selfTest: [{ probe: "one", held: true }],
  },
};
const notFound = {
  missing: "isolation",
  reason: "no reason",
  remedy: "Do something.",
  selfTest: [{ probe: "one", held: false }],
} as const;

/** Opens a sandbox on a machine where the search gives `result`. `searched` has the paths of the searches. */
async function open(
  more: Partial<SandboxRequest>,
  result: FoundSetup = found,
  profile: Partial<PolicyProfile> = {},
) {
  const searched: string[] = [];
  const request: SandboxRequest = {
    level: "auto",
    workspaceRoot: workspace,
    program: { command: "/bin/sh", args: [], cwd: workspace },
    readOnly: [],
    policy: compilePolicy({ ...openPolicy(), ...profile }),
    onDecision: () => undefined,
    now: () => new Date(0),
    ...more,
  };
  const opened = await openSandbox(request, (path) => {
    searched.push(path);
    return Promise.resolve(result);
  }).catch((error: unknown) => ({ error }));
  if ("close" in opened) await opened.close();
  return { opened, searched };
}
const refused = (level: string, reason: string) => ({
  error: {
    code: "sandbox_level_unmet",
    message: `Level ${level} cannot be reached: ${reason}.`,
    details: { level, reason },
  },
});

describe("the choice of a sandbox", () => {
  it.each(["auto", "L3"] as const)("is L3 for %s where the search finds a setup", async (level) => {
    vi.stubEnv("PATH", "/own/bin");
    const { opened, searched } = await open({ level, required: "L3" });
    expect(opened).toMatchObject({ level: "L3", selfTest: [{ probe: "one", held: true }] });
    expect(searched).toEqual(["/own/bin:/usr/bin:/usr/local/bin:/bin"]);
    vi.stubEnv("PATH", undefined);
    expect((await open({ level })).searched).toEqual([":/usr/bin:/usr/local/bin:/bin"]);
  });

  it("has a network if the policy permits a connection, or there is a gateway", async () => {
    const gateway = { host: "127.0.0.1", port: 8080 };
    const closed = { deny_network: ["*"] };
    expect((await open({})).opened).toMatchObject({ network: "proxy" });
    expect((await open({}, found, closed)).opened).toMatchObject({ network: "none" });
    expect((await open({ gateway }, found, closed)).opened).toMatchObject({ network: "proxy" });
  });

  it("is L0 with the reason and the results of the search if it finds none", async () => {
    for (const required of [undefined, "L0", "L1"] as const)
      expect((await open({ required }, notFound)).opened).toMatchObject({
        level: "L0",
        network: "advisory",
        reason: notFound.reason,
        selfTest: notFound.selfTest,
      });
  });

  it.each(["off", "L0", "L1"] as const)("is L0 for %s without a search", async (level) => {
    const reason = `the sandbox is set to ${level}`;
    for (const required of [undefined, "L0", "L1"] as const) {
      const { opened, searched } = await open({ level, required });
      expect(opened).toMatchObject({ level: "L0", reason, selfTest: [], network: "advisory" });
      expect(searched).toEqual([]);
    }
    for (const required of ["L2", "L3"] as const)
      expect((await open({ level, required })).opened).toMatchObject(refused(required, reason));
  });

  it("is refused if a level is asked for that is not reached or not offered", async () => {
    expect((await open({ level: "L3" }, notFound)).opened).toMatchObject(refused("L3", "no reason"));
    expect((await open({ level: "L3", required: "L1" }, notFound)).opened).toMatchObject(
      refused("L3", "no reason"),
    );
    expect((await open({ required: "L2" }, notFound)).opened).toMatchObject(refused("L2", "no reason"));
    expect((await open({ level: "L2" })).opened).toMatchObject(
      refused("L2", "it is not offered; ask for L3"),
    );
  });

  it("says what is missing and what to do about it if it is refused", async () => {
    expect((await open({ level: "L3" }, notFound)).opened).toMatchObject({
      error: {
        advice: "Do something.",
        details: { level: "L3", reason: "no reason", missing: "isolation" },
      },
    });
    const { opened } = await open({ required: "L3", workspaceRoot: "/usr/lib" });
    expect(opened).toMatchObject({ error: { advice: "Work in another directory." } });
  });

  it("is not L3 with a workspace that overlaps the system, whatever the search would find", async () => {
    const { opened, searched } = await open({ workspaceRoot: "/usr/lib" });
    const reason = "the workspace /usr/lib overlaps the system directory /usr";
    expect(opened).toMatchObject({ level: "L0", reason, selfTest: [] });
    expect(searched).toEqual([]);
  });
});

describe("the fault of a level, before a sandbox is opened", () => {
  const faultOf = (
    level: SandboxRequest["level"],
    required?: "L1" | "L2" | "L3",
    result: FoundSetup = notFound,
  ) => findLevelFault({ level, required }, () => Promise.resolve(result));

  it("is what opening the sandbox would say", async () => {
    expect(await faultOf("L3")).toMatchObject({
      ...refused("L3", "no reason").error,
      advice: "Do something.",
    });
    expect(await faultOf("auto", "L3")).toMatchObject(refused("L3", "no reason").error);
    expect(await faultOf("auto", "L2")).toMatchObject(refused("L2", "no reason").error);
    expect(await faultOf("off", "L3")).toMatchObject(refused("L3", "the sandbox is set to off").error);
    await expect(faultOf("L2")).rejects.toMatchObject(refused("L2", "it is not offered; ask for L3").error);
  });

  it("is none if the level is reached, or none is needed, without a search", async () => {
    expect(await faultOf("L3", undefined, found)).toBeUndefined();
    expect(await faultOf("auto", "L3", found)).toBeUndefined();
    const search = vi.fn();
    for (const level of ["auto", "off", "L0", "L1"] as const)
      expect(await findLevelFault({ level, required: "L1" }, search)).toBeUndefined();
    expect(search).not.toHaveBeenCalled();
  });
});
