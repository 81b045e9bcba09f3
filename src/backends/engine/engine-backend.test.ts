import { describe, expect, it } from "vitest";
import { openContext } from "../backend.contract.ts";
import type { BackendSession, OpenContext } from "../backend.ts";
import type { SidecarEntry } from "../sidecar-entry.ts";
import { EngineBackend } from "./engine-backend.ts";
import type { EngineEntry } from "./engine-entry.ts";

const session = {} as BackendSession;
let opened: { entry: SidecarEntry; context: OpenContext } | undefined;

function backendOf(entry: Partial<EngineEntry> = {}, isConfigured = true): EngineBackend {
  return new EngineBackend("mine", { type: "engine", ...entry }, isConfigured, (sidecar) => ({
    open: async (context) => {
      opened = { entry: sidecar, context };
      return session;
    },
  }));
}

describe("the backend of an engine", () => {
  it("counts as an agent, is known before it starts, and has its own engine and model", () => {
    const backend = backendOf({ engine: "e", model: "m", timeout_secs: 2, priority: 3 });
    expect(backend).toMatchObject({
      name: "mine",
      agent: { name: "engine" },
      leastLevel: "L3",
      needsWorkspace: true,
      usesGateway: true,
      keepsSession: true,
      isChosenByAuto: true,
      engine: "e",
      model: "m",
      timeoutMs: 2000,
      priority: 3,
      known: { mode: "passthrough", asksBeforeTools: true, capabilities: { mcp_client: "unsupported" } },
    });
    expect(backendOf({}, false)).toMatchObject({ isChosenByAuto: false });
    expect(backendOf().timeoutMs).toBeUndefined();
  });

  it("starts its host with our own Node, and tells it its settings, its home and the gateway", async () => {
    const backend = backendOf({
      system: "Be brief.",
      tools: ["read"],
      max_turns: 3,
      memory_mb: 100,
      processes: 5,
      pass_env: ["A"],
      env: ["B=c"],
      read_only: ["/data"],
    });
    const gateway = { url: "http://127.0.0.1:1/r/x", token: "t", engine: "e", dialect: "claude" };
    const context = openContext("/work", { home: "/home", gateway, mayReuse: true, environment: { C: "d" } });
    expect(await backend.open(context)).toBe(session);
    expect(opened?.entry).toMatchObject({
      command: process.execPath,
      args: [expect.stringMatching(/hosts\/engine\/host\.js$/)],
      memory_mb: 100,
      processes: 5,
      pass_env: ["A"],
      env: ["B=c"],
    });
    expect(opened?.entry.read_only).toEqual(
      expect.arrayContaining([expect.stringMatching(/hosts$/), "/data"]),
    );
    expect(opened?.context.mayReuse).toBe(false);
    expect(opened?.context.environment).toEqual({
      C: "d",
      ABP_AGENT_HOME: "/home",
      ABP_GATEWAY_URL: gateway.url,
      ABP_GATEWAY_TOKEN: "t",
      ABP_GATEWAY_ENGINE: "e",
      ABP_GATEWAY_DIALECT: "claude",
      ABP_ENGINE_SETTINGS: '{"system":"Be brief.","tools":["read"],"max_turns":3}',
    });
  });
});
