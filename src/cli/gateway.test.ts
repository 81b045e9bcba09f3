import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findAgent } from "../agents/index.ts";
import { useMachine } from "./fixtures/console.ts";

const machine = useMachine();

/** A program in the place of Claude Code: it makes so many calls as its first argument says. */
const AGENT = `#!${process.execPath}
const calls = Number(process.argv[2]);
(async () => {
  for (let call = 0; call < calls; call += 1) {
    const answer = await fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", {
      method: "POST",
      headers: { authorization: "Bearer " + process.env.ANTHROPIC_AUTH_TOKEN, "content-type": "application/json" },
      body: JSON.stringify({
        model: process.env.ANTHROPIC_MODEL ?? "claude-opus-4-8",
        max_tokens: 99,
        top_k: 5,
        messages: [{ role: "user", content: "hello" }],
      }),
    });
    await answer.text();
  }
})();
`;

beforeEach(() => {
  mkdirSync(join(machine.root, "bin"));
  writeFileSync(join(machine.root, "bin", "claude"), AGENT, { mode: 0o700 });
  machine.env["PATH"] = `${join(machine.root, "bin")}:${process.env["PATH"]}`;
});

const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

describe("abp exec with a gateway of its own", () => {
  it("counts the calls, tokens and losses of an agent in a shell's script, and lists the calls afterwards", async () => {
    const words = ["exec", "--engine", "sim-openai", "--", "sh", "-c", "exec claude 2"];
    const { exit, error } = await machine.run(words);
    expect(exit).toBe(0);
    const line = /^2 calls, (\d+) tokens in, (\d+) out, \S+ USD, [1-9] fields lost; more: abp (.*)$/m.exec(
      error,
    );
    expect(line, error).not.toBeNull();
    expect([Number(line![1]) > 0, Number(line![2]) > 0]).toEqual([true, true]);
    const listed = await machine.run(line![3]!.split(" "));
    expect(listed.out.match(/sim-openai +complete/g)).toHaveLength(2);
    const nothing = await machine.run(["receipt", "log", "--run", "00000000-0000-4000-8000-000000000009"]);
    expect(nothing.out).toContain("the log has no receipt of the run");
  });

  it("warns of an agent that made no call", async () => {
    const { error } = await machine.run(["exec", "--engine", "sim-openai", "--", "claude", "0"]);
    expect(error).toContain("warning Claude Code made no call through the gateway");
  });

  it("sends the default model of an engine of another vendor, and says so", async () => {
    await machine.configure('[engines.g]\npreset = "sim"\ndialect = "gemini"\ndefault_model = "gemini-m"\n');
    const { error } = await machine.run(["exec", "--", "claude", "1"]);
    expect(error).toContain("Claude Code uses the model gemini-m, the default of the engine g");
    await machine.run(["receipt", "log", "--export", "log.jsonl"]);
    expect(readFileSync(join(machine.root, "log.jsonl"), "utf8")).toContain('"upstream_model":"gemini-m"');
  });

  it("reports an engine that cannot be reached, once", async () => {
    await machine.configure(
      '[engines.dead]\npreset = "compatible"\nbase_url = "http://127.0.0.1:9/v1"\ncredential = "none"\ndefault_model = "m"\n',
    );
    const { error } = await machine.run(["exec", "--", "claude", "3"]);
    const said = /a call to the engine dead failed \(backend_unavailable\): .*cannot be reached/g;
    expect(error.match(said), error).toHaveLength(1);
    expect(error).toContain("3 calls (3 failed)");
  });

  it("reports an engine that refuses the key, although it is the agent's own vendor", async () => {
    const server = createServer((_request, response) => {
      response.writeHead(401, { "content-type": "application/json" });
      response.end('{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}');
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    stops.push(() => new Promise((resolve) => server.close(() => resolve())));
    const { port } = server.address() as AddressInfo;
    await machine.configure(
      `[engines.a]\npreset = "anthropic"\nbase_url = "http://127.0.0.1:${port}"\napi_key = "wrong"\n`,
    );
    const { error } = await machine.run(["exec", "--", "claude", "2"]);
    expect(error.match(/a call to the engine a failed .*status 401/g), error).toHaveLength(1);
  });
});

describe("abp env", () => {
  it("prints nothing that points at an address if nobody listens", async () => {
    const { exit, out, error } = await machine.run(["env", "claude"]);
    expect([exit, out]).toEqual([6, ""]);
    expect(error).toContain("error daemon_not_running: abp env: no daemon of yours answers");
    expect(error).toContain("`abp up`");
  });
});

describe("abp exec with a daemon that runs", () => {
  it("reads from the daemon's log what became of the calls", async () => {
    await machine.configure('[engines.s]\npreset = "sim"\ndialect = "openai"\n');
    const stop = new AbortController();
    const listening = Promise.withResolvers<void>();
    const daemon = machine.run(["up", "--port", "0", "--json"], {
      writeOut: () => listening.resolve(),
      writeError: () => undefined,
      signal: stop.signal,
    });
    stops.push(async () => {
      stop.abort("SIGTERM");
      await daemon;
    });
    await listening.promise;
    expect((await machine.run(["env", "claude"])).out).toMatch(
      /ANTHROPIC_BASE_URL='http:\/\/127\.0\.0\.1:\d+'/,
    );
    expect((await machine.run(["env", "opencode"])).error.split("\n")).toEqual([
      "# OpenCode uses the model sim-model, a name for the simulated engine s; -m names another one",
      ...findAgent("opencode")!.connection.notes.map((note) => `# ${note}`),
      "",
    ]);
    const { error } = await machine.run(["exec", "--", "env", "claude", "2"]);
    expect(error).toMatch(
      /^2 calls, \d+ tokens in, \d+ out, \S+ USD, [1-9] fields lost; more: abp receipt log --run/m,
    );
  });
});
