import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openPolicy } from "../../contract/index.ts";
import { packageFile } from "../../lib/package-file.ts";
import { compilePolicy } from "../../policy/index.ts";
import { type StartPlan, startProgram } from "../../process/index.ts";
import type { Sandbox, SandboxRequest, SelfTestResult } from "../sandbox.ts";
import { HostBait } from "./host-bait.ts";

/** The result of the probes. `failure` is set if they could not run. */
export interface SelfTest {
  readonly results: readonly SelfTestResult[];
  readonly failure: string | undefined;
}

const TIMEOUT_MS = 20_000;
const MAX_OUTPUT = 64 * 1024;
/** The probes are small programs of ours. A sandbox that does not hold must not let them take more. */
const LIMITS = { processes: 256, memoryBytes: 1024 ** 3, isMemoryOfTree: true };
const MAX_FAILURE = 300;
const insidePath = fileURLToPath(packageFile("src/sandbox/self-test/inside.ts"));

/** Opens a sandbox around planted bait, runs the probes inside, and checks from outside what they reached. */
export async function runSelfTest(open: (request: SandboxRequest) => Sandbox): Promise<SelfTest> {
  const bait = await HostBait.place();
  const script = join(bait.workspace, "inside.mjs");
  copyFileSync(insidePath, script);
  const program = {
    command: process.execPath,
    args: [script, JSON.stringify(bait.facts)],
    cwd: bait.workspace,
  };
  const sandbox = open({
    level: "L3",
    workspaceRoot: bait.workspace,
    program,
    readOnly: [],
    policy: compilePolicy(openPolicy()),
    onDecision: () => undefined,
    now: () => new Date(),
  });
  try {
    const plan = sandbox.wrap({ ...program, env: {}, mark: `self-test-${process.pid}`, limits: LIMITS });
    const { output, errors } = await runToEnd(plan);
    const probes = readProbes(output);
    if (probes === undefined) return { results: [], failure: firstLineOf(errors) };
    const results = Object.entries(probes).map(([probe, held]) => ({ probe, held }));
    const isUntouched =
      bait.reached === 0 && !existsSync(bait.facts.outside) && existsSync(bait.facts.inside);
    return { results: [...results, { probe: "host_untouched", held: isUntouched }], failure: undefined };
  } finally {
    await sandbox.close();
    bait.remove();
  }
}

async function runToEnd(plan: StartPlan): Promise<{ output: string; errors: string }> {
  const program = await startProgram(plan);
  const timer = setTimeout(() => void program.endTree(), TIMEOUT_MS);
  program.stdin.end();
  try {
    const [output, errors] = await Promise.all([collect(program.stdout), collect(program.stderr)]);
    return { output, errors };
  } finally {
    clearTimeout(timer);
    await program.endTree();
  }
}

async function collect(stream: AsyncIterable<Buffer>): Promise<string> {
  let text = "";
  for await (const chunk of stream) {
    if (text.length < MAX_OUTPUT) text += chunk.toString("utf8");
  }
  return text;
}

function readProbes(output: string): Record<string, boolean> | undefined {
  try {
    return JSON.parse(output) as Record<string, boolean>;
  } catch {
    return undefined;
  }
}

function firstLineOf(errors: string): string {
  return errors.trim().split("\n")[0]?.slice(0, MAX_FAILURE) || "the probes gave no answer";
}
