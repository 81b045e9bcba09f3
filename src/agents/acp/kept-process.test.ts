import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { FakeContext } from "../host/fixtures/fake-context.ts";
import { describeKeptAgent } from "../host/fixtures/kept-agent.contract.ts";
import { openAcpHost } from "./acp-host.ts";
import { acpProfile } from "./profile.ts";

const program = join(import.meta.dirname, "fixtures", "going-on-agent.mjs");

describeKeptAgent({
  name: "an agent that speaks the Agent Client Protocol",
  openHost: (env) => openAcpHost({ ...acpProfile, usageScope: "process" }, env),
  program,
  usage: { input_tokens: 10, output_tokens: 1 },
  otherStart: { mcpServers: { one: { command: "server" } } },
  replacedAfter: ["reject"],
});

it.each([
  ["nobody knows whether its usage is that of all turns", "do it", acpProfile],
  ["it may use a tool for the whole session", "always", { ...acpProfile, usageScope: "process" as const }],
])("a process is not kept if %s", async (_, task, profile) => {
  const home = mkdtempSync(join(tmpdir(), "abp-unknown-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  mkdirSync(join(home, "work"));
  const host = await openAcpHost(profile, {
    ABP_AGENT_COMMAND: program,
    ABP_AGENT_HOME: home,
    ABP_AGENT_KEEP: "1",
  });
  const context = new FakeContext({ workspace: { root: join(home, "work") } }, task);
  expect(await host.run(context)).toMatchObject({ usage: { input_tokens: 10 } });
  const { pid } = JSON.parse(context.of("assistant_message")[0]!.text);
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});
