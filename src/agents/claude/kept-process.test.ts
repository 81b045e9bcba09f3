import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { FakeContext } from "../host/fixtures/fake-context.ts";
import { describeKeptAgent } from "../host/fixtures/kept-agent.contract.ts";
import { openHost } from "./host.ts";

const program = join(import.meta.dirname, "fixtures", "going-on-claude.mjs");

describeKeptAgent({
  name: "Claude Code",
  openHost,
  program,
  usage: { input_tokens: 10, output_tokens: 1 },
  otherStart: { config: { model: "other" } },
});

it("a process whose result came before its answer is read to its end, and not kept", async () => {
  const home = mkdtempSync(join(tmpdir(), "abp-early-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  mkdirSync(join(home, "work"));
  const host = await openHost({ ABP_AGENT_COMMAND: program, ABP_AGENT_HOME: home, ABP_AGENT_KEEP: "1" });
  const context = new FakeContext({ workspace: { root: join(home, "work") } }, "early");
  expect(await host.run(context)).toMatchObject({ outcome: "complete", usage: { input_tokens: 10 } });
  const { pid } = JSON.parse(context.of("assistant_message")[0]!.text);
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});
