import { describe, expect, it } from "vitest";
import { until } from "../../../test/eventually.ts";
import { openBench } from "../fixtures/cleanup.ts";
import { run, type SeenCall, send } from "../fixtures/loopback.ts";

const { serve, open } = openBench();

const command = { credential_command: ["print-token", "--now"] };

/** Gives t1, t2 and so on. */
function fakeRunner() {
  const commands: (readonly string[])[] = [];
  const runCommand = async (asked: readonly string[]) => `t${commands.push(asked)}\n`;
  return { commands, runCommand };
}

function authorization({ headers }: SeenCall): string | undefined {
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === "authorization");
  return at === -1 ? undefined : headers[at + 1];
}

/** A vendor that refuses the first tokens. */
function serveRefusing(refused: readonly string[]) {
  return serve((response, call) => {
    const isRefused = refused.includes(authorization(call) ?? "");
    response.writeHead(isRefused ? 401 : 200).end(isRefused ? "who?" : "yes");
  });
}

describe("a call with a token from a command", () => {
  it("waits for the command once, and sends the token as a bearer token in place of the dialect's header", async () => {
    const server = await serveRefusing([]);
    const { commands, runCommand } = fakeRunner();
    const engine = open({ preset: "anthropic", base_url: server.url, ...command }, { runCommand });
    expect(commands).toEqual([]);
    const outcomes = await Promise.all([run(engine), run(engine), run(engine)]);
    expect(outcomes.map(({ status, ends }) => [status, ends])).toEqual([
      [200, 1],
      [200, 1],
      [200, 1],
    ]);
    expect(commands).toEqual([["print-token", "--now"]]);
    expect(server.seen.map(authorization)).toEqual(["Bearer t1", "Bearer t1", "Bearer t1"]);
    expect(server.seen[0]!.headers.map((name) => name.toLowerCase())).not.toContain("x-api-key");
    expect(engine.conceal?.("the token: t1")).toBe("the token: [redacted]");
  });

  it("is sent once more with a new token if the engine refuses the first, with the same body", async () => {
    const server = await serveRefusing(["Bearer t1"]);
    const { runCommand } = fakeRunner();
    const engine = open({ base_url: server.url, ...command }, { runCommand });
    const { status, body, ends } = await run(engine, { repeatable: false, body: '{"a":1}' });
    expect([status, body.toString(), ends]).toEqual([200, "yes", 1]);
    expect(server.seen.map((call) => [authorization(call), call.body])).toEqual([
      ["Bearer t1", '{"a":1}'],
      ["Bearer t2", '{"a":1}'],
    ]);
  });

  it("hands on the second refusal, and later refusals run no command at once", async () => {
    const server = await serveRefusing(["Bearer t1", "Bearer t2"]);
    const { commands, runCommand } = fakeRunner();
    const engine = open({ base_url: server.url, ...command }, { runCommand });
    expect(await run(engine)).toMatchObject({ status: 401, ends: 1 });
    expect(await run(engine)).toMatchObject({ status: 401, ends: 1 });
    expect([commands.length, server.seen.length]).toEqual([2, 3]);
  });

  it("is not sent again if its body was not held, and the next call has a new token", async () => {
    const server = await serveRefusing(["Bearer t1"]);
    const { runCommand } = fakeRunner();
    const engine = open({ base_url: server.url, ...command }, { runCommand });
    async function* chunks() {
      yield Buffer.from("abc");
    }
    const { body: _, ...upload } = { body: undefined, upload: { chunks: chunks(), length: 3 } };
    expect(await run(engine, { ...upload, method: "POST" })).toMatchObject({ status: 401 });
    expect(await run(engine)).toMatchObject({ status: 200 });
    expect(server.seen.map(authorization)).toEqual(["Bearer t1", "Bearer t2"]);
  });

  it("fails with the engine and what to do if there is no token, and nothing is sent", async () => {
    const server = await serveRefusing([]);
    const runCommand = () => Promise.reject(new Error("the command ended with code 1"));
    const engine = open({ base_url: server.url, ...command }, { runCommand });
    const { error, ends } = await run(engine);
    expect([error?.code, ends, server.connections()]).toEqual(["credential_missing", 1, 0]);
    expect(error?.message).toContain('engine "e"');
    expect((await engine.check(new AbortController().signal)).error?.code).toBe("credential_missing");
  });

  it("sends and tells nothing after it was aborted", async () => {
    const server = await serveRefusing([]);
    const read = Promise.withResolvers<string>();
    const engine = open({ base_url: server.url, ...command }, { runCommand: () => read.promise });
    let told = 0;
    const call = send(engine, { onHead: () => told++, onFailure: () => told++ });
    call.abort();
    read.resolve("t1");
    expect(await run(engine)).toMatchObject({ status: 200 });
    expect([told, server.seen.length]).toEqual([0, 1]);
  });

  it("fails if the engine is closed while it waits", async () => {
    const runCommand = (_: readonly string[], signal: AbortSignal) =>
      new Promise<string>((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("given up")));
      });
    const engine = open({ base_url: "http://127.0.0.1:1", ...command }, { runCommand });
    const codes: string[] = [];
    send(engine, { onFailure: ({ code }) => codes.push(code) });
    await engine.close();
    await until(() => codes.length > 0);
    expect(codes).toEqual(["backend_unavailable"]);
  });
});
