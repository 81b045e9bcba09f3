import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import type { Block, Conversation, Message, Tool } from "../../../contract/index.ts";
import { dialects } from "../../../dialects/index.ts";
import { answered, ask, callsOf, clock, firstOf, textOf, weather } from "../fixtures/asking.ts";
import { openTestSim, readStream, readWhole, requestOf, saying, send } from "../fixtures/calling.ts";
import { asksForThinking, writeScript } from "./script.ts";

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe.each(dialects.map((dialect) => [dialect.id, dialect] as const))(
  "the simulated engine in %s",
  (_id, dialect) => {
    const engine = openTestSim(dialect);

    it("says that it is simulated and quotes the user", async () => {
      const reply = await ask(
        engine,
        saying("hello   there", { system: [{ type: "text", text: "be secret" }] }),
      );
      expect(textOf(reply)).toBe('[simulated] You said: "hello there"');
      expect(reply.candidates[0]?.stop?.reason).toBe("end_turn");
      expect(reply.usage).toMatchObject({ input: 6, output: 9 });
    });

    it("gives the same bytes for the same request, and other ids for another", async () => {
      const request = requestOf(dialect, saying("hello"), true);
      const [one, two] = await Promise.all([send(engine, request), send(openTestSim(dialect), request)]);
      expect(one).toEqual(two);
      const other = await send(engine, requestOf(dialect, saying("hello!")));
      expect(readWhole(dialect, other).id).not.toBe(readStream(dialect, one).reply.id);
    });

    it("gives each answer an id of its own if it can make them, and equal bytes to equal requests with a seed", async () => {
      let made = 0;
      const ids = { newId: () => `${made++}` };
      const calling = saying("sim: call get_weather Rome", { tools: [weather] });
      const own = openTestSim(dialect, ids);
      for (const conversation of [saying("hello"), calling]) {
        const request = requestOf(dialect, conversation);
        const [one, two] = [await send(own, request), await send(own, request)];
        const replies = [one, two].map((answer) => readWhole(dialect, answer));
        expect(replies[0]!.id).not.toBe(replies[1]!.id);
        expect(replies.map((reply) => ({ ...reply, id: "", candidates: reply.candidates.length }))).toEqual(
          replies.map(() => ({ ...replies[0]!, id: "", candidates: 1 })),
        );
      }
      const calls = [await ask(own, calling), await ask(own, calling)].flatMap(callsOf);
      if (dialect.id !== "gemini") expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
      if (dialect.features.seed.is === "none") return;
      const seeded = requestOf(dialect, saying("hello", { sampling: { seed: 7 } }));
      expect(await send(own, seeded)).toEqual(await send(openTestSim(dialect, ids), seeded));
    });

    it("calls a tool that a directive names, and then quotes what it gave back", async () => {
      const conversation = saying('sim: call get_weather {"city":"Rome","unit":"c"}', { tools: [weather] });
      const reply = await ask(engine, conversation);
      expect(callsOf(reply)).toMatchObject([{ name: "get_weather", input: { city: "Rome", unit: "c" } }]);
      expect(reply.candidates[0]?.stop?.reason).toBe("tool_use");
      const after = await ask(
        engine,
        answered(conversation, reply, () => "sunny,\n25 degrees"),
      );
      expect(textOf(after)).toBe('[simulated] get_weather returned "sunny, 25 degrees".');
      expect(after.candidates[0]?.stop?.reason).toBe("end_turn");
    });

    it("makes parallel calls of one line, then the next line's, then says its text", async () => {
      const text =
        "sim: call get_weather Rome && call GET_TIME\nsim: call get_weather Oslo\nsim: say all done";
      let conversation = saying(text, { tools: [weather, clock] });
      const first = await ask(engine, conversation);
      expect(callsOf(first)).toMatchObject([
        { name: "get_weather", input: { city: "Rome", unit: "c" } },
        { name: "mcp__time__get_time", input: {} },
      ]);
      expect(new Set(callsOf(first).map(({ id }) => id)).size).toBe(2);
      conversation = answered(conversation, first, ({ name }) => name);
      const second = await ask(engine, conversation);
      expect(callsOf(second)).toMatchObject([{ input: { city: "Oslo" } }]);
      conversation = answered(conversation, second, () => "rain");
      expect(textOf(await ask(engine, conversation))).toBe("all done");
    });

    it("makes up arguments that fit if a tool is forced", async () => {
      const fits = new Ajv().compile(weather.kind === "function" ? (weather.parameters as object) : {});
      for (const toolChoice of [{ mode: "required" }, { mode: "tool", name: "get_weather" }] as const) {
        const [call] = callsOf(await ask(engine, saying("hi", { tools: [weather], toolChoice })));
        expect(call?.name).toBe("get_weather");
        expect(fits(call?.input)).toBe(true);
      }
    });

    it("calls a tool of its own accord only if the text asks for it", async () => {
      const tools = [weather];
      const conversation = saying("Please use get_weather now.", { tools });
      const reply = await ask(engine, conversation);
      expect(callsOf(reply)).toHaveLength(1);
      expect(
        callsOf(
          await ask(
            engine,
            answered(conversation, reply, () => "sunny"),
          ),
        ),
      ).toHaveLength(0);
      expect(callsOf(await ask(engine, saying("what about get_weather?", { tools })))).toHaveLength(0);
      const reminded = "<reminder>use get_weather</reminder>hello";
      expect(callsOf(await ask(engine, saying(reminded, { tools })))).toHaveLength(0);
      const none = saying("use get_weather", { tools, toolChoice: { mode: "none" } });
      expect(callsOf(await ask(engine, none))).toHaveLength(0);
    });

    it("calls the first function on a turn of the user if it was told to, and then answers", async () => {
      const eager = openTestSim(dialect, { callsTools: true });
      const conversation = saying("hello", { tools: [weather, clock] });
      const reply = await ask(eager, conversation);
      expect(callsOf(reply).map(({ name }) => name)).toEqual(["get_weather"]);
      const validate = new Ajv().compile((weather as { parameters: object }).parameters);
      expect(validate(callsOf(reply)[0]?.input)).toBe(true);
      const later = answered(conversation, reply, () => "sunny");
      const after = await ask(eager, later);
      expect(callsOf(after)).toEqual([]);
      expect(textOf(after)).toContain("sunny");
      const again: Conversation = {
        ...later,
        messages: [
          ...later.messages,
          { role: "assistant", content: after.candidates[0]!.content },
          { role: "user", content: [{ type: "text", text: "hello again" }] },
        ],
      };
      expect(callsOf(await ask(eager, again))).toHaveLength(1);
    });

    it("calls no function that it may not call, and none if none is offered", async () => {
      const eager = openTestSim(dialect, { callsTools: true });
      expect(callsOf(await ask(eager, saying("hello")))).toEqual([]);
      const barred = saying("hello", { tools: [weather], toolChoice: { mode: "none" } });
      expect(callsOf(await ask(eager, barred))).toEqual([]);
    });

    it("quotes the user without the reminders around it, and with them if there is nothing else", async () => {
      const quoted = async (text: string) => textOf(await ask(engine, saying(text))).slice(22);
      expect(await quoted("<a>one <b>two</b></a> <c x='1'>three</c>four <d>")).toBe('"four <d>"');
      expect(await quoted("<a>one</a>")).toBe('"<a>one</a>"');
      expect(await quoted("x </a> <b> y <b>z</b>")).toBe('"x </a> <b> y"');
    });

    it("says so if a directive names a tool that is not there", async () => {
      const reply = await ask(engine, saying("sim: call nothing", { tools: [weather] }));
      expect(textOf(reply)).toBe('[simulated] There is no tool "nothing" to call; there are get_weather.');
    });

    it("thinks first if thinking is asked for, and signs it if the dialect signs", async () => {
      const reasoning = { mode: "on", budgetTokens: 1024, display: "summary" } as const;
      const reply = await ask(engine, saying("hello", { reasoning, model: "gemini-2.5-flash" }));
      const thinking = reply.candidates[0]?.content[0];
      if (thinking?.type !== "thinking") throw new Error("no thinking");
      expect(thinking.text).toBe('[simulated] Thinking about "hello".');
      if (dialect.replyFeatures["thinking.signature"].is === "native")
        expect(Buffer.from(thinking.signature ?? "", "base64").toString()).toMatch(/^simulated-signature:/);
      else expect(thinking.signature).toBeUndefined();
      expect(textOf(reply)).toContain("You said");
      expect(firstOf(await ask(engine, saying("hello")), "thinking")).toBeUndefined();
      expect(
        firstOf(await ask(engine, saying("hello", { reasoning: { mode: "off" } })), "thinking"),
      ).toBeUndefined();
      const told = await ask(engine, saying("sim: think hmm\nsim: say ok"));
      expect(firstOf(told, "thinking")?.text).toBe("hmm");
    });

    it("acknowledges a picture by kind, type and size", async () => {
      const conversation = saying("look");
      const source = { kind: "base64", mediaType: "image/png", data: pixel } as const;
      conversation.messages[0]!.content.push({ type: "image", source });
      const text = textOf(await ask(engine, conversation));
      expect(text).toBe(
        `[simulated] You said: "look" I was given an image (image/png, ${Buffer.from(pixel, "base64").length} bytes).`,
      );
    });

    it("answers in the form that a schema asks for", async () => {
      const schema = {
        type: "object",
        properties: {
          name: { type: "string" },
          tags: { type: "array", items: { type: "string" }, minItems: 1 },
        },
        required: ["name", "tags"],
        additionalProperties: false,
      };
      const output = { kind: "json_schema", name: "thing", schema, strict: true } as const;
      const made: unknown = JSON.parse(textOf(await ask(engine, saying("hi", { output }))));
      expect(new Ajv().validate(schema, made)).toBe(true);
    });

    it("cuts the answer at the output limit and at stop sequences", async () => {
      const cut = await ask(engine, saying("sim: say 0123456789", { maxOutputTokens: 2 }));
      expect(textOf(cut)).toBe("01234567");
      expect(cut.candidates[0]?.stop?.reason).toBe("max_tokens");
      expect(cut.usage?.output).toBe(2);
      if (dialect.features.stop.is !== "native") return;
      const stopped = await ask(engine, saying("sim: say one END two", { stop: ["two", " END"] }));
      expect(textOf(stopped)).toBe("one");
    });

    it("ends for the reason that a directive names", async () => {
      const long = await ask(engine, saying("sim: stop max_tokens\nsim: say hm"));
      expect(long.candidates[0]?.stop?.reason).toBe("max_tokens");
      const refused = await ask(engine, saying("sim: stop refusal\nsim: say I will not"));
      expect(textOf(refused)).toBe("I will not");
      expect(["refusal", "content_filter"]).toContain(refused.candidates[0]?.stop?.reason);
    });

    it("finds the last message with directives among the messages that agents add", async () => {
      const conversation = saying("sim: say first");
      const say = (text: string) => ({ role: "user" as const, content: [{ type: "text" as const, text }] });
      conversation.messages.push(say("<prompt>sim: say second</prompt>"), say("<env>use Linux</env>"));
      expect(textOf(await ask(engine, conversation))).toBe("second");
    });
  },
);

