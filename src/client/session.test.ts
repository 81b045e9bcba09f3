import { execFileSync } from "node:child_process";
import { afterEach, describe, expect, test, vi } from "vitest";
import { loadConfig } from "../config/index.ts";
import { AbpError, type Receipt } from "../contract/index.ts";
import { setGatewayOpener } from "./default-gateway.ts";
import { answerJson, FakeGateway } from "./fixtures/fake-gateway.ts";
import { type AbpOptions, Session, sessionFor } from "./session.ts";

const URL_ = "https://abp.invalid/v1/x";
const idle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

afterEach(() => {
  setGatewayOpener(undefined);
  vi.restoreAllMocks();
});

describe("receipts", () => {
  function open(options: AbpOptions = {}): { session: Session; gateway: FakeGateway } {
    const gateway = new FakeGateway((call) => {
      call.sink.head(200, ["x-abp-run-id", call.runId]);
      call.sink.end("{}");
    });
    return { gateway, session: new Session({ gateway, ...options }) };
  }

  test("are reported once for each call, after they are durable, and delay no answer", async () => {
    const told: (string | undefined)[] = [];
    const { session, gateway } = open({ onReceipt: (receipt: Receipt) => told.push(receipt.meta.run_id) });
    expect(await (await session.fetch(URL_)).text()).toBe("{}");
    await session.fetch(URL_);
    await idle();
    expect(told).toEqual([]);
    gateway.calls[1]?.record();
    await idle();
    gateway.calls[0]?.record();
    await idle();
    expect(told).toEqual(["run-2", "run-1"]);
  });

  test("whatever goes wrong in telling them, the answer stands and the error is reported", async () => {
    const errors: unknown[] = [];
    const failures: AbpOptions["onReceipt"][] = [
      () => {
        throw new Error("thrown");
      },
      () => Promise.reject(new Error("rejected")),
    ];
    for (const onReceipt of failures) {
      const { session, gateway } = open({ onReceipt, onError: (error) => errors.push(error) });
      expect((await session.fetch(URL_)).status).toBe(200);
      gateway.calls[0]?.record();
      await idle();
    }
    expect(errors).toEqual([new Error("thrown"), new Error("rejected")]);

    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    const { session, gateway } = open({ onReceipt: failures[0] });
    await session.fetch(URL_);
    gateway.calls[0]?.record();
    await idle();
    expect(warn).toHaveBeenCalledWith("Error: thrown", "AgentBackplaneWarning");
  });

  test("nothing is reported, and nobody is warned, if nobody listens or no receipt was written", async () => {
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    const silent = open();
    await silent.session.fetch(URL_);
    silent.gateway.calls[0]?.record();
    const onReceipt = vi.fn();
    const missing = open({ onReceipt });
    missing.gateway.receipt = async () => undefined;
    await missing.session.fetch(URL_);
    missing.gateway.calls[0]?.record();
    await idle();
    expect(onReceipt).not.toHaveBeenCalled();
    expect(warn).not.toHaveBeenCalled();
  });

  test("an answer without a run identifies none by the request id of its vendor", async () => {
    const gateway = new FakeGateway((call) => {
      call.sink.head(200, ["request-id", "req_1"]);
      call.sink.end("{}");
    });
    const session = new Session({ gateway });
    await session.fetch(URL_);
    await expect(session.getReceipt({ _request_id: "req_1" })).rejects.toMatchObject({
      code: "validation_failed",
      message: "this identifies no run: pass a run id, a response or a stream of this client",
    });
  });

  test("a client without a run has none", async () => {
    await expect(open().session.getReceipt()).rejects.toMatchObject({
      code: "validation_failed",
      message: "this identifies no run: pass a run id, a response or a stream of this client",
    });
  });

  test("a call that is no run is not the latest one, and nobody hears of it", async () => {
    const receipts: unknown[] = [];
    const { session, gateway } = open({ onReceipt: (receipt) => receipts.push(receipt) });
    await session.fetch(URL_);
    gateway.calls[0]?.record();
    await idle();
    const call = gateway.call.bind(gateway);
    gateway.call = (...parts) => ({ ...call(...parts), runId: "", recorded: Promise.resolve() });
    gateway.receipt = async (runId) => ({ meta: { run_id: runId } }) as Receipt;
    const { signal } = new AbortController();
    await session.fetch(URL_, { signal });
    await session.close();
    expect([session.lastRunId, receipts]).toEqual(["run-1", [{ meta: { run_id: "run-1" } }]]);
  });

  test("of the last 1024 request ids are found, of either name, and not of older ones", async () => {
    const gateway = new FakeGateway((call) => {
      const at = Number(call.runId.slice("run-".length));
      const name = at % 2 === 0 ? "request-id" : "x-request-id";
      call.sink.head(200, ["x-abp-run-id", call.runId, name, `req-${at}`]);
      call.sink.end();
      call.record();
    });
    const session = new Session({ gateway });
    for (let at = 1; at <= 1025; at += 1) await session.fetch(URL_);
    const runOf = async (at: number) => (await session.getReceipt({ _request_id: `req-${at}` }))?.meta.run_id;
    expect([await runOf(2), await runOf(3), await runOf(1025)]).toEqual(["run-2", "run-3", "run-1025"]);
    await expect(runOf(1)).rejects.toThrow("identifies no run");
  });

  test("answers without a run push no request id out", async () => {
    let run: string | undefined = "run-1";
    const gateway = new FakeGateway((call) => {
      const about = run === undefined ? [] : ["x-abp-run-id", run];
      call.sink.head(200, [...about, "request-id", `req-${call.runId}`]);
      call.sink.end();
      call.record();
    });
    const session = new Session({ gateway });
    await session.fetch(URL_);
    run = undefined;
    for (let count = 0; count < 1024; count += 1) await session.fetch(URL_);
    expect((await session.getReceipt({ _request_id: "req-run-1" }))?.meta.run_id).toBe("run-1");
  });

  test("a run that is not recorded yet is waited for", async () => {
    const { session, gateway } = open();
    await session.fetch(URL_);
    let receipt: Receipt | undefined;
    const asked = session.getReceipt().then((one) => {
      receipt = one;
    });
    await idle();
    expect(receipt).toBeUndefined();
    gateway.calls[0]?.record();
    await asked;
    expect(receipt?.meta.run_id).toBe("run-1");
  });

  test("an error of the error handler breaks no answer", async () => {
    const { session, gateway } = open({
      onReceipt: () => Promise.reject(new Error("of the receipt")),
      onError: () => {
        throw new Error("of the handler");
      },
    });
    expect(await (await session.fetch(URL_)).text()).toBe("{}");
    gateway.calls[0]?.record();
    await idle();
    expect((await session.fetch(URL_)).status).toBe(200);
    gateway.calls[1]?.record();
    await session.close();
  });

  test("a receipt that cannot be stored is reported, and closing does not wait for it", async () => {
    const errors: unknown[] = [];
    const { session, gateway } = open({ onError: (error) => errors.push(error) });
    const call = gateway.call.bind(gateway);
    const broken = new Error("the disk is full");
    gateway.call = (...parts) => ({ ...call(...parts), recorded: Promise.reject(broken) });
    expect(await (await session.fetch(URL_)).text()).toBe("{}");
    await session.close();
    expect(errors).toEqual([broken]);
  });

  test("closing waits for them, refuses further calls, and leaves the caller's gateway open", async () => {
    const told: string[] = [];
    const { session, gateway } = open({
      onReceipt: async () => {
        await idle();
        told.push("told");
      },
    });
    await session.fetch(URL_);
    const closing = session.close();
    gateway.calls[0]?.record();
    await closing;
    expect(told).toEqual(["told"]);
    expect(gateway.closed).toBe(0);
    expect((await session.fetch(URL_)).headers.get("x-abp-error")).toBe("shutting_down");
    expect(gateway.calls).toHaveLength(1);
  });
});

