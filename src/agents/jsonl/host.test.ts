import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FakeContext } from "../host/fixtures/fake-context.ts";
import { openHost } from "./host.ts";

const agent = fileURLToPath(new URL("fixtures/tiny-agent.mjs", import.meta.url));
let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "abp-jsonl-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe("the host of any agent that prints JSON lines", () => {
  it("gives it the task on its standard input, in the private home", async () => {
    const host = await openHost({
      PATH: process.env["PATH"],
      ABP_AGENT_COMMAND: agent,
      ABP_AGENT_ARGS: '["-m","{model}"]',
      ABP_AGENT_HOME: home,
    });
    expect(host).toMatchObject({ identity: { id: "jsonl" }, asksBeforeTools: false });
    expect(host.capabilities).toMatchObject({ hooks_pre_tool_use: "unsupported" });
    const context = new FakeContext({ workspace: { root: home }, config: { model: "m1" } });
    await host.run(context);
    expect(JSON.parse(context.of("assistant_message")[0]?.text ?? "")).toEqual({
      task: "do it",
      args: ["-m", "m1"],
      home,
    });
  });
});
