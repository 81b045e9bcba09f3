import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { until } from "../../../../test/eventually.ts";
import { openBench } from "../../fixtures/cleanup.ts";
import { run, send } from "../../fixtures/loopback.ts";
import type { RetryNotice } from "../call-context.ts";

const { serve, open } = openBench();

/** Answers with the statuses in turn, the last one for ever. */
function inTurn(...answers: [status: number, headers?: Record<string, string>][]) {
  let turn = 0;
  return serve((response) => {
    const [status, headers = {}] = answers[Math.min(turn++, answers.length - 1)]!;
    response.writeHead(status, headers);
    response.end(`answer ${turn}`);
  });
}

function watch() {
  const notices: RetryNotice[] = [];
  return {
    notices,
    dependencies: { random: () => 0, onRetry: (notice: RetryNotice) => notices.push(notice) },
  };
}

async function findClosedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe("a retry", () => {
  it.each([429, 503, 529])(
    "G22: follows a %i that says when to come back, and only its answer is seen",
    async (status) => {
      const server = await inTurn([status, { "retry-after": "0" }], [200]);
      const { notices, dependencies } = watch();
      const outcome = await run(open({ base_url: server.url }, dependencies), { body: "the same" });
      expect(outcome).toMatchObject({ status: 200, ends: 1, error: undefined });
      expect(outcome.body.toString()).toBe("answer 2");
      expect(server.seen.map(({ body }) => body)).toEqual(["the same", "the same"]);
      expect(notices).toEqual([{ engine: "e", reason: status, attempt: 1, waitMs: 0 }]);
    },
  );

  it.each<[string, [number, Record<string, string>?]]>([
    ["a 429 without Retry-After", [429]],
    ["a 429 that asks for more than ten seconds", [429, { "retry-after": "11" }]],
    ["a Retry-After that cannot be read", [429, { "retry-after": "soon" }]],
    ["a 500", [500, { "retry-after": "0" }]],
    ["a 502", [502, { "retry-after": "0" }]],
    ["a 504", [504, { "retry-after": "0" }]],
    ["a 408", [408, { "retry-after": "0" }]],
    ["a 400", [400]],
  ])("G22: does not follow %s", async (_, answer) => {
    const server = await inTurn(answer, [200]);
    expect((await run(open({ base_url: server.url, retries: 2 }))).status).toBe(answer[0]);
    expect(server.seen).toHaveLength(1);
  });

  it("G22: is never made for a call that runs tools, or that the caller itself sends again", async () => {
    const server = await inTurn([429, { "retry-after": "0" }]);
    const engine = open({ base_url: server.url, retries: 2 }, watch().dependencies);
    await run(engine, { repeatable: false });
    await run(engine, { headers: ["X-Stainless-Retry-Count", "1"] });
    expect(server.seen).toHaveLength(2);
    await run(engine, { headers: ["X-Stainless-Retry-Count", "0"] });
    expect(server.seen).toHaveLength(5);
    expect(server.seen[1]!.headers).toContain("X-Stainless-Retry-Count");
  });

  it("G22: is made no more often than configured, and the last answer is handed on", async () => {
    for (const retries of [0, 1, 2]) {
      const server = await inTurn([429, { "retry-after": "0" }]);
      const outcome = await run(open({ base_url: server.url, retries }, watch().dependencies));
      expect(outcome.status).toBe(429);
      expect(outcome.body.toString()).toBe(`answer ${retries + 1}`);
    }
  });

  it("G22: waits as long as it was told, and a random while more that grows", async () => {
    const server = await inTurn([429, { "retry-after": "0.02" }]);
    const notices: RetryNotice[] = [];
    const random = () => 0.1;
    await run(
      open({ base_url: server.url, retries: 2 }, { random, onRetry: (notice) => notices.push(notice) }),
    );
    expect(notices.map(({ waitMs }) => waitMs)).toEqual([20 + 50, 20 + 100]);
  });

  it("G22: follows a connection that never came about, and the error is handed on at last", async () => {
    const port = await findClosedPort();
    const { notices, dependencies } = watch();
    const engine = open({ base_url: `http://127.0.0.1:${port}`, retries: 2 }, dependencies);
    const outcome = await run(engine);
    expect(outcome.error?.code).toBe("backend_unavailable");
    expect(notices.map(({ reason }) => reason)).toEqual(["connect", "connect"]);
  });

  it("G22: does not follow a connection that broke after the call was sent", async () => {
    const server = await serve((response) => response.socket!.destroy());
    const outcome = await run(open({ base_url: server.url, retries: 2 }));
    expect(outcome.error?.code).toBe("backend_unavailable");
    expect(server.seen).toHaveLength(1);
  });

  it("G22: does not follow an answer that broke off", async () => {
    const server = await serve((response) => {
      response.write("x");
      setTimeout(() => response.socket!.destroy(), 10);
    });
    const outcome = await run(open({ base_url: server.url, retries: 2 }));
    expect(outcome).toMatchObject({ status: 200, ends: 1 });
    expect(outcome.error?.code).toBe("stream_closed");
    expect(server.seen).toHaveLength(1);
  });

  it("G22: takes at most a tenth of the calls, and a few when there are few", async () => {
    const server = await inTurn([429, { "retry-after": "0" }]);
    const { notices, dependencies } = watch();
    const engine = open({ base_url: server.url, retries: 1 }, { ...dependencies, now: () => 1 });
    for (let call = 0; call < 10; call++) await run(engine);
    expect(notices).toHaveLength(3);
    for (let call = 0; call < 40; call++) await run(engine);
    expect(notices).toHaveLength(5);
  });

  it("G22: leaves no connection of the dropped answer behind, even when its body never ends", async () => {
    let turn = 0;
    const server = await serve((response) => {
      if (turn++ > 0) return response.end("x");
      response.writeHead(429, { "retry-after": "0" });
      return response.write("endless");
    });
    expect((await run(open({ base_url: server.url }, watch().dependencies))).status).toBe(200);
    await until(() => server.sockets.size === 1);
  });

  it("is not made once the call was aborted", async () => {
    const server = await inTurn([429, { "retry-after": "0" }]);
    const { notices, dependencies } = watch();
    const engine = open({ base_url: server.url }, { ...dependencies, random: () => 0.2 });
    const call = send(engine, { onHead: () => expect.unreachable() });
    await until(() => notices.length === 1);
    call.abort();
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(server.seen).toHaveLength(1);
  });
});
