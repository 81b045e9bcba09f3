import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { dialects, findDialect, registerOf } from "../../../dialects/index.ts";
import { dialectCommands } from "../../commands/dialect.ts";
import { useMachine } from "../../fixtures/console.ts";

const machine = useMachine();
const chat = resolve(import.meta.dirname, "../../fixtures/chat-request.json");

const stream = [
  '{"id":"c1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"Hel"},"finish_reason":null}]}',
  '{"id":"c1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"lo"},"finish_reason":"stop"}]}',
  "[DONE]",
]
  .map((data) => `data: ${data}\n\n`)
  .join("");

describe("abp translate", () => {
  it("offers exactly the dialects that there are", () => {
    const to = dialectCommands[0]!.options!.find((option) => option.flags.startsWith("--to"));
    expect([...to!.choices!].sort()).toEqual(dialects.map((dialect) => dialect.id).sort());
  });

  it("carries numbers as they are written", async () => {
    const input = '{"id":9007199254740993,"n":1.0}';
    const tool = {
      type: "function",
      function: { name: "f", parameters: { type: "object", properties: {} } },
    };
    const calls = [{ id: "c", type: "function", function: { name: "f", arguments: input } }];
    const messages = [
      { role: "user", content: "hi" },
      { role: "assistant", content: null, tool_calls: calls },
      { role: "tool", tool_call_id: "c", content: "ok" },
    ];
    const request = JSON.stringify({ model: "gpt-4o", messages, tools: [tool] });
    writeFileSync(
      join(machine.root, "numbers.json"),
      request.replace('"properties":{}', '"properties":{"x":{"enum":[9007199254740993]}}'),
    );
    const { out, exit } = await machine.run([
      "translate",
      "--to",
      "claude",
      join(machine.root, "numbers.json"),
    ]);
    expect(exit).toBe(0);
    expect(out).toContain(`"input":${input}`);
    expect(out).toContain('"enum":[9007199254740993]');
  });

  it("writes a request in another dialect, and tells what was lost", async () => {
    const { exit, out, error } = await machine.run(["translate", "--to", "claude", chat]);
    expect(exit).toBe(0);
    const body = JSON.parse(out);
    expect(body).toMatchObject({ model: "gpt-4o", stop_sequences: ["END"] });
    expect(body.system).toBeDefined();
    const [call, result] = [body.messages[1].content[0], body.messages[2].content[0]];
    expect(call.id).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(result.tool_use_id).toBe(call.id);
    expect(error).toContain("detected openai");
    expect(error).toMatch(/\$\.weird\s+disclosed/);
  });

  it.each([
    ["translate", "gemini", { contents: [{ role: "user", parts: [{ text: "hi" }] }] }],
    ["explain", "gemini", { contents: [{ role: "user", parts: [{ text: "hi" }] }] }],
    ["translate", "openai", { messages: [{ role: "user", content: "hi" }] }],
  ])("%s names --model for a request of %s that names no model", async (command, from, body) => {
    writeFileSync(join(machine.root, "body.json"), JSON.stringify(body));
    const words = [command, "--from", from, "--to", "claude", "body.json"];
    const { exit, out, error } = await machine.run(words);
    expect([exit, out]).toEqual([2, ""]);
    expect(error).toContain("error usage_invalid: --model: the body names no model");
    expect(error).toContain("Name the model with `--model`");
    expect((await machine.run([...words, "--model", "claude-sonnet-4-5"])).exit).toBe(0);
  });

  it("tells the headers that go with the body", async () => {
    const server = { type: "mcp", server_label: "hub", server_url: "https://hub.example" };
    const tools = [{ ...server, require_approval: "never" }];
    const { out, error } = await machine.run(["translate", "--from", "codex", "--to", "claude", "-"], {
      stdin: JSON.stringify({ model: "claude-sonnet-4-5", input: "go", tools }),
    });
    expect(JSON.parse(out).mcp_servers).toEqual([{ type: "url", name: "hub", url: "https://hub.example" }]);
    expect(error).toContain("anthropic-beta: mcp-client-2025-11-20");
  });

  it("refuses before writing anything, and names the field and the number of the error", async () => {
    const { exit, out, error } = await machine.run(["translate", "--to", "codex", chat, "--json"]);
    expect(exit).toBe(5);
    expect(out).toBe("");
    expect(JSON.parse(error)).toMatchObject({
      error: {
        code: "E001",
        type: "UnsupportedFeature",
        details: { where: "$.stop", feature: "stop", engine: "codex" },
      },
    });
    const allowed = await machine.run([
      "translate",
      "--to",
      "codex",
      chat,
      "--emulate",
      "stop_sequences.truncate",
    ]);
    expect(allowed.exit).toBe(0);
    expect(allowed.error).toMatch(/\$\.stop\s+emulated/);
  });

  it("refuses in strict mode what it would only disclose otherwise", async () => {
    const { exit, error } = await machine.run(["translate", "--to", "claude", chat, "--strict"]);
    expect(exit).toBe(5);
    expect(error).toContain("$.weird");
  });

  it("writes a stream in another dialect", async () => {
    const { exit, out } = await machine.run(["translate", "--from", "openai", "--to", "claude", "-"], {
      stdin: stream,
    });
    expect(exit).toBe(0);
    expect(out).toContain("event: message_start");
    expect(out).toContain('"text":"Hel"');
    expect(out.trimEnd().endsWith('data: {"type":"message_stop"}')).toBe(true);
  });

  it("ends a stream that was cut off in an error of the caller's dialect", async () => {
    const cut = stream.slice(0, stream.indexOf("data:", 10));
    const { out } = await machine.run(["translate", "--from", "openai", "--to", "claude", "-"], {
      stdin: cut,
    });
    expect(out).toContain("event: error");
    expect(out).not.toContain("message_stop");
  });

  it("writes responses and errors, recognised by what they are", async () => {
    const reply =
      '{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"hi"},"finish_reason":"stop"}]}';
    const answered = await machine.run(["translate", "--from", "openai", "--to", "gemini", "-"], {
      stdin: reply,
    });
    expect(JSON.parse(answered.out)).toMatchObject({
      candidates: [{ content: { parts: [{ text: "hi" }] }, finishReason: "STOP" }],
    });
    const error = '{"error":{"message":"slow down","type":"rate_limit_error","code":null,"param":null}}';
    const refused = await machine.run(
      ["translate", "--from", "openai", "--to", "claude", "--status", "429", "-"],
      { stdin: error },
    );
    expect(JSON.parse(refused.out)).toMatchObject({
      type: "error",
      error: { type: "rate_limit_error", message: "slow down" },
    });
  });

  it("writes the report to a file on request", async () => {
    await machine.run(["translate", "--to", "gemini", chat, "--report", "r.json", "--all"]);
    const report = JSON.parse(readFileSync(join(machine.root, "r.json"), "utf8"));
    expect(report).toMatchObject({ from: "openai", to: "gemini", direction: "request" });
    expect(report.entries.map((entry: { path: string }) => entry.path)).toContain("$.weird");
  });

  it("needs to be told what it cannot know", async () => {
    writeFileSync(join(machine.root, "x.json"), "{}");
    expect((await machine.run(["translate", "--to", "claude", "x.json"])).error).toContain(
      "name it with --from",
    );
    expect((await machine.run(["translate", chat])).error).toContain("--to is required");
  });
});

