import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dialects, findDialect } from "../../dialects/index.ts";
import { ask } from "./fixtures/asking.ts";
import { openTestSim, post, readStream, readWhole, requestOf, saying, send } from "./fixtures/calling.ts";

describe.each(dialects.map((dialect) => [dialect.id, dialect] as const))(
  "the simulated engine in %s",
  (_id, dialect) => {
    const engine = openTestSim(dialect);

    it.each([400, 401, 404, 429, 500, 503])(
      "answers with the error %d in its own envelope",
      async (status) => {
        for (const isStream of [false, true]) {
          const conversation = saying(`sim: error ${status} no luck`);
          const answer = await send(engine, requestOf(dialect, conversation, isStream));
          expect(answer.status).toBe(status);
          const failure = dialect.readError(answer.status, JSON.parse(answer.text));
          expect(failure).toMatchObject({
            status,
            message: "no luck",
            code: dialect.readError(status, {}).code,
          });
          expect(answer.headers["retry-after"]).toBe(status === 429 || status === 503 ? "1" : undefined);
          expect(answer.headers["x-abp-simulated"]).toBe("true");
        }
      },
    );

    it("refuses what it cannot read with a 400, and a path that is not its own with a 404", async () => {
      const { path } = requestOf(dialect, saying("x"));
      for (const body of ["", "{", "[]", "{}", '"x"', '{"messages":1,"contents":1,"input":1}']) {
        const answer = await send(engine, post(path, body));
        if (body === "{}" && answer.status === 200) continue;
        expect(answer.status, body).toBe(400);
        expect(dialect.readError(400, JSON.parse(answer.text)).message).toMatch(/^\[simulated\] /);
      }
      const deep = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`;
      const nested = JSON.parse(String(requestOf(dialect, saying("x"), false).body)) as object;
      const bomb = `${JSON.stringify(nested).slice(0, -1)},"tools":[${deep}]}`;
      expect([200, 400]).toContain((await send(engine, post(path, bomb))).status);
      const nowhere = await send(engine, post("/v9/nothing", "{}"));
      expect(nowhere.status).toBe(404);
      expect(dialect.readError(404, JSON.parse(nowhere.text)).message).toContain("/v9/nothing");
    });

    it("refuses a request without a model, unless it has a default", async () => {
      const { path, body } = requestOf(dialect, saying("x"));
      const { model, ...unnamed } = JSON.parse(String(body)) as { model?: string };
      // In Gemini the path names it.
      if (model === undefined) return;
      const request = post(path, JSON.stringify(unnamed));
      const answer = await send(engine, request);
      expect([answer.status, dialect.readError(400, JSON.parse(answer.text)).message]).toEqual([
        400,
        "[simulated] $.model is required",
      ]);
      // The reader of Messages refuses it by itself.
      const expected = dialect.id === "claude" ? 400 : 200;
      expect((await send(openTestSim(dialect, { defaultModel: "m" }), request)).status).toBe(expected);
    });

    it("counts tokens as its usage does", async () => {
      const endpoint = dialect.endpoints.find(({ operation }) => operation === "count_tokens");
      const conversation = saying("count these words");
      const { usage } = await ask(engine, conversation);
      expect(usage?.input).toBe(5);
      if (endpoint === undefined) return;
      const { body } = requestOf(dialect, conversation);
      const counted = await send(engine, post(endpoint.path.replace(":model", "sim-model"), String(body)));
      expect(dialect.readTokenCount(JSON.parse(counted.text))).toBe(5);
    });

    it("lists its models", async () => {
      const endpoint = dialect.endpoints.find(({ operation }) => operation === "list_models")!;
      const ids = async (models: string[]) => {
        const one = openTestSim(dialect, { models });
        const answer = await send(one, { method: "GET", path: endpoint.path, headers: [], repeatable: true });
        const listed = await one.listModels(new AbortController().signal);
        const read = dialect.readModels(JSON.parse(answer.text)).map(({ id }) => id);
        expect(listed.map(({ id }) => id)).toEqual(read);
        return read;
      };
      expect(await ids(["small", "large-*", "big"])).toEqual(["small", "big"]);
      expect(await ids(["*"])).toEqual(["sim-model"]);
    });
  },
);

describe("a simulated engine", () => {
  const claude = findDialect("claude");
  const gemini = findDialect("gemini");
  const messageOf = (answer: { status: number; text: string }) =>
    claude.readError(answer.status, JSON.parse(answer.text)).message;
  const pathOf = (text: string) => requestOf(claude, saying(text)).path;

  it("shows its settings", () => {
    const fallback = [{ engine: "other" }];
    const engine = openTestSim(claude, { name: "n", models: ["m"], fallback });
    expect(engine).toMatchObject({
      name: "n",
      provider: "sim",
      location: "simulated in process",
      models: ["m"],
      fallback,
      isSimulated: true,
      keepsResponses: false,
      usesCallerKey: false,
    });
    expect(engine.dialect).toBe(claude);
    expect(openTestSim(claude, { recordings: "/r" }).location).toBe("recordings in /r");
  });

  it("is always well", async () => {
    expect(await openTestSim(claude).check(new AbortController().signal)).toEqual({ ok: true, latencyMs: 0 });
  });

  it("lists the models without wildcards, or one of its own", async () => {
    const listed = (models: string[]) =>
      openTestSim(claude, { models }).listModels(new AbortController().signal);
    expect(await listed(["a", "b-*", "c?", "d[1]", "{e,f}", "!g", "h"])).toEqual([
      { id: "a", created: 1_735_689_600, owner: "sim" },
      { id: "h", created: 1_735_689_600, owner: "sim" },
    ]);
    expect(await listed([])).toEqual([{ id: "sim-model", created: 1_735_689_600, owner: "sim" }]);
  });

  it("dates replies with a fixed time, or with its clock", async () => {
    const openai = findDialect("openai");
    const created = async (now?: () => number) => {
      const engine = openTestSim(openai, now === undefined ? {} : { now });
      const whole = readWhole(openai, await send(engine, requestOf(openai, saying("x"))));
      const stream = readStream(openai, await send(engine, requestOf(openai, saying("x"), true)));
      expect(stream.reply.created).toBe(whole.created);
      return whole.created;
    };
    expect(await created()).toBe(1_735_689_600);
    expect(await created(() => 1_999_999_999_999)).toBe(1_999_999_999);
  });

  it("says why it refuses a request", async () => {
    const engine = openTestSim(claude);
    const answer = (body: string) => send(engine, post(pathOf("x"), body));
    expect(messageOf(await answer("{"))).toBe("[simulated] the body is not JSON");
    expect(messageOf(await answer('{"messages":1}'))).toMatch(/^\[simulated\] ./);
    expect(messageOf(await send(engine, post("/v9/x", "{}")))).toBe("there is no POST /v9/x here");
    expect(
      messageOf(await send(engine, { method: "GET", path: "/v9/x", headers: [], repeatable: true })),
    ).toBe("there is no GET /v9/x here");
  });

  it("refuses a body that is nested too deep", async () => {
    const deep = {
      ...claude,
      readRequest: () => {
        throw new RangeError("Maximum call stack size exceeded");
      },
    };
    const answer = await send(openTestSim(deep), post(pathOf("x"), "{}"));
    expect(answer.status).toBe(400);
    expect(messageOf(answer)).toBe("[simulated] the body is nested too deep");
  });

  it("does not hide a defect of a dialect", () => {
    const broken = {
      ...claude,
      readRequest: () => {
        throw new TypeError("a defect");
      },
    };
    const nothing = () => undefined;
    expect(() =>
      openTestSim(broken).dispatch(post(pathOf("x"), "{}"), {
        onHead: nothing,
        onData: () => true,
        onEnd: nothing,
        onFailure: nothing,
      }),
    ).toThrow("a defect");
  });

  it("keeps no responses", async () => {
    const codex = findDialect("codex");
    const path = codex.endpoints
      .find(({ operation }) => operation === "get_response")
      ?.path.replace(":id", "r1");
    const answer = await send(openTestSim(codex), {
      method: "GET",
      path: path ?? "/v1/responses/r1",
      headers: [],
      repeatable: true,
    });
    expect(answer.status).toBe(404);
    expect(codex.readError(404, JSON.parse(answer.text)).message).toContain("nothing is kept here");
  });

  it("takes the model from the path, in both forms of a count as well", async () => {
    const reply = readWhole(
      gemini,
      await send(
        openTestSim(gemini),
        post("/v1beta/models/my-model:generateContent", '{"contents":[{"parts":[{"text":"hi"}]}]}'),
      ),
    );
    expect(reply.model).toBe("my-model");
    const contents = [{ parts: [{ text: "count these words" }] }];
    for (const body of [{ contents }, { generateContentRequest: { contents } }]) {
      const answer = await send(
        openTestSim(gemini),
        post("/v1beta/models/m:countTokens", JSON.stringify(body)),
      );
      expect(gemini.readTokenCount(JSON.parse(answer.text))).toBe(5);
    }
  });

  it("makes ids of the path and the body", async () => {
    const engine = openTestSim(gemini);
    const body = '{"contents":[{"parts":[{"text":"hi"}]}]}';
    const idOf = async (model: string) =>
      readWhole(gemini, await send(engine, post(`/v1beta/models/${model}:generateContent`, body))).id;
    expect(await idOf("a")).toBe(await idOf("a"));
    expect(await idOf("a")).not.toBe(await idOf("b"));
  });

  it("delays an error and a whole answer before the head, and answers fail with an error", async () => {
    const engine = openTestSim(claude);
    const delayed = async (text: string) => {
      vi.useFakeTimers({ toFake: ["setTimeout"] });
      let isAnswered = false;
      const answer = send(engine, requestOf(claude, saying(`sim: delay 40\n${text}`))).then((one) => {
        isAnswered = true;
        return one;
      });
      vi.advanceTimersByTime(39);
      await new Promise((resolve) => setImmediate(resolve));
      expect(isAnswered).toBe(false);
      vi.advanceTimersByTime(1);
      vi.useRealTimers();
      return answer;
    };
    expect((await delayed("sim: error 503")).status).toBe(503);
    expect((await delayed("sim: say x")).status).toBe(200);
    const failed = await send(engine, requestOf(claude, saying("sim: fail-after 0")));
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect(messageOf(failed)).toBe("[simulated] the engine failed");
  });

  it("fails its open calls when it is closed", async () => {
    const engine = openTestSim(claude);
    const answer = send(engine, requestOf(claude, saying("sim: stall-after 0"), true));
    await engine.close();
    expect((await answer).failure).toMatchObject({
      code: "shutting_down",
      message: "the simulated engine was closed",
    });
  });

  it("streams an array to callers of Gemini without alt=sse only", async () => {
    const body = '{"contents":[{"parts":[{"text":"hi"}]}]}';
    const typeOf = async (query: string) =>
      (await send(openTestSim(gemini), post(`/v1beta/models/m:streamGenerateContent${query}`, body))).headers[
        "content-type"
      ];
    expect(await typeOf("")).toBe("application/json; charset=UTF-8");
    expect(await typeOf("?alt=json")).toBe("application/json; charset=UTF-8");
    expect(await typeOf("?alt=sse")).toBe("text/event-stream; charset=utf-8");
  });

  it("reports usage in a stream only to callers who ask for it", async () => {
    const openai = findDialect("openai");
    const text = async (usage: boolean) => {
      const { path, body } = requestOf(openai, saying("x"));
      const request = {
        ...JSON.parse(String(body)),
        stream: true,
        ...(usage ? { stream_options: { include_usage: true } } : {}),
      };
      return (await send(openTestSim(openai), post(path, JSON.stringify(request)))).text;
    };
    expect(await text(true)).toContain("prompt_tokens");
    expect(await text(false)).not.toContain("prompt_tokens");
  });
});

describe("a simulated engine with recordings", () => {
  const claude = findDialect("claude");
  const request = { model: "m", max_tokens: 5, messages: [{ role: "user", content: "hi" }] };
  let root = "";
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "sim-engine-"));
    const folder = join(root, "one");
    mkdirSync(folder);
    writeFileSync(join(folder, "request.json"), JSON.stringify(request));
    writeFileSync(join(folder, "response.json"), '{"recorded":true}');
    writeFileSync(
      join(folder, "meta.json"),
      JSON.stringify({ endpoint: { method: "POST", path: "/v1/messages" } }),
    );
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it("answers from them, and lists models by itself", async () => {
    const engine = openTestSim(claude, { recordings: root, models: ["x"] });
    const found = await send(engine, post("/v1/messages", JSON.stringify(request)));
    expect(found).toMatchObject({ status: 200, text: '{"recorded":true}' });
    const missing = await send(engine, post("/v1/messages", "{}"));
    expect(missing.status).toBe(404);
    expect(claude.readError(404, JSON.parse(missing.text)).message).toBe(
      "[simulated] this request is not among the recordings",
    );
    const models = await send(engine, { method: "GET", path: "/v1/models", headers: [], repeatable: true });
    expect(models.text).toContain('"x"');
  });

  it("says that they cannot be read, without their path", async () => {
    const engine = openTestSim(claude, { recordings: join(root, "nowhere") });
    const answer = await send(engine, post("/v1/messages", "{}"));
    expect(answer.status).toBeGreaterThanOrEqual(500);
    const { message } = claude.readError(answer.status, JSON.parse(answer.text));
    expect(message).toBe("[simulated] the recordings cannot be read (ENOENT)");
  });
});
