import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dialectIds } from "../../dialects/index.ts";
import { FakeContext } from "../host/fixtures/fake-context.ts";
import { useHostRuns } from "./fixtures/host-run.ts";
import { openHost } from "./host.ts";
import { DEFAULT_SYSTEM } from "./request.ts";

/** One dot. */
const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const word = {
  type: "object",
  properties: { word: { type: "string" } },
  required: ["word"],
  additionalProperties: false,
};

const { gateway, place } = useHostRuns();

const read = (name: string) => readFileSync(join(place.workspace, name), "utf8");

describe("the host of an engine backend", () => {
  it("says what it can do, and that it takes the caller's own requests", async () => {
    const host = await openHost({ ABP_AGENT_HOME: "/home" });
    expect(host).toMatchObject({
      identity: { id: "engine" },
      mode: "passthrough",
      asksBeforeTools: true,
      acceptsSteering: true,
    });
    expect(host.capabilities).toMatchObject({ tool_bash: "native", mcp_client: "unsupported" });
    await expect(openHost({})).rejects.toThrow("ABP_AGENT_HOME is not set");
    await expect(openHost({ ABP_AGENT_HOME: "/h", ABP_ENGINE_SETTINGS: "{" })).rejects.toThrow(
      "ABP_ENGINE_SETTINGS holds no settings of an engine backend",
    );
  });

  it.each(dialectIds)("works on a strict engine of %s, with every tool", async (dialect) => {
    const task = `Do it.
sim: call list {} && call search {"pattern":"^t"}
sim: call read {"file_path":"notes.txt"}
sim: call edit {"file_path":"notes.txt","old_string":"two","new_string":"2"}
sim: call write {"file_path":"a/b.txt","content":"new"}
sim: call run {"command":"cat a/b.txt"}
sim: say All is done.`;
    const { context, result, error } = await place.run({ dialect, task });
    expect(error).toBeUndefined();
    expect([read("notes.txt"), read("a/b.txt")]).toEqual(["one\n2\nthree\n", "new"]);
    expect(context.asked.map(({ name }) => name)).toEqual(["Glob", "Grep", "Read", "Edit", "Write", "Bash"]);
    expect(context.asked[4]?.input).toEqual({ file_path: "a/b.txt", content: "new" });
    const results = context.of("tool_result");
    expect(results.map(({ output, is_error }) => [output, is_error])).toEqual([
      ["notes.txt", false],
      ["notes.txt:2:two\nnotes.txt:3:three", false],
      ["1\tone\n2\ttwo\n3\tthree", false],
      ["notes.txt: 1 replacement", false],
      ["a/b.txt: 3 bytes written", false],
      ["new\n[exit code 0]", false],
    ]);
    expect(context.of("tool_call").map(({ tool_use_id }) => tool_use_id)).toEqual(
      results.map(({ tool_use_id }) => tool_use_id),
    );
    expect(context.of("tool_call")[0]).toMatchObject({ tool_name: "Glob", ext: { native_tool: "list" } });
    expect(context.of("command_executed")).toEqual([
      { type: "command_executed", command: "cat a/b.txt", exit_code: 0, output_preview: "new" },
    ]);
    expect(context.of("file_changed").map(({ path }) => path)).toEqual(["notes.txt", "a/b.txt"]);
    expect(context.of("assistant_message").map(({ text }) => text)).toEqual(["All is done."]);
    expect(result).toMatchObject({ outcome: "complete", session: expect.any(String) });
    expect(result?.usage).toMatchObject({ request_units: 6, input_tokens: expect.any(Number) });
    expect(gateway.calls).toHaveLength(6);
    expect(JSON.stringify(gateway.calls[0]!.headers)).toContain("the-key");
    expect(gateway.calls[0]!.body).toContain(DEFAULT_SYSTEM);
  });

  it("tells the model that a tool was denied, and does not run it", async () => {
    const task = 'sim: call write {"file_path":"x.txt","content":"y"}\nsim: say Went on.';
    const deny = async () => ({ verdict: "deny" as const, reason: "not today" });
    const { context, result } = await place.run({
      task,
      prepare: (context) => {
        context.decide = deny;
      },
    });
    expect(result?.outcome).toBe("complete");
    expect(() => read("x.txt")).toThrow();
    expect(context.of("tool_call")).toEqual([]);
    expect(context.of("tool_result")).toMatchObject([{ output: "not today", is_error: true }]);
    expect(gateway.calls[1]!.body).toContain("denied: not today");
  });

  it("keeps its tools from files that the policy of the order denies", async () => {
    writeFileSync(join(place.workspace, "secret.env"), "two\n");
    const task = `sim: call read {"file_path":"secret.env"} && call search {"pattern":"two"} && call list {}
sim: call write {"file_path":"locked.txt","content":"x"}
sim: say Done.`;
    const { context } = await place.run({
      task,
      order: { policy: { deny_read: ["*.env"], deny_write: ["locked.txt"] } },
    });
    expect(context.of("tool_result").map(({ output }) => output)).toEqual([
      `read denied for 'secret.env' by deny_read[0] "*.env"`,
      "notes.txt:2:two",
      "notes.txt",
      `write denied for 'locked.txt' by deny_write[0] "locked.txt"`,
    ]);
  });

  it("gives commands neither the key nor the address of the gateway", async () => {
    const { context } = await place.run({ task: 'sim: call run {"command":"env"}\nsim: say Done.' });
    const [result] = context.of("tool_result");
    expect(result!.output).toContain(`HOME=${place.home}`);
    expect(result!.output).not.toMatch(/ABP_|the-key|127\.0\.0\.1/);
  });

  it("maps the options of the order to the call, and the members of the engine's own dialect", async () => {
    const vendor = {
      engine: { max_output_tokens: 77, temperature: 0.5, top_p: 0.9 },
      kimi: { user_tag: "x" },
    };
    const order = {
      config: { vendor, model: "moonshot-v1-8k" },
      context: { files: ["a.ts"], snippets: [{ name: "n", content: "c" }] },
    };
    const { error } = await place.run({ dialect: "kimi", task: "sim: say hi", order: order as never });
    const { body } = gateway.calls[0]!;
    expect([error, JSON.parse(body)]).toMatchObject([
      undefined,
      { max_completion_tokens: 77, temperature: 0.5, top_p: 0.9, user_tag: "x", stream: true },
    ]);
    expect(body).toContain("Files to consider:\\n- a.ts\\n\\nn:\\n```\\nc\\n```");
  });

  it("uses the instructions and offers the tools of its settings alone", async () => {
    const settings = { system: "Be brief.", tools: ["read"], max_turns: 5 };
    const { context, result } = await place.run({ task: 'sim: call run {"command":"true"}', settings });
    expect([result?.outcome, context.asked]).toEqual(["complete", []]);
    const { tools, messages } = JSON.parse(gateway.calls[0]!.body);
    expect(tools.map((tool: { function: { name: string } }) => tool.function.name)).toEqual(["read"]);
    expect(messages[0].content).toBe("Be brief.");
  });

  it("is partial at the turns of its settings, and if the model is cut off or refuses", async () => {
    const settings = { max_turns: 2 };
    const turns = await place.run({ task: "sim: call list {}\nsim: call list {}\nsim: say never", settings });
    expect(turns.result?.outcome).toBe("partial");
    expect(turns.context.of("warning")).toMatchObject([{ message: "the run was ended after 2 turns" }]);
    for (const [stop, message] of [
      ["max_tokens", "the answer was cut off: the model reached its limit of tokens"],
      ["content_filter", "the engine refused to answer"],
    ]) {
      const { result, context } = await place.run({ task: `sim: say part\nsim: stop ${stop}` });
      expect([result?.outcome, context.of("warning").map((event) => event.message)]).toEqual([
        "partial",
        [message],
      ]);
    }
  });

  it("needs the gateway", async () => {
    const host = await openHost({ ABP_AGENT_HOME: place.home });
    await expect(host.run(new FakeContext())).rejects.toThrow(
      "an engine backend needs the gateway, and this run has none",
    );
  });

  it("says that a turn begins which the order does not allow, and waits to be ended", async () => {
    const order = { config: { max_turns: 1 } };
    const { context, error } = await place.run({
      task: "sim: call list {}\nsim: say never",
      order,
      prepare: (context) => {
        const { emit } = context;
        Object.assign(context, {
          text: async (text: string) => {
            await emit({ type: "assistant_delta", text });
            context.cancel("too many turns");
          },
        });
      },
    });
    expect(error?.message).toBe("too many turns");
    expect(gateway.calls).toHaveLength(1);
    expect(context.of("assistant_delta").at(-1)?.text).toBe("");
  });

  it.each([
    ["sim: error 400 no such thing", "the engine answered 400: no such thing", 1],
    ["sim: error 429 slow down", "the engine answered 429: slow down", 3],
    ["sim: error 500 it broke", "the engine answered 500: it broke", 3],
  ])("fails if the engine answers with an error: %s", async (task, message, attempts) => {
    const { error } = await place.run({ task });
    expect([error?.message, gateway.calls.length]).toEqual([message, attempts]);
  });

  it.each(["cut-after", "eof-after", "fail-after", "garbage-after"])(
    "fails where the stream ends in %s, and keeps what came",
    async (fault) => {
      const { error, context } = await place.run({ task: `sim: repeat 20 word\nsim: ${fault} 5` });
      expect(error?.message).toMatch(/^the engine's stream (failed|broke off): /);
      expect(gateway.calls).toHaveLength(1);
      expect(context.of("assistant_delta").length).toBeGreaterThan(0);
    },
  );

  it("stops at once when it is cancelled, while the model answers", async () => {
    const run = place.run({
      task: "sim: repeat 20 word\nsim: stall-after 5",
      prepare: (context) => void context.seen("assistant_delta").then(() => context.cancel("enough")),
    });
    expect((await run).error?.name).toMatch(/Error/);
  });

  it("tells the model what is wrong with a call, and goes on", async () => {
    const task = `sim: call read {"file_path":7} && call read {"file_path":"no.txt","odd":1}
sim: call edit {"file_path":"notes.txt","old_string":"o","new_string":"0"} && call edit {"file_path":"notes.txt","old_string":"four","new_string":"4"}
sim: call search {"pattern":"("} && call list {"pattern":"["}
sim: say Tried.`;
    const { context, result } = await place.run({ task });
    expect(result?.outcome).toBe("complete");
    const results = context.of("tool_result");
    expect(results.every(({ is_error }) => is_error)).toBe(true);
    expect(results.map(({ output }) => output)).toEqual([
      expect.stringMatching(/^the arguments are not valid: file_path: /),
      expect.stringMatching(/^the arguments are not valid: the input: /),
      "old_string stands 2 times in notes.txt; add lines around it, or set replace_all",
      "old_string does not stand in notes.txt",
      expect.stringMatching(/^The pattern cannot be checked: /),
      expect.stringMatching(/^the glob is not valid: /),
    ]);
  });

  it("gives the images of the order to the model", async () => {
    const images = [{ media_type: "image/png", data: png, name: "dot.png" }];
    const { context } = await place.run({ task: "Look.", order: { context: { images } } });
    expect(context.of("assistant_message")[0]?.text).toContain("I was given an image (image/png, 70 bytes).");
  });

  it.each(["claude", "codex", "openai", "gemini", "kimi"])(
    "answers with an object that satisfies the schema of the order, on %s",
    async (dialect) => {
      const { result, error } = await place.run({ dialect, task: "Answer.", order: { outputSchema: word } });
      expect([error, result?.structuredOutput]).toEqual([undefined, { word: expect.any(String) }]);
    },
  );

  it("leaves an answer that does not satisfy the schema to the backplane", async () => {
    const { result, error } = await place.run({ task: "sim: say {}", order: { outputSchema: word } });
    expect([error, result?.outcome]).toEqual([undefined, "complete"]);
    expect(result).not.toHaveProperty("structuredOutput");
    expect(gateway.calls).toHaveLength(1);
  });

  it("refuses MCP servers and an order without a model before it asks the model", async () => {
    const servers = await place.run({ order: { mcpServers: { tiny: { command: "x" } } } });
    expect(servers.error?.message).toBe(
      "an engine backend cannot use MCP servers, and the work order names tiny",
    );
    expect((await place.run({ model: null })).error?.message).toBe("the work order names no model");
    expect(gateway.calls).toEqual([]);
  });

  it("takes a message of the user before its next question", async () => {
    const { context } = await place.run({
      task: "sim: call list {}\nsim: say First.",
      prepare: (context) => void context.seen("tool_call").then(() => context.steer("sim: say Second.")),
    });
    expect(context.of("assistant_message").at(-1)?.text).toBe("Second.");
  });

  it("goes on with a conversation, in a copy, and in another dialect; and knows no other one", async () => {
    const first = await place.run({
      dialect: "claude",
      task: "sim: think hm\nsim: call list {}\nsim: say Remembered.",
    });
    const session = first.result!.session!;
    for (const [dialect, fork] of [
      ["claude", false],
      ["gemini", true],
    ] as const) {
      const order = { resume: { run_id: "r", session, fork } };
      const { context, result } = await place.run({ dialect, task: "Go on.", order });
      // Without the first task, which holds this word, the engine repeats the second one.
      expect(context.of("assistant_message").at(-1)?.text).toBe("Remembered.");
      expect(result?.session === session).toBe(!fork);
    }
    for (const other of ["../x", "00000000-0000-4000-8000-000000000000"]) {
      const { error } = await place.run({ order: { resume: { run_id: "r", session: other } } });
      expect(error).toBeDefined();
    }
  });
});
