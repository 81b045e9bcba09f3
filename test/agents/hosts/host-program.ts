import { type ChildProcessByStdio, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { buildWorkOrder, type WorkOrderOptions } from "../../../src/contract/index.ts";
import { builtHosts } from "../../package/built-hosts.ts";

const hosts = await builtHosts();

export interface HostFrame {
  readonly t: string;
  readonly [member: string]: unknown;
}

/** The program that drives an agent, without a sandbox, as the backplane starts it and speaks with it. */
export class HostProgram {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #frames: HostFrame[] = [];
  #wake: () => void = () => undefined;
  #stderr = "";
  readonly exit: Promise<{ readonly code: number | null; readonly signal: string | null }>;

  constructor(agent: string, env: Readonly<Record<string, string>>) {
    const script = join(hosts, agent, "host.js");
    const cache = process.env["NODE_COMPILE_CACHE"];
    this.#child = spawn(process.execPath, [script], {
      env: { ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }), ...env },
      stdio: "pipe",
    });
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr += text;
    });
    createInterface({ input: this.#child.stdout }).on("line", (line) => {
      this.#frames.push(JSON.parse(line));
      this.#wake();
    });
    this.exit = new Promise((resolve) => {
      this.#child.once("close", (code, signal) => {
        resolve({ code, signal });
        this.#wake();
      });
    });
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** Every frame so far. */
  get frames(): readonly HostFrame[] {
    return this.#frames;
  }

  /** Gives it an order, and resolves with the frames up to its end. Tools are allowed. */
  async run(task: string, options: WorkOrderOptions): Promise<readonly HostFrame[]> {
    const id = randomUUID();
    const first = this.#frames.length;
    this.#send({ t: "run", id, work_order: buildWorkOrder(id, task, options) });
    for (let at = first; ; at++) {
      while (this.#frames.length <= at) await this.#next();
      const frame = this.#frames[at]!;
      if (frame.t === "tool_request") {
        const { request_id } = frame;
        this.#send({ t: "tool_decision", ref_id: id, request_id, verdict: "allow", reason: "" });
      }
      if (frame.t === "final" || frame.t === "fatal") return this.#frames.slice(first, at + 1);
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  closeInput(): void {
    this.#child.stdin.end();
  }

  #send(frame: object): void {
    this.#child.stdin.write(`${JSON.stringify(frame)}\n`);
  }

  async #next(): Promise<void> {
    const { exitCode, signalCode } = this.#child;
    if (exitCode !== null || signalCode !== null) throw new Error(`the host has ended: ${this.#stderr}`);
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }
}