describe("abp explain, detect and register", () => {
  it("explain what a route would do, without doing it", async () => {
    const { exit, out } = await machine.run(["explain", chat, "--to", "codex"]);
    expect(exit).toBe(5);
    expect(out).toMatch(/\$\.stop\s+refused/);
    expect(out).toMatch(/\$\.model\s+mapped/);
  });

  it("explain by the emulators that the configuration leaves in use, as the gateway decides", async () => {
    const engine = '[engines.sim]\npreset = "sim"\ndialect = "codex"\n';
    const argv = ["explain", chat, "--engine", "sim"];
    await machine.configure(engine);
    expect((await machine.run(argv)).out).toMatch(/\$\.stop\s+emulated/);
    await machine.configure(
      `${engine}[emulation.stop_sequences]\ntype = "system_prompt_injection"\nprompt = "Stop."\n`,
    );
    expect((await machine.run([...argv, "--json"])).out).toContain("stop_sequences.prompt");
    await machine.configure(`${engine}[emulation.stop_sequences]\ntype = "disabled"\n`);
    const { exit, out } = await machine.run(argv);
    expect(exit).toBe(5);
    expect(out).toMatch(/\$\.stop\s+refused/);
  });

  it("detect the dialect of a request", async () => {
    const { out } = await machine.run(["detect", chat, "--json"]);
    expect(JSON.parse(out)[0]).toMatchObject({ dialect: "openai" });
  });

  it("show the register of a pair, and the fidelity of all", async () => {
    const pair = await machine.run(["register", "claude", "gemini"]);
    expect(pair.out).toContain("Requests, claude to gemini:");
    expect(pair.out).toContain("Replies, gemini to claude:");
    expect(pair.out).toMatch(/identity\.user\s+hash/);
    expect(pair.out).toContain("\n\nRules that may apply to models of gemini:\nrule ");
    const { rules, ...rows } = JSON.parse(
      (await machine.run(["register", "claude", "gemini", "--json"])).out,
    );
    expect(rows).toEqual(registerOf(findDialect("claude"), findDialect("gemini")));
    expect(rules.map((rule: object) => Object.keys(rule).join())).toEqual(
      rules.map(() => "id,title,feature,remedies"),
    );
    // A row for each feature of the caller's dialect, with what it becomes there.
    const [requests = "", replies = ""] = pair.out.split("\n\n");
    for (const [text, list] of [
      [requests, rows.request],
      [replies, rows.reply],
    ]) {
      const shown = list.filter(({ from }: { from?: string }) => from !== undefined);
      const lines = text.split("\n").slice(2);
      expect(lines).toHaveLength(shown.length);
      for (const [index, { title, disposition, to = "-", note }] of shown.entries())
        expect(lines[index].split(/ {2,}/)).toEqual(
          [title, disposition, to, note].filter((cell) => cell !== ""),
        );
    }
    expect(rules.length).toBeGreaterThan(0);
  });

  it("show the counts of all pairs in a table", async () => {
    const { out, error } = await machine.run(["register"]);
    const counts = JSON.parse((await machine.run(["register", "--json"])).out);
    const cells = out
      .split("\n")
      .slice(1)
      .flatMap((line) => line.split(/ {2,}/).slice(1));
    expect(cells).toEqual(
      counts.map((one: Record<string, number>) => `${one["lossless"]}/${one["lossy"]}/${one["unsupported"]}`),
    );
    expect(out).toMatch(/^from \\ to +claude +\w/);
    expect(error).toContain("features of a request: lossless / lossy");
    const all = JSON.parse((await machine.run(["register", "--json"])).out);
    expect(all).toHaveLength(36);
    for (const { from, to, lossy, unsupported } of all)
      if (from === to) expect([from, lossy, unsupported]).toEqual([from, 0, 0]);
  });
});
