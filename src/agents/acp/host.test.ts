import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FakeContext } from "../host/fixtures/fake-context.ts";
import { openAcpHost } from "./acp-host.ts";
import { openHost } from "./host.ts";
import { acpProfile } from "./profile.ts";

const agent = fileURLToPath(new URL("fixtures/tiny-agent.mjs", import.meta.url));
let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "abp-acp-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const environment = () => ({
  PATH: process.env["PATH"],
  ABP_AGENT_COMMAND: agent,
  ABP_AGENT_ARGS: '["acp"]',
  ABP_AGENT_HOME: home,
  ABP_GATEWAY_URL: "http://127.0.0.1:9/r/run",
  ABP_GATEWAY_TOKEN: "key-of-the-run",
});

describe("the host of any ACP agent", () => {
  it("runs the agent of the configuration in the private home, on the gateway of the run", async () => {
    const host = await openHost(environment());
    expect(host).toMatchObject({
      identity: { id: "acp", backend_version: null },
      asksBeforeTools: true,
      capabilities: { streaming: "native", tool_bash: { restricted: { reason: "it depends on the agent" } } },
    });
    const context = new FakeContext({ workspace: { root: home } });
    expect(await host.run(context)).toEqual({ outcome: "complete", session: "s" });
    const said = JSON.parse(context.of("assistant_message")[0]?.text ?? "");
    expect(said).toEqual({
      env: {
        HOME: home,
        ABP_AGENT_HOME: null,
        ABP_GATEWAY_TOKEN: null,
        OPENAI_BASE_URL: "http://127.0.0.1:9/r/run/v1",
        OPENAI_API_KEY: "key-of-the-run",
      },
      args: ["acp"],
      cwd: home,
    });
  });

  it("prepares the agent as its profile says, and before it continues a session", async () => {
    const resumed: string[] = [];
    const host = await openAcpHost(
      {
        ...acpProfile,
        arguments: ["--acp"],
        prepare: ({ hookCommand, host: { home: place } }) => ({
          env: { HOME: "/elsewhere" },
          arguments: ["--policy", hookCommand.includes(`'${place}/.abp/hooks'`) ? "hook" : hookCommand],
          files: [{ path: join(place, "policy"), content: "" }],
        }),
        beforeResume: async (_host, session) => void resumed.push(session),
      },
      environment(),
    );
    const context = new FakeContext({ workspace: { root: home } });
    await host.run(context);
    expect(resumed).toEqual([]);
    const said = JSON.parse(context.of("assistant_message")[0]?.text ?? "");
    expect(said).toMatchObject({ env: { HOME: "/elsewhere" }, args: ["acp", "--acp", "--policy", "hook"] });
    const again = new FakeContext({ workspace: { root: home } });
    again.workOrder.resume = { run_id: "r", session: "s0" };
    await expect(host.run(again)).rejects.toThrow("cannot resume");
    expect(resumed).toEqual(["s0"]);
  });

  it("needs to know its agent", async () => {
    await expect(openHost({})).rejects.toThrow("ABP_AGENT_COMMAND is not set");
  });
});
