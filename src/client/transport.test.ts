import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { AbpError } from "../contract/index.ts";
import { answerJson, type FakeCall, FakeGateway, headerOf } from "./fixtures/fake-gateway.ts";
import { gatewayFetch } from "./transport.ts";

const URL_ = "https://anywhere.example/v1/x?a=1";
const idle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("a request", () => {
  test.each<[string, string | URL | Request, RequestInit | undefined]>([
    ["a string", URL_, { method: "POST", body: "hello ü", headers: { A: "1", "x-y": "2" } }],
    [
      "a URL",
      new URL(URL_),
      {
        method: "post",
        body: Buffer.from("hello ü"),
        headers: [
          ["A", "1"],
          ["x-y", "2"],
        ],
      },
    ],
    [
      "a Request",
      new Request(URL_, { method: "POST", body: "hello ü", headers: { a: "1", "x-y": "2" } }),
      undefined,
    ],
    [
      "a stream as body",
      URL_,
      { method: "POST", body: new Blob(["hello ü"]).stream(), headers: { a: "1", "x-y": "2" } },
    ],
    [
      "a Blob as body",
      URL_,
      { method: "POST", body: new Blob(["hello ü"]), headers: { a: "1", "x-y": "2" } },
    ],
  ])("given as %s reaches the gateway whole", async (_, input, init) => {
    const gateway = new FakeGateway((call) => answerJson(call, {}));
    await gatewayFetch(gateway, { headers: ["x-y", "3"] })(input, init);
    const call = gateway.calls[0];
    expect(call?.head).toMatchObject({ method: "POST", target: "/v1/x?a=1" });
    expect([headerOf(call, "a"), headerOf(call, "x-y")]).toEqual(["1", "3"]);
    expect(call?.head.headers.filter((one) => one === "x-y")).toHaveLength(1);
    expect(call?.head.headers.slice(-2)).toEqual(["x-y", "3"]);
    expect(call?.body).toBe("hello ü");
  });

  test.each<[string, RequestInit, readonly string[]]>([
    ["a text", { body: "x" }, ["a", "1"]],
    ["bytes", { body: new Uint8Array([120]) }, ["a", "1"]],
    [
      "a form",
      { body: new URLSearchParams({ x: "" }) },
      ["a", "1", "content-type", "application/x-www-form-urlencoded;charset=UTF-8"],
    ],
  ])(
    "with %s as body has the headers that the SDK has set, and those that the body needs",
    async (_, init, headers) => {
      const gateway = new FakeGateway((call) => answerJson(call, {}));
      await gatewayFetch(gateway)(URL_, { method: "PUT", headers: { A: "1" }, ...init });
      expect(gateway.calls[0]?.head).toEqual({ method: "PUT", target: "/v1/x?a=1", headers });
    },
  );

  test.each([undefined, null, "x", new Uint8Array([120])])(
    "has its method in capital letters, also with the body %j",
    async (body) => {
      const gateway = new FakeGateway((call) => answerJson(call, {}));
      await gatewayFetch(gateway)(URL_, { method: "patch", ...(body === undefined ? {} : { body }) });
      expect(gateway.calls[0]?.head).toEqual({ method: "PATCH", target: "/v1/x?a=1", headers: [] });
      expect(gateway.calls[0]?.body).toBe(body ? "x" : "");
    },
  );

  test("given as one Request with the options of another has the method and the headers of the other", async () => {
    const gateway = new FakeGateway((call) => answerJson(call, {}));
    const other = new Request("https://other.example", { method: "DELETE", headers: { a: "1" } });
    await gatewayFetch(gateway)(new Request(URL_), other);
    expect(gateway.calls[0]?.head).toEqual({ method: "DELETE", target: "/v1/x?a=1", headers: ["a", "1"] });
  });

  test("with a view of a larger buffer as body has only the bytes of the view", async () => {
    const gateway = new FakeGateway((call) => answerJson(call, {}));
    const bytes = new TextEncoder().encode("before hello after");
    await gatewayFetch(gateway)(URL_, { method: "POST", body: bytes.subarray(7, 12) });
    expect(gateway.calls[0]?.body).toBe("hello");
  });

  test("may be as large as the gateway permits, and not a byte larger", async () => {
    const gateway = new FakeGateway((call) => answerJson(call, {}));
    gateway.maxBodyBytes = 3;
    expect((await gatewayFetch(gateway)(URL_, { method: "POST", body: "123" })).status).toBe(200);
    await gatewayFetch(gateway)(URL_, { method: "POST", body: "1234" });
    expect(gateway.refused.map(({ message }) => message)).toEqual([
      "The request's body is larger than 3 bytes.",
    ]);
  });

  test.each<[string, (signal: AbortSignal) => Parameters<typeof fetch>]>([
    ["its options", (signal) => [URL_, { signal }]],
    [
      "the options of a body that is a Blob",
      (signal) => [URL_, { signal, method: "POST", body: new Blob([]) }],
    ],
    ["its Request", (signal) => [new Request(URL_, { signal })]],
    ["the options beside its Request", (signal) => [new Request(URL_), { signal }]],
  ])("is left when the signal of %s aborts", async (_, request) => {
    const gateway = new FakeGateway(() => undefined);
    const controller = new AbortController();
    const response = gatewayFetch(gateway)(...request(controller.signal));
    response.catch(() => undefined);
    await eventually(() => expect(gateway.calls.length).toBe(1));
    controller.abort(new Error("enough"));
    await expect(response).rejects.toThrow("enough");
    expect(gateway.calls[0]?.left).toEqual(["client_gone"]);
  });

  test("without a body it has none", async () => {
    const gateway = new FakeGateway((call) => answerJson(call, {}));
    await gatewayFetch(gateway)(URL_);
    expect(gateway.calls[0]).toMatchObject({ head: { method: "GET" }, body: "" });
  });

  test("that is refused or too large is answered in the words of the gateway", async () => {
    const gateway = new FakeGateway(() => undefined);
    gateway.maxBodyBytes = 3;
    const large = await gatewayFetch(gateway)(URL_, { method: "POST", body: "1234" });
    expect(large.status).toBe(413);
    gateway.onAdmit = () => {
      throw new AbpError("auth_required", "no key");
    };
    const refused = await gatewayFetch(gateway)(URL_);
    expect(refused.status).toBe(401);
    expect([...refused.headers]).toEqual([
      ["content-type", "application/json"],
      ["x-should-retry", "false"],
    ]);
    expect(await refused.json()).toMatchObject({ error: { message: "no key" } });
    gateway.onAdmit = () => {
      throw new RangeError("a fault");
    };
    expect((await gatewayFetch(gateway)(URL_)).status).toBe(500);
    expect(gateway.refused.map((error) => error.code)).toEqual([
      "input_too_large",
      "auth_required",
      "internal",
    ]);
    expect(gateway.calls).toEqual([]);
  });

  test("for a path that no vendor has may be the gateway's own", async () => {
    const gateway = Object.assign(new FakeGateway(() => undefined), {
      own: async (head: { target: string }) =>
        head.target === "/mine" ? { status: 200, headers: ["x", "y"], body: "own" } : undefined,
    });
    gateway.onAdmit = () => {
      throw new AbpError("route_not_found", "no such path");
    };
    const response = await gatewayFetch(gateway)("https://h/mine");
    expect([await response.text(), response.headers.get("x")]).toEqual(["own", "y"]);
    expect((await gatewayFetch(gateway)("https://h/other")).status).toBe(404);
    gateway.onAdmit = () => {
      throw new AbpError("auth_required", "no key");
    };
    expect((await gatewayFetch(gateway)("https://h/mine")).status).toBe(401);
  });

  test("that was aborted before it was sent never reaches the gateway", async () => {
    const gateway = new FakeGateway(() => undefined);
    await expect(gatewayFetch(gateway)(URL_, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/);
    expect(gateway.calls).toEqual([]);
  });
});

describe("an answer", () => {
  function begin(signal?: AbortSignal): {
    gateway: FakeGateway;
    response: Promise<Response>;
    call(): FakeCall;
  } {
    const gateway = new FakeGateway(() => undefined);
    const response = gatewayFetch(gateway)(URL_, signal === undefined ? {} : { signal });
    return { gateway, response, call: () => gateway.calls[0]! };
  }

  test("has the status, the headers and the bytes, however they are cut", async () => {
    const { response, call } = begin();
    await idle();
    call().sink.head(201, ["a", "1", "set-cookie", "x=1", "set-cookie", "y=2", "bad name", "z"]);
    call().sink.write("grü");
    call().sink.write(new Uint8Array([0xc3]));
    call().sink.end(new Uint8Array([0x9f]));
    const got = await response;
    expect([got.status, got.headers.get("a"), got.headers.getSetCookie()]).toEqual([
      201,
      "1",
      ["x=1", "y=2"],
    ]);
    expect(await got.text()).toBe("grüß");
  });

  test.each([204, 205, 304])("of status %i has no body", async (status) => {
    const { response, call } = begin();
    await idle();
    call().sink.head(status, []);
    call().sink.end();
    expect((await response).body).toBeNull();
  });

  test("that is empty has an empty body", async () => {
    const { response, call } = begin();
    await idle();
    call().sink.head(206, []);
    call().sink.end("");
    const reader = (await response).body!.getReader();
    expect(await reader.read()).toEqual({ done: true, value: undefined });
  });

  test("that has ended stays whole, whatever the gateway or the reader does to it later", async () => {
    const read = begin();
    await idle();
    read.call().sink.head(200, []);
    read.call().sink.end("all");
    read.call().sink.break();
    read.call().sink.end("more");
    read.call().sink.head(500, []);
    expect(read.call().sink.write("more")).toBe(false);
    const whole = await read.response;
    expect([whole.status, await whole.text()]).toEqual([200, "all"]);
    expect(() => read.call().sink.head(500, [])).not.toThrow();

    const unread = begin();
    await idle();
    unread.call().sink.head(200, []);
    unread.call().sink.end("all");
    await (await unread.response).body!.cancel();
    expect(unread.call().left).toEqual([]);
  });

  test("is handed over as it comes, before it has ended", async () => {
    const { response, call } = begin();
    await idle();
    call().sink.head(200, []);
    const reader = (await response).body!.getReader();
    call().sink.write("first");
    expect(Buffer.from((await reader.read()).value!).toString()).toBe("first");
  });

  test("H8: pauses the gateway when nobody reads, and goes on when somebody does", async () => {
    const { response, call } = begin();
    await idle();
    const { sink } = call();
    let drained = 0;
    sink.source = {
      resume: () => {
        drained += 1;
      },
    };
    sink.head(200, []);
    const chunk = Buffer.alloc(16_384, "a");
    const answers = [0, 1, 2, 3, 4].map(() => sink.write(chunk));
    expect(answers).toEqual([true, true, true, false, false]);
    await idle();
    expect(drained).toBe(0);
    const reader = (await response).body!.getReader();
    await reader.read();
    await idle();
    expect(drained).toBe(0);
    await reader.read();
    await idle();
    expect(drained).toBe(1);
    await reader.read();
    await idle();
    expect(drained).toBe(1);
    expect(sink.write(Buffer.alloc(1))).toBe(true);
  });

  test.each([
    [65_535, true],
    [65_536, false],
  ])("goes on after %i bytes that nobody has read: %j", async (length, goesOn) => {
    const { call } = begin();
    await idle();
    call().sink.head(200, []);
    expect(call().sink.write(Buffer.alloc(length))).toBe(goesOn);
  });

  test("that is broken off is never taken for a whole one", async () => {
    const early = begin();
    await idle();
    early.call().sink.break();
    await expect(early.response).rejects.toMatchObject({
      name: "TypeError",
      message: "terminated",
      cause: { message: "the answer was broken off" },
    });

    const late = begin();
    await idle();
    late.call().sink.head(200, []);
    late.call().sink.write("half");
    late.call().sink.break();
    await expect((await late.response).text()).rejects.toThrow(/terminated/);
    expect(late.call().left).toEqual([]);
  });

  test("H11: ends with the caller's abort, and the gateway hears of it at once", async () => {
    const before = new AbortController();
    const early = begin(before.signal);
    await idle();
    before.abort(new Error("enough"));
    expect(early.call().left).toEqual(["client_gone"]);
    await expect(early.response).rejects.toThrow("enough");

    const after = new AbortController();
    const late = begin(after.signal);
    await idle();
    late.call().sink.head(200, []);
    const reading = (await late.response).text();
    after.abort();
    expect(late.call().left).toEqual(["client_gone"]);
    await expect(reading).rejects.toThrow(/abort/);
    expect(late.call().sink.write("more")).toBe(false);
    late.call().sink.end();
  });

  test("is left when the caller aborts while the call starts", async () => {
    const controller = new AbortController();
    const gateway = new FakeGateway(() => undefined);
    gateway.onAdmit = () => controller.abort(new Error("too late"));
    const response = gatewayFetch(gateway)(URL_, { signal: controller.signal });
    await expect(response).rejects.toThrow("too late");
    expect(gateway.calls[0]?.left).toEqual(["client_gone"]);
  });

  test("that the reader gives up is left, and one that was read to its end is not", async () => {
    const given = begin();
    await idle();
    given.call().sink.head(200, []);
    await (await given.response).body!.cancel();
    expect(given.call().left).toEqual(["client_gone"]);

    const controller = new AbortController();
    const read = begin(controller.signal);
    await idle();
    read.call().sink.head(200, []);
    read.call().sink.end("all");
    await (await read.response).text();
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    controller.abort();
    expect(read.call().left).toEqual([]);
  });
});

test("a call that the gateway cannot begin is refused in the SDK's own form", async () => {
  const gateway = new FakeGateway((call) => answerJson(call, {}));
  const seen: unknown[] = [];
  gateway.call = () => {
    throw new AbpError("shutting_down", "no more calls");
  };
  const onCall = (call: unknown) => seen.push(call);
  const { signal } = new AbortController();
  const response = await gatewayFetch(gateway, { onCall })(URL_, { method: "POST", body: "{}", signal });
  expect(getEventListeners(signal, "abort")).toEqual([]);
  expect(response.status).toBe(new AbpError("shutting_down", "x").row.status);
  expect(await response.json()).toMatchObject({ error: { code: "shutting_down", message: "no more calls" } });
  expect([seen, gateway.refused.map(({ code }) => code)]).toEqual([[], ["shutting_down"]]);
});
