import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { fakeContext } from "../../../test/server/fake-context.ts";
import { KEY, UPLOAD_PATH } from "../../../test/server/fake-gateway.ts";
import { FakeRequest, FakeResponse } from "../fixtures/fake-exchange.ts";
import { HttpConnection } from "./http-connection.ts";
import { serveRequest } from "./request-handler.ts";

const HEADERS = ["host", "localhost", "x-api-key", KEY];
const JSON_TYPE = ["content-type", "application/json"];

interface Options {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: readonly string[];
  readonly awaitsContinue?: boolean;
  readonly context?: ReturnType<typeof fakeContext>;
}

async function serve(options: Options = {}) {
  const { method = "POST", target = "/v1/messages", headers = HEADERS, context = fakeContext() } = options;
  const request = Object.assign(new FakeRequest(), {
    method,
    url: target,
    rawHeaders: [...headers],
    httpVersion: "1.1",
  });
  const response = new FakeResponse();
  const socket = Object.assign(request.socket, { localAddress: "127.0.0.1" }) as unknown as Socket;
  const connection = new HttpConnection(socket);
  connection.isLate = true;
  serveRequest(
    context,
    request as unknown as IncomingMessage,
    response as unknown as ServerResponse,
    options.awaitsContinue ?? false,
  );
  const begunAtOnce = context.gateway.calls.length;
  await nextTurn();
  context.batcher.flush();
  const codes = context.gateway.refusals.map(({ code, where }) => [code, where]);
  return { context, request, response, connection, codes, begunAtOnce };
}

describe("a request", () => {
  it("is handed to the gateway with the head as it came", async () => {
    const { context, response, connection, begunAtOnce } = await serve();
    expect(context.gateway.calls[0]?.head).toEqual({
      method: "POST",
      target: "/v1/messages",
      headers: HEADERS,
    });
    expect([response.status, connection.isLate, begunAtOnce]).toEqual([200, false, 1]);
  });

  it("is handed over without headers that have an underscore, also if it is refused", async () => {
    const headers = [...HEADERS, "session_id", "1"];
    const { context } = await serve({ headers });
    expect(context.gateway.calls[0]?.head.headers).toEqual(HEADERS);
    const other = fakeContext();
    const refuse = vi.spyOn(other.gateway, "refuse");
    await serve({ headers, target: "/nowhere", context: other });
    expect(refuse.mock.calls[0]?.[0]).toEqual({ method: "POST", target: "/nowhere", headers: HEADERS });
  });

  it("with a body starts when the body is complete, after `100 Continue` if the caller waits for it", async () => {
    for (const awaitsContinue of [false, true]) {
      const headers = [...HEADERS, ...JSON_TYPE, "content-length", "2"];
      const { context, request, response } = await serve({ headers, awaitsContinue });
      expect([context.gateway.calls.length, response.continues]).toEqual([0, awaitsContinue ? 1 : 0]);
      request.send("{}");
      request.end();
      expect(context.gateway.calls[0]?.body.toString()).toBe("{}");
    }
    const chunked = await serve({ headers: [...HEADERS, ...JSON_TYPE, "transfer-encoding", "chunked"] });
    expect(chunked.context.gateway.calls).toEqual([]);
    const empty = await serve({ headers: [...HEADERS, "content-length", "0"] });
    expect(empty.context.gateway.calls).toHaveLength(1);
  });

  it.each([
    ["a head that is malformed", { headers: [...HEADERS, "content-length", "x"] }, "request_malformed"],
    ["a host that is not allowed", { headers: ["host", "evil.test", "x-api-key", KEY] }, "host_denied"],
    ["a wrong key", { headers: ["host", "localhost"] }, "auth_required"],
    ["another path", { target: "/nowhere" }, "route_not_found"],
    ["another path with GET", { target: "/nowhere", method: "GET" }, "route_not_found"],
  ])("with %s is refused", async (_, options, code) => {
    const { context, codes } = await serve(options);
    expect(codes.map(([one]) => one)).toEqual([code]);
    expect(context.gateway.calls).toEqual([]);
  });

  it("is refused while the daemon stops, but for the question whether it is alive", async () => {
    const context = Object.assign(fakeContext(), { isDraining: true });
    expect((await serve({ context })).codes).toEqual([["shutting_down", undefined]]);
    const get = { context, method: "GET", headers: [] };
    const alive = await serve({ ...get, target: "/healthz" });
    expect([alive.response.status, alive.response.text]).toEqual([200, '{"status":"ok"}\n']);
    const ready = await serve({ ...get, target: "/readyz" });
    expect([ready.response.status, ready.response.text]).toEqual([503, '{"status":"draining"}\n']);
    expect(context.gateway.refusals).toHaveLength(1);
  });
});

