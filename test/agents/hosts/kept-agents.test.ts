import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../eventually.ts";
import { sampled } from "../../fault-size.ts";
import { openChatVendor } from "../chat-vendor.ts";
import { findExecutable, warnAbsent } from "../installed.ts";
import { agentTools } from "./agent-tools.ts";
import { type HostFrame, HostProgram } from "./host-program.ts";
import { HostedWorkplace } from "./hosted-workplace.ts";
import { processesOf } from "./processes.ts";

/** One of each way to keep a process: Claude Code's, Codex's and that of agents that speak ACP. */
const tried = sampled(agentTools, ({ agent }) => ["claude", "codex", "gemini"].includes(agent));

interface Final {
  readonly t: string;
  readonly receipt: {
    readonly outcome: string;
    readonly session: string;
    readonly usage: { readonly input_tokens: number | null; readonly output_tokens: number | null };
  };
}

const messagesOf = (frames: readonly HostFrame[]) =>
  frames
    .map(({ event }) => event as { readonly type?: string; readonly text?: string } | undefined)
    .flatMap((event) => (event?.type === "assistant_message" ? [event.text] : []));

describe("an agent whose process stays between the orders of a conversation", () => {
  let place: HostedWorkplace;
  let vendor: Awaited<ReturnType<typeof openChatVendor>>;
  const bodies: string[] = [];

  beforeAll(async () => {
    // The engine answers with the last mark of the conversation. A title or another side task has no mark of its own.
    vendor = await openChatVendor((body) => {
      bodies.push(body);
      return { text: `This is ${body.match(/heron-\d+/g)?.at(-1)}.` };
    });
    const engine = { preset: "compatible" as const, base_url: vendor.url, allow_private: true };
    place = await HostedWorkplace.open({}, { vendor: engine });
  });
  afterAll(async () => {
    await place?.close();
    vendor?.close();
  });

  for (const { agent, model = "some-model" } of tried) {
    const command = findExecutable(agent);
    if (command === undefined) warnAbsent(agent);

    it.skipIf(command === undefined)(
      `is ${agent}, frozen in between, and replaced by another one after its death`,
      async () => {
        const runId = randomUUID();
        const home = join(place.root, runId);
        mkdirSync(home, { mode: 0o700 });
        const account = place.openAccount(runId);
        const host = new HostProgram(agent, {
          PATH: process.env["PATH"] ?? "",
          ABP_RUN_ID: runId,
          ABP_AGENT_COMMAND: command!,
          ABP_AGENT_HOME: home,
          ABP_AGENT_KEEP: "1",
          ABP_GATEWAY_URL: `${account.baseUrl}/r/${runId}`,
          ABP_GATEWAY_TOKEN: account.token,
          ABP_GATEWAY_ENGINE: "vendor",
          ABP_GATEWAY_DIALECT: "openai",
        });
        const pids = () => processesOf(home).map((line) => Number.parseInt(line, 10));
        const agentPids = () => pids().filter((pid) => pid !== host.pid);
        let session: string | undefined;

        /** Gives the order, and returns the bodies of its model calls. */
        async function order(task: string, mark: string): Promise<readonly string[]> {
          bodies.length = 0;
          const resume = session === undefined ? {} : { resume: { run_id: runId, session } };
          const options = { workspace: { root: place.repository }, config: { model }, ...resume };
          const frames = await host.run(task, options);
          const { t, receipt } = frames.at(-1) as unknown as Final;
          expect([t, receipt.outcome, messagesOf(frames)]).toEqual([
            "final",
            "complete",
            [`This is ${mark}.`],
          ]);
          const { input_tokens: input, output_tokens: output } = receipt.usage;
          // Nothing, or what this turn used.
          expect([
            [null, null],
            [1000, 10],
          ]).toContainEqual([input, output]);
          session = receipt.session;
          return [...bodies];
        }

        try {
          await order("Remember heron-41.", "heron-41");
          const first = agentPids();
          expect(first.length).toBeGreaterThan(0);
          const said = host.frames.length;

          for (const pid of pids()) process.kill(pid, "SIGSTOP");
          for (const pid of pids()) process.kill(pid, "SIGCONT");
          expect((await order("Remember heron-42.", "heron-42")).join()).toContain("heron-41");
          expect(agentPids()).toEqual(first);
          expect(host.frames[said]).toMatchObject({ t: "event", event: { type: "run_started" } });

          for (const pid of first) process.kill(pid, "SIGKILL");
          await eventually(() => expect(agentPids()).toEqual([]));
          const bodiesOfThird = (await order("Remember heron-43.", "heron-43")).join();
          expect(bodiesOfThird).toContain("heron-41");
          expect(bodiesOfThird).toContain("heron-42");
          expect(agentPids().some((pid) => first.includes(pid))).toBe(false);

          host.closeInput();
          expect(await host.exit).toEqual({ code: 0, signal: null });
          expect(pids()).toEqual([]);
        } finally {
          host.signal("SIGKILL");
          await account.close();
        }
      },
    );
  }
});