describe("the gateway of the configuration", () => {
  test("that cannot be opened is an error that says what is wrong, once and in the SDKs' own form", async () => {
    const response = await new Session({ configFile: "/nowhere/backplane.toml" }).fetch(URL_);
    expect(response.headers.get("x-should-retry")).toBe("false");
    const body = (await response.json()) as { error: { message: string } };
    expect(body.error.message).toMatch(/nowhere/);
    let error: unknown;
    try {
      loadConfig({ configFile: "/nowhere/backplane.toml" });
    } catch (thrown) {
      error = thrown;
    }
    if (!AbpError.is(error)) throw error;
    const { code, row, advice } = error;
    const message = `${error.message}. ${advice}`;
    expect(body).toEqual({
      type: "error",
      error: { type: "api_error", code, status: code, message, param: null },
    });
    expect(response.status).toBe(row.status);
    expect(response.headers.get("x-abp-error")).toBe(code);
    expect(response.headers.get("content-type")).toBe("application/json");
  });

  test("that fails with a text is an error with that text", async () => {
    setGatewayOpener(() => Promise.reject("no gateway"));
    const response = await new Session({}).fetch(URL_);
    expect([response.status, response.headers.get("x-abp-error")]).toEqual([500, "internal"]);
    expect(await response.json()).toMatchObject({
      error: { code: "internal", status: "internal", message: "no gateway." },
    });
  });

  test("is opened by the first call, once for all clients, and closed by the last of them", async () => {
    const gateway = Object.assign(new FakeGateway((call) => answerJson(call, {})), { key: "own-key" });
    const opener = vi.fn(async () => gateway);
    setGatewayOpener(opener);
    const sessions = [
      new Session({}),
      new Session({ ignoreProjectConfig: false }),
      new Session({ configFile: "/other.toml" }),
      new Session({ ignoreProjectConfig: true }),
    ];
    expect(opener).not.toHaveBeenCalled();
    await Promise.all(sessions.map((session) => session.fetch(URL_)));
    expect(opener.mock.calls).toEqual([
      [{}],
      [{ configFile: "/other.toml" }],
      [{ ignoreProjectConfig: true }],
    ]);
    expect(gateway.calls[0]?.head.headers).toEqual(["x-abp-key", "own-key"]);
    await sessions[0]?.close();
    await sessions[0]?.close();
    expect(gateway.closed).toBe(0);
    await sessions[1]?.close();
    expect(gateway.closed).toBe(1);
    await sessions[2]?.close();
    expect(gateway.closed).toBe(2);
    const again = new Session({});
    await again.fetch(URL_);
    expect(opener).toHaveBeenCalledTimes(4);
    await sessions[3]?.close();
    await again.close();
  });

  test("that could not be opened is tried again by the next call", async () => {
    const gateway = new FakeGateway((call) => answerJson(call, {}));
    const opener = vi
      .fn(async () => gateway)
      .mockRejectedValueOnce(new AbpError("ledger_in_use", "another process has the ledger"));
    setGatewayOpener(opener);
    const session = new Session({ configFile: "/busy.toml" });
    expect((await session.fetch(URL_)).headers.get("x-abp-error")).toBe("ledger_in_use");
    expect((await session.fetch(URL_)).status).toBe(200);
  });
});

