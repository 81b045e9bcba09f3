import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { eventually, until } from "../../eventually.ts";
import { faultSize } from "../../fault-size.ts";
import { CallerLine } from "./caller-line.ts";
import { type ChildDaemon, DaemonHome } from "./child-daemon.ts";
import {
  answerWhole,
  asChunk,
  beginStream,
  LAST_CHUNK,
  type RawUpstream,
  type Script,
  startUpstream,
} from "./raw-upstream.ts";
import { callTo, speeches } from "./speech.ts";
import { CALLER_KEY, pause } from "./stack.ts";

interface LoggedReceipt {
  readonly meta: { readonly run_id: string };
  readonly outcome: string;
  readonly termination: { readonly reason: string; readonly code?: string };
  readonly observed?: { readonly request?: { readonly sha256: string } };
}

const { events, beforeEnd, reply } = speeches.claude;

/** Streams an answer up to its end, which comes when `later` calls back. */
const dripUntil =
  (later: (finish: () => void) => unknown): Script =>
  (exchange) => {
    beginStream(exchange);
    for (const event of events.slice(0, beforeEnd)) exchange.socket.write(asChunk(event));
    later(() => {
      if (exchange.socket.destroyed) return;
      exchange.socket.write(asChunk(events.slice(beforeEnd).join("")));
      exchange.socket.write(LAST_CHUNK);
    });
  };

