import { describe, expect, it } from "vitest";
import type { Engine } from "../../engines/index.ts";
import { CallPolicies } from "../enforcement/call-policy.ts";
import { PassedJudge } from "../enforcement/passed-judge.ts";
import type { Caller } from "../exchange/caller.ts";
import { fakeEngine } from "../fixtures/engines.ts";
import { admissionTo, testCaller, testContext } from "../fixtures/test-context.ts";
import type { Route } from "../routing/router.ts";
import { planTransfer } from "./plan-transfer.ts";

const real = { isSimulated: false, location: "https://api.test" };
const openai = fakeEngine("openai", "openai", real);
const second = fakeEngine("second", "codex", real);
const google = fakeEngine("google", "gemini", real);

function bench(engines: readonly Engine[] = [openai], routes: Record<string, Route> = {}) {
  const context = testContext({ engines, routes });
  const ask = (
    method: string,
    target: string,
    { caller = shared("ada"), body = undefined as unknown, headers = [] as string[], isWhole = true } = {},
  ) =>
    planTransfer(
      context,
      admissionTo(target, headers, caller, method),
      body === undefined ? undefined : { bytes: Buffer.from(JSON.stringify(body)), isWhole },
      new PassedJudge(caller.policies, context.now),
    );
  const codeOf = (...input: Parameters<typeof ask>) =>
    ask(...input).then(
      () => "planned",
      (error: { code: string }) => error.code,
    );
  const keep = (owner: string, engine: string, id: string, address?: string) =>
    context.ledger.resources.of(`key:${owner}`).keep([{ engine, id, address }]);
  return { context, ask, codeOf, keep };
}

function shared(name: string, more: Partial<Caller> = {}): Caller {
  return testCaller({ name, isOnlyKey: false, endpoints: ["files", "batches", "videos"], ...more });
}

const rules = (allowed: string[]): Partial<Caller> => ({
  policies: new CallPolicies([], {}).ofKey("ada", { allowed_models: allowed }),
});

