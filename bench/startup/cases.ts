import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Program } from "./process-meter.ts";

export interface StartCase {
  readonly name: string;
  readonly program: Program;
  /** Goals in ms: of CPU time, or of time. */
  readonly cpuGoal?: number;
  readonly wallGoal?: number;
}

/** The starts that are measured, from the package whose `abp.js` is given. `folder` is for their files. */
export function listCases(abp: string, folder: string): readonly StartCase[] {
  const root = dirname(dirname(abp));
  const env = { PATH: process.env["PATH"] ?? "", HOME: folder, ABP_HOME: join(folder, "abp") };
  const work = join(folder, "work");
  mkdirSync(work, { recursive: true });
  const node = (
    name: string,
    argv: readonly string[],
    more: Partial<StartCase & Program> = {},
  ): StartCase => ({
    name,
    program: { argv, cwd: work, env, ...(more.ready === undefined ? {} : { ready: more.ready }) },
    ...more,
  });
  const command = (words: string, more: Partial<StartCase & Program> = {}) =>
    node(`abp ${words}`, [abp, ...words.split(" ")], more);
  return [
    node("node -e 0", ["-e", 'process.stdout.write("0")']),
    command("--version"),
    command("--help"),
    command("run --help"),
    command("schema receipt"),
    command("up --port 0", { ready: /listening/, cpuGoal: 350 }),
    command("run -b mock -t hi --json", { ready: /run_started/, wallGoal: 250 }),
    ...entriesOf(root).map(([name, file]) =>
      node(
        `import ${name}`,
        [
          "--input-type=module",
          "-e",
          `await import(${JSON.stringify(pathToFileURL(join(root, file)).href)}); process.stdout.write("0"); process.exit()`,
        ],
        { wallGoal: 300 },
      ),
    ),
    ...hostsOf(root, folder, env, work),
  ];
}

function entriesOf(root: string): (readonly [string, string])[] {
  const { name, exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    name: string;
    exports: Record<string, string | { default: string }>;
  };
  return Object.entries(exports).flatMap(([path, entry]) =>
    typeof entry === "string" ? [] : [[name + path.slice(1), entry.default] as const],
  );
}

const HOSTS = ["node", "claude", "codex", "gemini", "copilot", "kimi", "opencode"];

// A host says hello when it has found its agent. This one only prints a version.
function hostsOf(
  root: string,
  folder: string,
  env: Readonly<Record<string, string>>,
  cwd: string,
): StartCase[] {
  const agent = join(folder, "agent");
  writeFileSync(agent, "#!/bin/sh\necho 9.9.9\n");
  chmodSync(agent, 0o755);
  const home = join(folder, "home");
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const own = { ...env, ABP_AGENT_COMMAND: agent, ABP_AGENT_HOME: home };
  return HOSTS.map((name) => ({
    name: `host of ${name}`,
    program: { argv: [join(root, "hosts", name, "host.js")], cwd, env: own, ready: /"hello"/ },
    wallGoal: 200,
  }));
}
