import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type AgentConnection,
  launchEnvironment,
  prepareLaunch,
  writeAgentFiles,
} from "../../src/agents/index.ts";

/** How an agent is run once. */
export interface AgentRun {
  readonly tool: AgentConnection;
  readonly executable: string;
  /** The directory that it is started in, if it is not the repository. */
  readonly directory?: string;
  readonly arguments: readonly string[];
  readonly stdin: string;
  /** Variables of the agent itself, beside those that point it at the gateway. */
  readonly environment: Readonly<Record<string, string>>;
  readonly gateway: { readonly baseUrl: string; readonly token: string };
  readonly runId: string;
  readonly engine: string;
  readonly model: string | undefined;
}

/** How an agent ended, and what it wrote. */
export interface AgentEnd {
  readonly exit: number | null;
  readonly out: string;
  readonly error: string;
}

const TIME_LIMIT_MS = 60_000;

/** A home and a git repository for one run of an agent; neither has anything of the user's. */
export class Workplace {
  readonly root = mkdtempSync(join(tmpdir(), "abp-agent-"));
  readonly home = join(this.root, "home");
  readonly repository = join(this.root, "repository");

  constructor() {
    mkdirSync(this.home, { mode: 0o700 });
    mkdirSync(this.repository);
    execFileSync("git", ["init", "--quiet", this.repository]);
  }

  /** The text of a file that the agent wrote. */
  read(name: string): string {
    return readFileSync(join(this.repository, name), "utf8");
  }

  /** Runs an agent to its end, with no network beyond the gateway wanted from it. */
  async run(run: AgentRun): Promise<AgentEnd> {
    const inherited = {
      PATH: process.env["PATH"],
      HOME: this.home,
      TMPDIR: this.root,
      XDG_CONFIG_HOME: join(this.home, ".config"),
      XDG_DATA_HOME: join(this.home, ".local", "share"),
      XDG_STATE_HOME: join(this.home, ".local", "state"),
      XDG_CACHE_HOME: join(this.home, ".cache"),
      GIT_CONFIG_NOSYSTEM: "1",
      // The discard port: an agent that wants to fetch packages is refused at once.
      npm_config_registry: "http://127.0.0.1:9/",
      ...run.environment,
    };
    const { engine, runId, model } = run;
    const launch = prepareLaunch(run.tool, {
      ...run.gateway,
      engine,
      runId,
      home: join(this.home, "agents"),
      inherited,
      ...(model === undefined ? {} : { model }),
    });
    await writeAgentFiles(launch.files);
    const child = spawn(run.executable, [...launch.arguments, ...run.arguments], {
      cwd: run.directory ?? this.repository,
      env: launchEnvironment(launch, inherited) as NodeJS.ProcessEnv,
      // A process group of its own, so that what the agent starts can be ended with it.
      detached: true,
    });
    const [out, error] = [collect(child.stdout), collect(child.stderr)];
    child.stdin.on("error", () => undefined);
    child.stdin.end(run.stdin);
    const timer = setTimeout(() => endGroup(child.pid), TIME_LIMIT_MS);
    try {
      const [exit] = (await once(child, "exit")) as [number | null];
      // What it left in the background holds the pipes open.
      endGroup(child.pid);
      return { exit, out: await out, error: await error };
    } finally {
      clearTimeout(timer);
      endGroup(child.pid);
    }
  }

  /** Removes everything. */
  close(): void {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

async function collect(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It is gone already.
  }
}