describe("the plan of a call that passes through", () => {
  it("goes to the engine of the caller's dialect with the caller's path", async () => {
    const plan = await bench([google, openai]).ask("POST", "/r/run-1/openai/v1/images/generations?a=1", {
      body: { model: "emb" },
    });
    expect([plan.engine.name, plan.path, plan.model, plan.splice]).toEqual([
      "openai",
      "/v1/images/generations?a=1",
      "emb",
      undefined,
    ]);
  });

  it("renames the model of a route, in the body and in the path", async () => {
    const routes = { emb: { models: ["emb"], engine: "openai", model: "text-embedding-3" } };
    const plan = await bench([openai], routes).ask("POST", "/v1/images/generations", {
      body: { input: "é", model: "emb" },
    });
    expect(plan.upstreamModel).toBe("text-embedding-3");
    const { start, end, text } = plan.splice!;
    const bytes = Buffer.from(JSON.stringify({ input: "é", model: "emb" }));
    expect([bytes.subarray(start, end).toString(), text]).toEqual(['"emb"', '"text-embedding-3"']);
    const named = { emb: { models: ["emb"], engine: "google", model: "gemini-embedding" } };
    expect((await bench([google], named).ask("POST", "/v1beta/models/emb:predict")).path).toBe(
      "/v1beta/models/gemini-embedding:predict",
    );
  });

  it("lets a key see only what it made, at the engine that made it", async () => {
    const { ask, codeOf, keep } = bench([openai, second]);
    await keep("ada", "second", "file-1");
    await keep("bob", "openai", "file-2");
    expect((await ask("GET", "/v1/files/file-1")).engine.name).toBe("second");
    expect((await ask("GET", "/v1/files/file-1/content")).engine.name).toBe("second");
    for (const id of ["file-2", "file-3"])
      expect(await codeOf("GET", `/v1/files/${id}`)).toBe("resource_not_found");
    expect(await codeOf("GET", "/v1/files/file-1", { headers: ["x-abp-engine", "openai"] })).toBe(
      "resource_not_found",
    );
    expect(await codeOf("GET", "/v1/files/file-1", { caller: shared("bob") })).toBe("resource_not_found");
    expect(await codeOf("GET", "/v1/files/file-2", { caller: testCaller() })).toBe("planned");
  });

  it("goes to the engine that made what the body names", async () => {
    const { ask, keep } = bench([openai, second]);
    await keep("ada", "second", "file-1");
    await keep("ada", "second", "input=file-1");
    expect((await ask("POST", "/v1/batches", { body: { input_file_id: "file-1" } })).engine.name).toBe(
      "second",
    );
  });

  it("checks the group, the account and the query before anything is sent", async () => {
    const { codeOf } = bench();
    expect(await codeOf("POST", "/v1/vector_stores")).toBe("access_denied");
    expect(await codeOf("GET", "/v1/files")).toBe("access_denied");
    expect(await codeOf("GET", "/v1/organization/users")).toBe("access_denied");
    expect(await codeOf("GET", "/v1/files", { caller: testCaller() })).toBe("planned");
    expect(await codeOf("GET", "/v1/realtime?model=m&call_id=rtc_1")).toBe("resource_not_found");
    expect(await codeOf("GET", "/v1/realtime?model=m")).toBe("planned");
  });

  it("is not restricted if callers send vendor keys of their own", async () => {
    const { codeOf } = bench([fakeEngine("openai", "openai", { ...real, usesCallerKey: true })]);
    for (const target of ["/v1/files", "/v1/files/any", "/v1/organization/users"])
      expect(await codeOf("GET", target, { caller: shared("ada", { endpoints: undefined }) })).toBe(
        "planned",
      );
  });

  it("judges the model in the path, the query and the body", async () => {
    const caller = shared("ada", rules(["good-*"]));
    const { codeOf } = bench([openai, google]);
    expect(await codeOf("POST", "/v1/images/generations", { caller, body: { model: "good-1" } })).toBe(
      "planned",
    );
    expect(await codeOf("POST", "/v1/images/generations", { caller, body: { model: "bad" } })).toBe(
      "policy_denied",
    );
    expect(await codeOf("POST", "/v1beta/models/bad:predict", { caller })).toBe("policy_denied");
    expect(await codeOf("GET", "/v1/realtime?model=bad", { caller })).toBe("policy_denied");
    expect(await codeOf("GET", "/v1/realtime", { caller })).toBe("policy_denied");
  });

  it("judges a model that the body names late, and a call that names none", async () => {
    const { ask } = bench();
    const caller = shared("ada", rules(["good-*"]));
    const end = async (target: string, body: string) => {
      const watch = (await ask("POST", target, { caller })).openBodyWatch("application/json")!;
      watch.push(Buffer.from(body));
      return watch.end().then(
        () => "passed",
        (error: { code: string }) => error.code,
      );
    };
    expect(await end("/v1/images/generations", '{"model":"good-1"}')).toBe("passed");
    expect(await end("/v1/images/generations", '{"model":"bad"}')).toBe("policy_denied");
    expect(await end("/v1/moderations", "{}")).toBe("policy_denied");
    expect(await end("/v1/files", "x")).toBe("media_type_unsupported");
    expect(await end("/v1/files", "{}")).toBe("passed");
    expect(await end("/v1/batches", "{}")).toBe("policy_denied");
  });

  it("refuses a late model whose route leads elsewhere", async () => {
    const routes = { emb: { models: ["emb"], engine: "second" } };
    const plan = await bench([openai, second], routes).ask("POST", "/v1/images/generations");
    const watch = plan.openBodyWatch(undefined)!;
    watch.push(Buffer.from('{"model":"emb"}'));
    await expect(watch.end()).rejects.toMatchObject({ code: "validation_failed" });
  });

  it("refuses a compressed body if something in it has to be seen", async () => {
    const { codeOf } = bench();
    const headers = ["content-encoding", "gzip"];
    expect(await codeOf("POST", "/v1/batches", { headers })).toBe("media_type_unsupported");
    expect(await codeOf("POST", "/v1/batches", { headers, caller: testCaller() })).toBe("planned");
    expect(await codeOf("POST", "/v1/files", { headers })).toBe("media_type_unsupported");
  });

  it("sends the rest of an upload where the vendor said, for its owner alone", async () => {
    const { ask, codeOf, keep } = bench([google]);
    await keep("ada", "google", "upload_id=1", "https://api.test/up/7?upload_id=1");
    await keep("ada", "google", "upload_id=2", "https://up.api.test/x?upload_id=2");
    const target = "/gemini/upload/v1beta/files?upload_id=";
    expect(await ask("POST", `${target}1`)).toMatchObject({
      path: "/up/7?upload_id=1",
      origin: "https://api.test",
    });
    expect(await ask("PUT", `${target}2`)).toMatchObject({
      path: "/x?upload_id=2",
      origin: "https://up.api.test",
    });
    expect(await codeOf("POST", `${target}3`)).toBe("resource_not_found");
    expect(await codeOf("POST", `${target}1`, { caller: shared("bob") })).toBe("resource_not_found");
  });

  it("renames the model of a route in the query of a session", async () => {
    const routes = { voice: { models: ["voice"], engine: "openai", model: "gpt-realtime" } };
    const plan = await bench([openai], routes).ask("GET", "/v1/realtime?model=voice");
    expect([plan.path, plan.upstreamModel]).toEqual(["/v1/realtime?model=gpt-realtime", "gpt-realtime"]);
  });

  it("refuses a query with two models, one of which would go unseen", async () => {
    expect(await bench().codeOf("GET", "/v1/realtime?model=a&model=b")).toBe("validation_failed");
  });

  it("judges the models of a session's messages, of every vendor", async () => {
    const caller = shared("ada", rules(["good-*"]));
    const { ask } = bench([openai, google]);
    const live = "/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent";
    const codeOf = async (target: string, ...messages: unknown[]) => {
      const watch = (await ask("GET", target, { caller })).openMessageWatch!()!;
      const sent = (message: unknown) => {
        try {
          watch.check(Buffer.from(JSON.stringify(message)));
          return "passed";
        } catch (error) {
          return (error as { code: string }).code;
        }
      };
      return messages.map(sent);
    };
    const update = (session: unknown) => ({ type: "session.update", session });
    expect(
      await codeOf(
        "/v1/realtime?model=good-1",
        update({ instructions: "a model of virtue" }),
        { type: "conversation.item.create", item: { type: "function_call_output", call_id: "c" } },
        update({ model: "good-2" }),
        update({ model: "bad" }),
        update({ audio: { input: { transcription: { model: "bad" } } } }),
        update({ input_audio_transcription: { model: "bad" } }),
        { type: "response.create", response: { model: "bad" } },
      ),
    ).toEqual([...Array(3).fill("passed"), ...Array(4).fill("policy_denied")]);
    expect(
      await codeOf(live, { setup: { model: "models/good-1" } }, { setup: { model: "models/bad" } }),
    ).toEqual(["passed", "policy_denied"]);
    expect(await codeOf(live, { clientContent: {} })).toEqual(["policy_denied"]);
  });

  it("lets the messages of a session name only files of the key", async () => {
    const { ask, keep } = bench([google]);
    await keep("ada", "google", "files/mine");
    const target = "/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent";
    const content = (fileUri: string) =>
      Buffer.from(JSON.stringify({ clientContent: { turns: [{ parts: [{ fileData: { fileUri } }] }] } }));
    const watch = (await ask("GET", target)).openMessageWatch!()!;
    expect(watch.check(Buffer.from('{"setup":{"model":"m"}}'))).toBeUndefined();
    await expect(watch.check(content("https://g.test/v1beta/files/mine"))).resolves.toBeUndefined();
    await expect(watch.check(content("files/foreign"))).rejects.toMatchObject({ code: "resource_not_found" });
    const only = (await ask("GET", target, { caller: testCaller() })).openMessageWatch!()!;
    expect(only.check(content("files/foreign"))).toBeUndefined();
  });

  it("goes to the engine of the first model that the body names", async () => {
    const routes = { one: { models: ["one"], engine: "second" } };
    const { context } = bench([openai, second], routes);
    const bytes = Buffer.from('{"model":"one","model":"two"}');
    const plan = await planTransfer(
      context,
      admissionTo("/v1/images/generations"),
      { bytes, isWhole: true },
      new PassedJudge(undefined, context.now),
    );
    expect([plan.engine.name, plan.model]).toEqual(["second", "one"]);
  });

  it("forgets what is deleted, and keeps what is made below it", async () => {
    const { context, ask, keep } = bench();
    await keep("ada", "openai", "file-1");
    const plan = await ask("DELETE", "/v1/files/file-1");
    const answer = plan.openAnswer(200, ["content-type", "application/json"]);
    answer.push(Buffer.from("{}"));
    await answer.end();
    expect(context.ledger.resources.kept.size).toBe(0);
  });
});
