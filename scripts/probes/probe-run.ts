import { randomUUID } from "node:crypto";
import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { openPolicy } from "../../src/contract/index.ts";
import { compilePolicy } from "../../src/policy/index.ts";
import { type StartPlan, startProgram } from "../../src/process/index.ts";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { openSandbox } from "../../src/sandbox/index.ts";
import { HostBait } from "../../src/sandbox/self-test/host-bait.ts";
import { type Probe, probeTools } from "./probe.ts";

export interface ProbeResult {
  readonly probe: Probe;
  /** `skipped` if the tool of the probe is missing. */
  readonly outcome: "held" | "escaped" | "skipped";
}

const TIMEOUT_MS = 30_000;
const CANARY = "ABP_PROBE_CANARY";

/** Runs probes one after the other at a level, against bait on this host. */
export class ProbeRun {
  readonly #bait: HostBait;
  readonly #sandbox: Sandbox;
  readonly #abstract: Server;
  readonly #udp: UdpSocket;
  readonly #env: Readonly<Record<string, string>>;
  #reached = 0;

  static async open(level: "L0" | "L3"): Promise<ProbeRun> {
    const bait = await HostBait.place();
    const state = join(dirname(bait.facts.secret), "state");
    mkdirSync(state);
    writeFileSync(join(state, "keys"), "secret");
    const abstract = createServer();
    const name = `abp-probe-${randomUUID()}`;
    const udp = createSocket("udp4");
    await Promise.all([
      new Promise<void>((done) => abstract.listen(`\0${name}`, done)),
      new Promise<void>((done) => udp.bind(0, done)),
    ]);
    process.env[CANARY] = `${CANARY}-value`;
    const sandbox = await openSandbox({
      level,
      workspaceRoot: bait.workspace,
      program: { command: "/bin/sh", args: [], cwd: bait.workspace },
      readOnly: [],
      hidden: [state],
      policy: compilePolicy({ ...openPolicy(), allow_network: ["*"] }),
      onDecision: () => undefined,
      now: () => new Date(),
    });
    const { facts, workspace } = bait;
    const env = {
      PATH: "/usr/bin:/bin:/usr/sbin:/sbin",
      SECRET: facts.secret,
      STATE: join(state, "keys"),
      OUTSIDE: facts.outside,
      REAL_HOME: homedir(),
      WORKSPACE: workspace,
      HOST_PID: String(facts.pid),
      HOST_PORT: String(facts.port),
      HOST_ADDRESS: facts.addresses[0] ?? "127.0.0.1",
      HOST_SOCKET: facts.socket,
      ABSTRACT_SOCKET: name,
      UDP_PORT: String(udp.address().port),
      CANARY_PREFIX: CANARY,
    };
    return new ProbeRun(bait, sandbox, abstract, udp, env);
  }

  private constructor(
    bait: HostBait,
    sandbox: Sandbox,
    abstract: Server,
    udp: UdpSocket,
    env: Readonly<Record<string, string>>,
  ) {
    this.#bait = bait;
    this.#sandbox = sandbox;
    this.#abstract = abstract;
    this.#udp = udp;
    this.#env = env;
    const onReached = () => {
      this.#reached += 1;
    };
    abstract.on("connection", (socket) => {
      onReached();
      socket.destroy();
    });
    udp.on("message", onReached);
  }

  async run(probe: Probe): Promise<ProbeResult> {
    const [command, option] = probeTools[probe.tool];
    if (!existsSync(command)) return { probe, outcome: "skipped" };
    const { workspace, facts } = this.#bait;
    const before = this.#reached + this.#bait.reached;
    const plan = {
      command,
      args: [option, probe.script],
      env: this.#env,
      cwd: workspace,
      mark: randomUUID(),
    };
    const output = await outputOf(this.#sandbox.wrap(plan));
    const wasReached = this.#reached + this.#bait.reached > before || existsSync(facts.outside);
    rmSync(facts.outside, { force: true });
    return { probe, outcome: wasReached || output.includes("ESCAPED") ? "escaped" : "held" };
  }

  async close(): Promise<void> {
    delete process.env[CANARY];
    this.#abstract.close();
    this.#udp.close();
    await this.#sandbox.close();
    this.#bait.remove();
  }
}

async function outputOf(plan: StartPlan): Promise<string> {
  const program = await startProgram(plan);
  program.stdin.end();
  program.stderr.resume();
  const timer = setTimeout(() => void program.endTree(), TIMEOUT_MS);
  let output = "";
  for await (const chunk of program.stdout as AsyncIterable<Buffer>) output += chunk.toString("latin1");
  clearTimeout(timer);
  await program.endTree();
  return output;
}
