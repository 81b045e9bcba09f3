import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { agentVersion } from "./agent-version.ts";

let home: string;
const installation = {
  package: "agent",
  version: "1.0.0",
  executable: "agent",
  versionArguments: ["--version"],
};

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "abp-version-"));
});

afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

/** The version that a program says which runs this code. */
function versionOf(code: string): Promise<string | null> {
  const command = join(home, "agent.cjs");
  writeFileSync(command, code);
  return agentVersion({ installation }, { command, home }, { PATH: process.env["PATH"], SECRET: "s" });
}

it("is that of the package, without starting the agent", async () => {
  writeFileSync(join(home, "package.json"), '{"name":"agent","version":"4.5.6"}');
  expect(await versionOf("process.exit(1)")).toBe("4.5.6");
});

it("is the one that the agent prints", async () => {
  expect(
    await versionOf("console.log('agent', process.argv[2] === '--version' ? '2.1.197 (Agent)' : '')"),
  ).toBe("2.1.197");
  expect(await versionOf("console.log('v0.10.0-beta.1+x')")).toBe("0.10.0-beta.1+x");
});

it("is null if the agent fails, prints none, or is not installed from a package", async () => {
  expect(await versionOf("console.log('1.2.3'); process.exit(1)")).toBeNull();
  expect(await versionOf("console.log('none')")).toBeNull();
  expect(await agentVersion({ installation: undefined }, { command: "/none", home }, {})).toBeNull();
});

it("gets a home of its own and no other variables", async () => {
  expect(
    await versionOf(
      `console.log(process.env.SECRET === undefined && process.env.HOME === ${JSON.stringify(home)} ? "1.0" : "")`,
    ),
  ).toBe("1.0");
});