describe("an error that is none of ours", () => {
  test("is answered as an internal one, and its secrets are masked", async () => {
    setGatewayOpener(() => Promise.reject(new Error("no store for sk-ant-REDACTED")));
    const response = await new Session({ configFile: "/broken.toml" }).fetch(URL_);
    expect([response.status, response.headers.get("x-abp-error")]).toEqual([500, "internal"]);
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    expect(error.code).toBe("internal");
    expect(error.message).toBe("no store for [redacted].");
  });
});

describe("the session of a copied client", () => {
  const gateway = new FakeGateway(() => undefined);
  const original = new Session({ gateway, engine: "a" });

  test("is shared if the copy has the same options or none", () => {
    expect(sessionFor(undefined, original.fetch)).toBe(original);
    expect(sessionFor(original.options, original.fetch)).toBe(original);
  });

  test("is another one with the options of both if the copy changes some", () => {
    const copy = sessionFor({ engine: "b" }, original.fetch);
    expect(copy).not.toBe(original);
    expect(copy.options).toEqual({ gateway, engine: "b" });
  });

  test("is a new one without a fetch, and a foreign fetch is refused", () => {
    expect(sessionFor({ engine: "c" }, null).options).toEqual({ engine: "c" });
    expect(sessionFor(undefined, undefined).options).toEqual({});
    expect(() => sessionFor(undefined, () => undefined)).toThrow("`fetch` cannot be set");
    expect(() => sessionFor(undefined, "fetch")).toThrow("`fetch` cannot be set");
  });
});

describe("the entry files", () => {
  const packages = { openai: "openai", anthropic: "@anthropic-ai/sdk", google: "@google/genai" };

  test.each(Object.keys(packages))("%s loads its own SDK and no other", (entry) => {
    const script = `
      import { registerHooks } from "node:module";
      const seen = [];
      registerHooks({ resolve: (name, context, next) => { seen.push(name); return next(name, context); } });
      await import(${JSON.stringify(new URL(`./${entry}.ts`, import.meta.url).href)});
      process.stdout.write(JSON.stringify(${JSON.stringify(Object.values(packages))}.filter((name) => seen.includes(name))));`;
    const output = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
      encoding: "utf8",
    });
    expect(JSON.parse(output)).toEqual([packages[entry as keyof typeof packages]]);
  });
});
