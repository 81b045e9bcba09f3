import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agentVersion } from "./agent-version.ts";

const installation = { package: "p", version: "1", executable: "p", versionArguments: ["--version"] };
let home: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "abp-version-"));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function ask(script: string): Promise<string | null> {
  const command = join(home, "agent.mjs");
  writeFileSync(command, script);
  return agentVersion(
    { installation },
    { command, home },
    { PATH: process.env["PATH"], ABP_GATEWAY_TOKEN: "x" },
  );
}

describe("the version of an agent", () => {
  it("is read from what its version arguments print", async () => {
    await expect(
      ask(`console.log("Agent v" + (process.argv[2] === "--version" ? "1.20.3-beta" : "0.0"))`),
    ).resolves.toBe("1.20.3-beta");
  });

  it("is asked in the private home, without the variables of the host", async () => {
    const script = `console.log(process.env.ABP_GATEWAY_TOKEN ?? (process.env.HOME === process.cwd() ? "1.0" : ""))`;
    await expect(ask(script)).resolves.toBe("1.0");
  });

  it("is unknown where the agent fails or prints none", async () => {
    await expect(ask(`console.log("1.2.3"); process.exit(1)`)).resolves.toBeNull();
    await expect(ask(`console.log("no version")`)).resolves.toBeNull();
  });

  it("is unknown for an agent that nobody installs", async () => {
    const host = { command: "/does/not/exist", home };
    await expect(agentVersion({ installation: undefined }, host, {})).resolves.toBeNull();
  });
});
