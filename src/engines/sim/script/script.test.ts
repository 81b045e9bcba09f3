import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { dialects } from "../../../dialects/index.ts";
import { answered, ask, callsOf, clock, firstOf, textOf, weather } from "../fixtures/asking.ts";
import { openTestSim, readStream, readWhole, requestOf, saying, send } from "../fixtures/calling.ts";

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

    it("makes up arguments that fit where a tool is forced", async () => {
      const fits = new Ajv().compile(weather.kind === "function" ? (weather.parameters as object) : {});
      for (const toolChoice of [{ mode: "required" }, { mode: "tool", name: "get_weather" }] as const) {
        const [call] = callsOf(await ask(engine, saying("hi", { tools: [weather], toolChoice })));
        expect(call?.name).toBe("get_weather");
        expect(fits(call?.input)).toBe(true);
      }
    });

    it("calls a tool of its own accord only where the text asks for it", async () => {
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

    it("quotes the user without the reminders around it, and with them where there is nothing else", async () => {
      const quoted = async (text: string) => textOf(await ask(engine, saying(text))).slice(22);
      expect(await quoted("<a>one <b>two</b></a> <c x='1'>three</c>four <d>")).toBe('"four <d>"');
      expect(await quoted("<a>one</a>")).toBe('"<a>one</a>"');
      expect(await quoted("x </a> <b> y <b>z</b>")).toBe('"x </a> <b> y"');
    });

    it("says so where a directive names a tool that is not there", async () => {
      const reply = await ask(engine, saying("sim: call nothing", { tools: [weather] }));
      expect(textOf(reply)).toBe('[simulated] There is no tool "nothing" to call; there are get_weather.');
    });

    it("thinks first where thinking is asked for, and signs it where the dialect signs", async () => {
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
