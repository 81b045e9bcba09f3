import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { useMachine } from "../../fixtures/console.ts";

const machine = useMachine();
const ENGINE_KEY = "engine-key-that-stays-secret";

interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly [field: string]: unknown;
}

/** Starts `abp up` on a free port, sends the requests, stops it, and returns the log's text. */
async function logOf(
  settings: string,
  requests: readonly { readonly path: string; readonly body: unknown }[],
): Promise<{ text: string; lines: LogLine[]; statuses: number[]; token: string }> {
  const file = `${settings}\n[engines.s]\npreset = "sim"\napi_key = "${ENGINE_KEY}"\n`;
  await machine.configure(file);
  const stop = new AbortController();
  const listening = Promise.withResolvers<string>();
  let text = "";
  const ended = machine.run(["up", "--port", "0", "--json"], {
    writeOut: (out) => listening.resolve((JSON.parse(out) as { url: string }).url),
    writeError: (line) => {
      text += line;
    },
    signal: stop.signal,
  });
  ended.then(({ exit }) => listening.reject(new Error(`abp up ended with ${exit}: ${text}`)));
  const url = await listening.promise;
  const token = readFileSync(join(machine.root, "home/state/token"), "utf8").trim();
  const statuses: number[] = [];
  for (const { path, body } of requests) {
    const answer = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    await answer.text();
    statuses.push(answer.status);
  }
  stop.abort("SIGTERM");
  expect((await ended).exit).toBe(0);
  const lines = text.startsWith("{")
    ? text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as LogLine)
    : [];
  return { text, lines, statuses, token };
}

const question = {
  path: "/claude/v1/messages",
  body: { model: "m-1", max_tokens: 9, messages: [{ role: "user", content: "a private question" }] },
};
const refused = { path: "/claude/v1/messages", body: { model: "m-1" } };

describe("the log of abp up", () => {
  it("has exactly one line for each call, with the call's facts and without secrets and content", async () => {
    const { text, lines, statuses, token } = await logOf("", [question, refused]);
    const [finished, failed, ...more] = lines.filter((line) => line.message.startsWith("call "));
    expect(more).toEqual([]);
    expect(finished).toMatchObject({
      level: "info",
      message: "call finished",
      key: "owner",
      dialect: "claude",
      engine: "s",
      requested_model: "m-1",
      mode: "mapped",
      status: 200,
      run_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    for (const field of ["input_tokens", "output_tokens", "first_byte_ms", "duration_ms", "losses"]) {
      expect(finished?.[field], field).toEqual(expect.any(Number));
    }
    expect(failed).toMatchObject({ level: "warn", status: statuses[1] });
    expect(statuses[1]).toBeGreaterThanOrEqual(400);
    for (const secret of [token, ENGINE_KEY, "a private question"]) expect(text).not.toContain(secret);
  });

  it('has no line for a call with log_level = "error"', async () => {
    const { text, statuses } = await logOf('log_level = "error"', [question, refused]);
    expect(statuses[0]).toBe(200);
    expect(text).toBe("");
  });

  it('is text with log_format = "text"', async () => {
    const { text } = await logOf('log_format = "text"', [question]);
    const calls = text.split("\n").filter((line) => line.includes("owner"));
    expect(calls).toEqual([expect.stringMatching(/INFO .*claude.*mapped.*200/)]);
    expect(text).not.toContain("{");
  });
});
