/**
 * Installs the real agents that tests run, at the versions that `src/agents` pins, and the agent SDKs whose programs the stand-ins
 * serve, into a folder outside the repository: `ABP_AGENTS`, or a folder in the user's cache. Without names it installs what CI tests.
 * It never fails: the tests of a missing agent skip, and say so.
 *
 *   npm run agents:install -- [claude|codex|gemini|opencode|copilot|kimi|sdks|all]...
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { agents, installAgent, runCommand } from "../src/agents/index.ts";
import { userHome } from "../src/contract/index.ts";

/** Programs of the vendors' agent SDKs, for tests of the stand-ins. Their own copies of the agents are left out. */
const sdks = [
  "@anthropic-ai/claude-agent-sdk@0.3.325",
  "@openai/codex-sdk@0.163.0",
  "@agentclientprotocol/sdk@2.4.0",
  // What editors used before.
  "@zed-industries/agent-client-protocol@0.4.5",
];
const SDKS = "sdks";
const SDK_TIMEOUT_MS = 300_000;

const folder = process.env["ABP_AGENTS"] ?? join(userHome(homedir), ".cache", "abp-agents");
const known = [...agents.filter((agent) => agent.installation !== undefined).map(({ name }) => name), SDKS];
const given = process.argv.slice(2);
const wanted =
  given.length === 0
    ? ["claude", "codex", "gemini", "opencode", SDKS]
    : given.includes("all")
      ? known
      : given;

for (const name of wanted) {
  if (name === SDKS) await installSdks();
  else await install(name);
}

async function install(name: string): Promise<void> {
  const agent = agents.find((one) => one.name === name);
  if (agent === undefined) return say(`${name} is not one of ${known.join(", ")}, all`);
  try {
    const { package: id, version, reported, isNew } = await installAgent(agent, folder, runCommand);
    say(`${id}@${version} ${isNew ? "installed" : "is in place"} (${reported})`);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
}

async function installSdks(): Promise<void> {
  const place = join(folder, SDKS);
  const marker = join(place, sdks.join("+").replaceAll("/", "_"));
  if (existsSync(marker)) return say("the SDKs are in place");
  mkdirSync(place, { recursive: true });
  if (!existsSync(join(place, "package.json")))
    writeFileSync(join(place, "package.json"), '{ "private": true }\n');
  const { exitCode, output } = await runCommand({
    command: "npm",
    args: [
      ...["install", "--prefix", place, "--omit=optional", "--save-exact", "--ignore-scripts"],
      ...["--no-audit", "--no-fund", "--loglevel=error", ...sdks],
    ],
    cwd: place,
    home: userHome(homedir),
    timeoutMs: SDK_TIMEOUT_MS,
  });
  if (exitCode !== 0) return say(`the SDKs cannot be installed: ${output.trim().split("\n", 1)[0]}`);
  writeFileSync(marker, "");
  say("the SDKs are installed");
}

function say(text: string): void {
  console.log(`agents: ${text}`);
}