describe("a daemon", () => {
  let home: DaemonHome | undefined;
  let upstream: RawUpstream | undefined;
  afterEach(async () => {
    home?.close();
    await upstream?.close();
  });

  const prepare = async (
    script: Script,
    drainSeconds: number,
  ): Promise<{ home: DaemonHome; upstream: RawUpstream }> => {
    upstream = await startUpstream(script);
    const settings = `
      [gateway]
      drain_timeout_secs = ${drainSeconds}
      [keys.tester]
      token = "${CALLER_KEY}"
      [engines.claude]
      dialect = "claude"
      base_url = "${upstream.url}"
      api_key = "none"
    `;
    home = new DaemonHome(settings.replace(/^ +/gm, ""));
    return { home, upstream };
  };
  const exported = async (place: DaemonHome): Promise<LoggedReceipt[]> => {
    const file = join(place.root, `log-${Date.now()}.jsonl`);
    const ended = await place.run("receipt", "log", "--export", file);
    expect([ended.code, ended.error]).toEqual([0, expect.anything()]);
    const lines = readFileSync(file, "utf8").split("\n");
    return lines.flatMap((line) => (line === "" ? [] : [JSON.parse(line) as LoggedReceipt]));
  };

  it("G21: finishes what is under way when it has to stop, and takes no more", async () => {
    const { promise: mayFinish, resolve: finish } = Promise.withResolvers<void>();
    const { home, upstream } = await prepare(
      dripUntil((end) => mayFinish.then(end)),
      60,
    );
    const daemon = await home.start();
    const lines = Array.from({ length: 12 }, () => new CallerLine(daemon.url));
    const idle = new CallerLine(daemon.url);
    const caller = (index: number) => (index % 2 === 0 ? "claude" : "openai");
    const answers = lines.map((line, index) => line.send(callTo(caller(index), "claude", true)));
    await until(() => upstream.exchanges.length === lines.length);
    await pause(100);
    daemon.signal("SIGTERM");
    // It takes no more calls as soon as it drains, and says so.
    const readiness = async () => (await fetch(`${daemon.url}/readyz`)).text();
    await eventually(async () => expect(await readiness()).toContain("draining"));
    const late = await idle.send(callTo("claude", "claude", false));
    // Nobody listens any more, or says that it is stopping.
    expect([0, 503, 529]).toContain(late.status);
    finish();
    for (const [index, answer] of (await Promise.all(answers)).entries()) {
      expect([answer.status, answer.isComplete]).toEqual([200, true]);
      expect(speeches[caller(index)].hasNormalEnd(answer.text)).toBe(true);
    }
    const ended = await daemon.ended;
    expect([ended.code, ended.error]).toEqual([0, expect.anything()]);
    const receipts = await exported(home);
    expect(receipts).toHaveLength(lines.length);
    expect(receipts.every(({ outcome }) => outcome === "complete")).toBe(true);
  });

  it("G21: breaks off what takes longer than it may, so that nobody takes it for whole", async () => {
    const { home, upstream } = await prepare(
      dripUntil(() => undefined),
      1,
    );
    const daemon = await home.start();
    const lines = Array.from({ length: 8 }, () => new CallerLine(daemon.url));
    const answers = lines.map((line) => line.send(callTo("claude", "claude", true)));
    await until(() => upstream.exchanges.length === lines.length);
    await pause(100);
    daemon.signal("SIGTERM");
    for (const answer of await Promise.all(answers))
      expect([answer.status, answer.isComplete]).toEqual([200, false]);
    expect((await daemon.ended).code).toBe(0);
    const receipts = await exported(home);
    expect(receipts.map(({ outcome }) => outcome)).toEqual(lines.map(() => "partial"));
    expect(new Set(receipts.map(({ termination }) => termination.code))).toEqual(new Set(["shutting_down"]));
  });

  it("F01: killed under load, leaves exactly one receipt of every call that got a byte or reached the upstream", async () => {
    const ROUNDS = 2;
    const CALLS = faultSize(50, 120);
    const quick: Script = (exchange) => answerWhole(exchange, 200, JSON.stringify(reply));
    const slow = dripUntil((finish) => setTimeout(finish, 400));
    const { home, upstream } = await prepare((exchange) => {
      const isStream = exchange.body.includes('"stream":true');
      (isStream ? slow : quick)(exchange);
    }, 30);
    const answered = new Set<string>();
    const bodies: string[] = [];
    const load = async (daemon: ChildDaemon, isOver: () => boolean): Promise<void> => {
      const line = new CallerLine(daemon.url);
      while (!isOver()) {
        const number = bodies.length;
        const isStream = number % 3 === 0;
        const caller = number % 4 === 1 ? "openai" : "claude";
        const body = JSON.stringify({
          ...speeches[caller].request(isStream),
          user: undefined,
          metadata: { user_id: `n${number}` },
        });
        bodies.push(body);
        const answer = await line.send(callTo(caller, "claude", isStream, { body }));
        const run = answer.header("x-abp-run-id");
        if (run !== undefined) answered.add(run);
      }
      line.leave();
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const daemon = await home.start();
      let isDead = false;
      const before = upstream.exchanges.length;
      const running = Array.from({ length: 16 }, () => load(daemon, () => isDead));
      await until(() => upstream.exchanges.length - before > CALLS);
      daemon.signal("SIGKILL");
      isDead = true;
      await daemon.ended;
      await Promise.all(running);
    }
    const last = await home.start();
    last.signal("SIGTERM");
    await last.ended;
    const receipts = await exported(home);
    const runs = receipts.map(({ meta }) => meta.run_id);
    expect(new Set(runs).size).toBe(runs.length);
    expect([...answered].filter((run) => !runs.includes(run))).toEqual([]);
    const recorded = receipts.map(({ observed }) => observed?.request?.sha256);
    expect(new Set(recorded).size).toBe(recorded.length);
    const reached = upstream.exchanges.filter(({ body }) => bodies.includes(body.toString()));
    const digests = new Set(recorded);
    expect(reached.length).toBeGreaterThan(CALLS);
    expect(reached.filter(({ body }) => !digests.has(hash("sha256", body)))).toEqual([]);
    const interrupted = receipts.filter(
      ({ termination }) => termination.code === "run_interrupted" || termination.reason === "interrupted",
    );
    expect(interrupted.length).toBeGreaterThan(0);
    expect(interrupted.every(({ outcome }) => outcome !== "complete")).toBe(true);
    console.info(
      `${bodies.length} calls sent, ${receipts.length} receipts, ${interrupted.length} interrupted, ${answered.size} answered`,
    );
    const check = await home.run("receipt", "log", "--check");
    expect([check.code, check.out]).toEqual([0, expect.anything()]);
  });
});