describe("the script of an answer", () => {
  const time: Tool = { kind: "function", name: "get_time", parameters: { type: "object", properties: {} } };
  const search = { kind: "server", name: "search", value: {} } as unknown as Tool;
  const script = (text: string, more: Partial<Conversation> = {}) => writeScript(saying(text, more));
  const said = (text: string, more: Partial<Conversation> = {}) => script(text, more).pieces.join("");
  const called = (text: string, more: Partial<Conversation> = {}) =>
    script(text, more).calls.map(({ name, input }) => [name, input]);

  it("takes everything from the directives", () => {
    expect(
      script("sim: say a\nsim: think b\nsim: stop refusal\nsim: delay 5\nsim: cut-after 1\nsim: error 500"),
    ).toEqual({
      thinking: "b",
      pieces: ["a"],
      calls: [],
      stop: "refusal",
      error: { status: 500, message: "[simulated] error 500" },
      faults: [{ kind: "cut", after: 1 }],
      delayMs: 5,
    });
    expect(script("sim: error 429 slow").error).toEqual({ status: 429, message: "slow" });
  });

  it("quotes the user without directives", () => {
    expect(script("hi")).toEqual({
      thinking: undefined,
      pieces: ['[simulated] You said: "h', 'i"'],
      calls: [],
      stop: undefined,
      error: undefined,
      faults: [],
      delayMs: 0,
    });
    expect(said("")).toBe("[simulated] You said nothing.");
    expect(said("a".repeat(161))).toBe(`[simulated] You said: "${"a".repeat(160)}…"`);
  });

  it("has calls or a text, never both", () => {
    expect(script("sim: call get_time\nsim: say x", { tools: [time] })).toMatchObject({ pieces: [] });
    expect(said("sim: call nothing")).toBe('[simulated] There is no tool "nothing" to call.');
    expect(said("sim: call nothing", { tools: [time, weather] })).toBe(
      '[simulated] There is no tool "nothing" to call; there are get_time, get_weather.',
    );
  });

  it("calls a forced tool, with the arguments that the step gives for it", () => {
    const tools = [weather, time];
    const toolChoice = { mode: "tool", name: "get_weather" } as const;
    const made = { city: "simulated", unit: "c" };
    expect(called("x", { tools, toolChoice })).toEqual([["get_weather", made]]);
    expect(
      called('sim: call get_time && call get_weather {"city":"1"} && call get_weather {"city":"2"}', {
        tools,
        toolChoice,
      }),
    ).toEqual([["get_weather", { city: "1" }]]);
    expect(called("sim: call get_time", { tools, toolChoice })).toEqual([["get_weather", made]]);
    expect(said("x", { tools: [time], toolChoice })).toBe(
      '[simulated] There is no tool "get_weather" to call; there are get_time.',
    );
    expect(called("x", { tools, toolChoice: { mode: "tool" } as never })).toEqual([]);
  });

  it("calls some tool when one is required: of the step, a mentioned one, or the first", () => {
    const toolChoice = { mode: "required" } as const;
    const tools = [search, weather, time];
    const names = (text: string, own = tools) =>
      called(text, { tools: own, toolChoice }).map(([name]) => name);
    expect(names("x")).toEqual(["get_weather"]);
    expect(names("use get_time")).toEqual(["get_time"]);
    expect(names("sim: call get_time")).toEqual(["get_time"]);
    expect(names("sim: call nothing")).toEqual(["get_weather"]);
    expect(names("sim: say x")).toEqual(["get_weather"]);
    expect(names("x", [search])).toEqual([]);
  });

  it("calls a mentioned tool once, and none when there are directives", () => {
    const tools = [time];
    const names = (conversation: Conversation) => writeScript(conversation).calls.map(({ name }) => name);
    const conversation = saying("use get_time", { tools });
    expect(names(conversation)).toEqual(["get_time"]);
    const turn: Message = {
      role: "assistant",
      content: [{ type: "tool_use", id: "1", name: "get_time", kind: "function", input: {} }],
    };
    expect(names({ ...conversation, messages: [...conversation.messages, turn] })).toEqual([]);
    expect(names(saying("use get_time\nsim: think x", { tools }))).toEqual([]);
  });

  it("makes the calls of a step at once, or one per turn without parallel calls", () => {
    const tools = [weather, time];
    const text = "sim: call get_weather a && call get_time\nsim: call get_weather b";
    const turn: Message = {
      role: "assistant",
      content: [{ type: "tool_use", id: "1", name: "t", kind: "function", input: {} }],
    };
    const break_: Message = { role: "tool", content: [] };
    const names = (turns: number, parallelToolCalls: boolean) => {
      const conversation = saying(text, { tools, parallelToolCalls });
      for (let count = 0; count < turns; count++) conversation.messages.push(turn, break_);
      return writeScript(conversation).calls.map(({ name }) => name);
    };
    expect([0, 1, 2].map((turns) => names(turns, true))).toEqual([
      ["get_weather", "get_time"],
      ["get_weather"],
      [],
    ]);
    expect([0, 1, 2, 3].map((turns) => names(turns, false))).toEqual([
      ["get_weather"],
      ["get_time"],
      ["get_weather"],
      [],
    ]);
    expect(called("sim: call get_time && call nothing", { tools })).toEqual([]);
  });

  it("thinks when the request asks for it or a directive says what", () => {
    const reasoning = { mode: "on" } as const;
    expect(script("hi", { reasoning }).thinking).toBe('[simulated] Thinking about "hi".');
    expect(script("", { reasoning }).thinking).toBe("[simulated] Thinking about the conversation.");
    expect(script("a".repeat(81), { reasoning }).thinking).toBe(
      `[simulated] Thinking about "${"a".repeat(80)}…".`,
    );
    expect(script("sim: think x", { reasoning }).thinking).toBe("x");
    expect(script("sim: think").thinking).toBe("");
  });

  it.each([
    [undefined, false],
    [{}, false],
    [{ mode: "on" }, true],
    [{ mode: "adaptive" }, true],
    [{ mode: "off" }, false],
    [{ mode: "off", effort: "high" }, false],
    [{ mode: "on", effort: "none" }, false],
    [{ effort: "low" }, true],
    [{ budgetTokens: 0 }, false],
    [{ budgetTokens: 1 }, true],
    [{ display: "full" }, false],
  ])("takes %j for a request to think: %s", (reasoning, isAsked) => {
    expect(
      asksForThinking(saying("x", reasoning === undefined ? {} : { reasoning: reasoning as never })),
    ).toBe(isAsked);
  });

  it("answers in JSON when the request asks for it", () => {
    const schema = { type: "object", properties: { a: { type: "integer" } } };
    expect(said("x", { output: { kind: "json_schema", schema } as never })).toBe('{"a":0}');
    expect(JSON.parse(said("b".repeat(200), { output: { kind: "json" } as never }))).toEqual({
      simulated: true,
      said: "b".repeat(160),
    });
  });

  it.each([
    [["yes", "no"], "yes"],
    [[], ""],
  ])("answers with the first of the values %j when the request names them", (values, answer) => {
    expect(said("x", { output: { kind: "enum", values } as never })).toBe(answer);
  });

  it.each(["json_schema", "json"])("keeps to the demand for %s when a directive gives other text", (kind) => {
    const schema = { type: "object", properties: { a: { type: "integer" } } };
    const output = { output: { kind, schema } as never };
    expect(JSON.parse(said("sim: say hello", output))).toEqual(
      kind === "json" ? { simulated: true, said: expect.any(String) } : { a: 0 },
    );
    expect(said('sim: say {"a":7}', output)).toBe('{"a":7}');
  });

  it("quotes the results of tools", () => {
    const content = (...blocks: Block[]) => blocks;
    const text = (value: string): Block => ({ type: "text", text: value });
    const image: Block = { type: "image", source: { kind: "base64", mediaType: "image/png", data: "AAAA" } };
    const result = (own: object, ...blocks: Block[]): Block =>
      ({ type: "tool_result", id: "1", name: "t", kind: "function", content: blocks, ...own }) as Block;
    const told = (...results: Block[]) => {
      const conversation = saying("x");
      conversation.messages.push({ role: "tool", content: content(...results) });
      return writeScript(conversation).pieces.join("");
    };
    expect(told(result({}, text("ok")))).toBe('[simulated] t returned "ok".');
    expect(told(result({ isError: true }, text("no")))).toBe('[simulated] t failed with "no".');
    expect(told(result({}))).toBe('[simulated] t returned "".');
    expect(told(result({}, image))).toBe("[simulated] t returned an image (image/png, 3 bytes).");
    expect(told(result({}, text("a"), image))).toBe(
      '[simulated] t returned "a" and an image (image/png, 3 bytes).',
    );
    expect(told(result({}, text("a")), result({ name: "u" }, text("b")))).toBe(
      '[simulated] t returned "a". u returned "b".',
    );
  });

  it.each<[string, object, string]>([
    ["image", { kind: "base64", mediaType: "image/png", data: "AAAA" }, "an image (image/png, 3 bytes)"],
    ["image", { kind: "base64", mediaType: "image/png", data: "AAA=" }, "an image (image/png, 2 bytes)"],
    ["audio", { kind: "base64", mediaType: "audio/mp3", data: "AA==" }, "an audio (audio/mp3, 1 bytes)"],
    ["video", { kind: "url", url: "https://h/v" }, "a video (unknown type, at a URL of 11 characters)"],
    [
      "document",
      { kind: "url", url: "https://h/v", mediaType: "a/b" },
      "a document (a/b, at a URL of 11 characters)",
    ],
    ["document", { kind: "text", text: "ä" }, "a document (text/plain, 2 bytes)"],
    ["document", { kind: "text", text: "a", mediaType: "text/html" }, "a document (text/html, 1 bytes)"],
    ["document", { kind: "file", id: "f1" }, 'a document (unknown type, file "f1")'],
    [
      "document",
      { kind: "file", id: "f".repeat(41), mediaType: "a/b" },
      `a document (a/b, file "${"f".repeat(40)}…")`,
    ],
  ])("acknowledges %s %j", (type, source, text) => {
    const conversation = saying("x");
    conversation.messages[0]!.content.push({ type, source } as Block);
    expect(writeScript(conversation).pieces.join("")).toBe(`[simulated] You said: "x" I was given ${text}.`);
  });
});