it("the question whether the daemon is alive is none for the gateway", async () => {
  const context = fakeContext();
  const own = vi.spyOn(context.gateway, "own");
  const { response } = await serve({ context, method: "GET", target: "/healthz" });
  expect([response.status, own.mock.calls, context.logged]).toEqual([200, [], []]);
});

describe("the body of a request", () => {
  const encoded = ["content-encoding", "gzip", "content-length", "2"];

  it.each([
    [[...JSON_TYPE, ...encoded], "content-encoding"],
    [["content-type", "text/plain", "content-length", "2"], "content-type"],
    [["content-length", "2"], "content-type"],
    [["transfer-encoding", "chunked"], "content-type"],
  ])("that is not plain JSON is refused: %j", async (headers, where) => {
    const { codes, context } = await serve({ headers: [...HEADERS, ...headers] });
    expect(codes).toEqual([["media_type_unsupported", where]]);
    expect(context.gateway.refusals[0]?.message).toBe(
      where === "content-type" ? "The body's content type is not JSON." : "The body has a content encoding.",
    );
  });

  it("may be of any kind if it is passed on while it is received", async () => {
    for (const method of ["POST", "PUT"]) {
      const headers = [...HEADERS, ...encoded];
      const { codes, context } = await serve({ method, target: UPLOAD_PATH, headers });
      expect([codes, context.gateway.calls.length]).toEqual([[], 1]);
    }
  });

  it("comes with POST only", async () => {
    const headers = [...HEADERS, ...JSON_TYPE, "content-length", "2"];
    for (const target of ["/v1/models", "/v1/own"]) {
      const { codes, context } = await serve({ method: "GET", target, headers });
      expect(codes).toEqual([["request_malformed", undefined]]);
      expect(context.gateway.calls).toEqual([]);
    }
  });
});

describe("a request with another method than POST", () => {
  it("is answered by the gateway itself if it can, and else is a call", async () => {
    const own = await serve({ method: "GET", target: "/v1/own" });
    expect([own.response.status, own.response.text, own.context.gateway.admitted]).toEqual([200, "own", 0]);
    const call = await serve({ method: "GET", target: "/v1/models" });
    expect([call.begunAtOnce, call.context.gateway.calls.length]).toEqual([0, 1]);
    const post = await serve({ target: "/v1/own" });
    expect(post.codes).toEqual([["route_not_found", undefined]]);
  });

  it("is no call if its caller left while the gateway looked", async () => {
    const context = fakeContext();
    const looked = Promise.withResolvers<undefined>();
    context.gateway.own = () => looked.promise;
    const { response } = await serve({ context, method: "GET", target: "/v1/models" });
    response.emit("close");
    looked.resolve(undefined);
    await nextTurn();
    expect([context.gateway.admitted, context.gateway.calls.length]).toEqual([0, 0]);
  });

  it("is refused if the gateway cannot look", async () => {
    const context = fakeContext();
    context.gateway.own = () => Promise.reject(new Error("no disk"));
    const { codes, response } = await serve({ context, method: "GET", target: "/v1/models" });
    expect([codes, response.status]).toEqual([[["internal", undefined]], 500]);
  });
});
