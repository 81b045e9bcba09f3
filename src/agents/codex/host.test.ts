import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codexAgent } from "./agent.ts";
import { openHost } from "./host.ts";

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "abp-codex-host-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("the host of Codex", () => {
  it("says who it is, what it can do, and that it asks and takes messages", async () => {
    const command = join(root, "codex.mjs");
    writeFileSync(command, `console.log("codex-cli 0.166.0", process.argv.slice(2).join());\n`);
    const host = await openHost({ ABP_AGENT_COMMAND: command, ABP_AGENT_HOME: root });
    expect(host.identity).toEqual({ id: "codex", backend_version: "0.166.0" });
    expect(host.asksBeforeTools).toBe(true);
    expect(host.acceptsSteering).toBe(true);
    expect(Object.keys(host.capabilities)).toEqual(Object.keys(codexAgent.capabilities));
    expect(host.capabilities).toMatchObject({ tool_bash: "native", tool_web_search: "unsupported" });
  });

  it("drives the program of the package that is installed", () => {
    const { connection, installation, leftOut } = codexAgent;
    expect(connection.package).toBe("@openai/codex");
    expect(installation?.package).toBe("@openai/codex");
    expect(connection.executables).toEqual([installation?.executable]);
    expect(leftOut.length).toBeGreaterThan(0);
  });

  it("needs to be started by the backplane", async () => {
    await expect(openHost({})).rejects.toThrow("ABP_AGENT_COMMAND is not set");
  });
});
