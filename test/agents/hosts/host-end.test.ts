import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { HostProgram } from "./host-program.ts";
import { processesOf } from "./processes.ts";

const fixtures = new URL("../../../src/agents/", import.meta.url);
const agents: Readonly<Record<string, string>> = {
  claude: "claude/fixtures/going-on-claude.mjs",
  codex: "codex/fixtures/going-on-codex.mjs",
  gemini: "acp/fixtures/going-on-agent.mjs",
};

it.each(
  Object.keys(agents).flatMap(
    (agent) =>
      [
        [agent, "its input ends", (host: HostProgram) => host.closeInput(), { code: 0, signal: null }],
        [
          agent,
          "it gets SIGTERM",
          (host: HostProgram) => host.signal("SIGTERM"),
          { code: null, signal: "SIGTERM" },
        ],
      ] as const,
  ),
)("the host of %s leaves no agent behind when %s", async (agent, _, end, exit) => {
  const root = mkdtempSync(join(tmpdir(), "abp-host-end-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  mkdirSync(join(root, "work"));
  const host = new HostProgram(agent, {
    PATH: process.env["PATH"] ?? "",
    ABP_AGENT_COMMAND: fileURLToPath(new URL(agents[agent]!, fixtures)),
    ABP_AGENT_HOME: root,
    ABP_AGENT_KEEP: "1",
  });
  const frames = await host.run("one", { workspace: { root: join(root, "work") } });
  expect(frames.at(-1)).toMatchObject({ t: "final" });
  expect(processesOf(root).length).toBe(2);
  end(host);
  expect(await host.exit).toEqual(exit);
  expect(processesOf(root)).toEqual([]);
});
