import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { AgentEvent, Outcome, WorkOrder } from "../../src/contract/index.ts";
import { allowedEnvironment } from "../../src/process/index.ts";
import { type Sidecar, type SidecarClaim, startSidecar } from "../../src/sidecar/index.ts";
import { sharedExists, sharedPath } from "../shared.ts";

/** The recorded exchanges of abp/v0.1 hosts, and how each run ended there. */
const recordings: [name: string, ends: Outcome[]][] = [
  ["claude-3c0a708-mocksdk", ["complete"]],
  ["claude-3c0a708-passthrough", ["partial"]],
  ["codex-fakesdk", ["complete"]],
  ["codex-nosdk", ["failed"]],
  ["copilot-mocksdk", ["complete"]],
  ["copilot-nosdk", ["partial"]],
  ["copilot-runner", ["complete"]],
  ["gemini-mockadapter", ["complete"]],
  ["gemini-nosdk", ["partial"]],
  ["gemini-runner", ["complete"]],
  ["kimi-mocksdk", ["complete"]],
  ["kimi-nosdk", ["partial"]],
  ["kimi-runner", ["complete"]],
  ["kimi-slow-ping-cancel", ["complete"]],
  ["node", ["complete"]],
  ["node-errors", ["complete", "complete"]],
  ["python", ["partial"]],
  ["python-2runs", ["partial", "partial"]],
];

interface RecordedFrame {
  readonly t: string;
  readonly id?: string;
  readonly work_order?: WorkOrder;
  readonly backend?: { readonly id: string };
  readonly event?: { readonly type: string; readonly ts: string };
}

const fileOf = (name: string) => sharedPath("vectors/abp-v0.1/transcripts", `${name}.jsonl`);

/** The frames that one side sent. */
function framesOf(name: string, direction: "<" | ">"): RecordedFrame[] {
  return readFileSync(fileOf(name), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { dir?: string; line: string })
    .filter(({ dir, line }) => dir === direction && line.startsWith("{"))
    .map(({ line }) => JSON.parse(line) as RecordedFrame);
}

function start(name: string): Promise<Sidecar> {
  const plan = {
    command: process.execPath,
    args: [resolve(import.meta.dirname, "fixtures/replay.js"), fileOf(name)],
    env: allowedEnvironment(process.env, [], {}),
    cwd: import.meta.dirname,
    mark: randomUUID(),
  };
  return startSidecar(plan, { helloTimeoutMs: 30_000 }, new AbortController().signal);
}

/** Runs the recorded work order, and collects what comes. */
async function run(
  sidecar: Sidecar,
  frame: RecordedFrame,
  signal = new AbortController().signal,
): Promise<{ events: AgentEvent[]; claim: SidecarClaim }> {
  const events: AgentEvent[] = [];
  const request = {
    runId: frame.id!,
    workOrder: frame.work_order!,
    signal,
    mode: "mapped",
    now: () => new Date(),
  } as const;
  const batches = sidecar.run(request);
  for (;;) {
    const next = await batches.next();
    if (next.done) return { events, claim: next.value };
    events.push(...next.value);
  }
}

describe.skipIf(!sharedExists)("recorded exchanges of abp/v0.1 hosts, replayed under the supervisor", () => {
  it.for(recordings)("%s ends as %j, with every event", async ([name, ends]) => {
    const sidecar = await start(name);
    try {
      const sent = framesOf(name, "<");
      const runs = framesOf(name, ">").filter(({ t }) => t === "run");
      expect(sidecar.hello.identity.id).toBe(sent.find(({ t }) => t === "hello")?.backend?.id);
      const events: AgentEvent[] = [];
      const outcomes: Outcome[] = [];
      for (const frame of runs) {
        const ended = await run(sidecar, frame);
        events.push(...ended.events);
        outcomes.push(ended.claim.outcome);
      }
      const recorded = sent.flatMap(({ event }) => (event === undefined ? [] : [event]));
      expect(outcomes).toEqual(ends);
      expect(events.map(({ type, ts }) => [type, ts])).toEqual(recorded.map(({ type, ts }) => [type, ts]));
    } finally {
      expect(await sidecar.close()).toMatchObject({ code: 0, signal: null });
    }
  });

  it("claude-HEAD-crash, which dies after hello, fails with its exit code and the end of its standard error", async () => {
    const name = "claude-HEAD-crash";
    const frame = framesOf(name, ">").find(({ t }) => t === "run")!;
    const sidecar = await start(name);
    const failure = run(sidecar, frame);
    await expect(failure).rejects.toMatchObject({
      code: expect.stringMatching(/^(sidecar_exited_without_final|backend_unavailable)$/),
    });
    expect(await sidecar.close()).toMatchObject({ code: 1 });
    expect(sidecar.record().stderr_tail).toContain("TypeError");
  });

  it("a host that ignores cancel may finish its run in the time of grace", async () => {
    const name = "kimi-slow-ping-cancel";
    const controller = new AbortController();
    const sidecar = await start(name);
    const frame = framesOf(name, ">").find(({ t }) => t === "run")!;
    const ended = run(sidecar, frame, controller.signal);
    controller.abort("user");
    expect((await ended).claim).toMatchObject({ outcome: "complete", isAfterCancel: true });
    await sidecar.close();
  });
});
