import { createServer, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { AbpError, errorBody } from "../../contract/index.ts";
import { HTTPParserError } from "../connection/undici.ts";
import { openBench } from "../fixtures/cleanup.ts";
import { run } from "../fixtures/loopback.ts";
import {
  addressDenied,
  type CallPhase,
  describeFailure,
  engineError,
  timeoutError,
} from "./transport-failure.ts";

const { open, later } = openBench();

/** Starts a server that does something with a raw connection once bytes came over it. */
async function serveRaw(answer: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  later(() => new Promise((resolve) => server.close(resolve)));
  return (server.address() as { port: number }).port;
}

const cases: [string, string, (socket: Socket) => void, string][] = [
  ["closes before it answers", "http", (socket) => socket.end(), "backend_unavailable"],
  ["resets before it answers", "http", (socket) => socket.resetAndDestroy(), "backend_unavailable"],
  ["does not speak HTTP", "http", (socket) => socket.end("SSH-2.0-x\r\n\r\n"), "backend_unavailable"],
  ["does not speak TLS", "https", (socket) => socket.end("HTTP/1.1 400 x\r\n\r\n"), "backend_unavailable"],
  [
    "sends less than it announced",
    "http",
    (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc"),
    "stream_closed",
  ],
  [
    "breaks off a chunked answer",
    "http",
    (socket) => socket.end("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n"),
    "stream_closed",
  ],
  [
    "breaks off an answer that was to close the connection",
    "http",
    (socket) =>
      socket.end("HTTP/1.1 200 OK\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n"),
    "stream_closed",
  ],
  [
    "sends a head without end",
    "http",
    (socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(100_000)}\r\n\r\n`),
    "backend_unavailable",
  ],
];

describe("the error of an engine that fails", () => {
  it.each(cases)(
    "G27: that %s over %s names the engine and nothing of where it is",
    async (_, scheme, answer, code) => {
      const port = await serveRaw(answer);
      const base_url = `${scheme}://127.0.0.1:${port}/secret-path`;
      const { error, ends } = await run(open({ base_url, api_key: "sk-canary-key", retries: 0 }));
      expect(error?.code).toBe(code);
      expect(ends).toBe(1);
      const shown = JSON.stringify(errorBody(error!, { id: "r", timestamp: "t" }));
      expect(shown).toContain('engine \\"e\\"');
      expect(shown).not.toMatch(
        new RegExp(`127\\.0\\.0\\.1|${port}|secret-path|canary|node_modules|https?:`),
      );
    },
  );

  it("is an internal one when the answer could not be handled", async () => {
    const port = await serveRaw((socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nab"));
    const engine = open({ base_url: `http://127.0.0.1:${port}` });
    const code = await new Promise((resolve) => {
      engine.dispatch(
        { method: "GET", path: "/v1/models", headers: [], repeatable: true },
        {
          onHead: () => {
            throw new TypeError("a defect");
          },
          onData: () => true,
          onEnd: () => resolve("end"),
          onFailure: (error) => resolve(error.code),
        },
      );
    });
    expect(code).toBe("internal");
  });
});

describe("the description of a failed connection", () => {
  const failure = (code: string | undefined, phase: CallPhase = "connecting") =>
    describeFailure(
      "e",
      Object.assign(new Error("10.0.0.1:443"), code === undefined ? {} : { code }),
      phase,
      1500,
    );

  it.each<[CallPhase, string, string, string]>([
    ["connecting", "ENOTFOUND", "backend_unavailable", "cannot be reached: its host name was not resolved"],
    ["connecting", "EAI_AGAIN", "backend_unavailable", "cannot be reached: its host name was not resolved"],
    ["connecting", "EAI_FAIL", "backend_unavailable", "cannot be reached: its host name was not resolved"],
    ["connecting", "ENODATA", "backend_unavailable", "cannot be reached: its host name was not resolved"],
    ["connecting", "ECONNREFUSED", "backend_unavailable", "cannot be reached: the connection was refused"],
    [
      "connecting",
      "CERT_HAS_EXPIRED",
      "backend_unavailable",
      "cannot be reached: no secure connection came about",
    ],
    ["connecting", "ERR_TLS_X", "backend_unavailable", "cannot be reached: no secure connection came about"],
    ["connecting", "ERR_SSL_X", "backend_unavailable", "cannot be reached: no secure connection came about"],
    [
      "connecting",
      "UNABLE_TO_X",
      "backend_unavailable",
      "cannot be reached: no secure connection came about",
    ],
    [
      "connecting",
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "backend_unavailable",
      "cannot be reached: no secure connection came about",
    ],
    ["connecting", "EPROTO", "backend_unavailable", "cannot be reached: no secure connection came about"],
    ["connecting", "EHOSTUNREACH", "backend_unavailable", "cannot be reached: the connection failed"],
    ["waiting", "UND_ERR_SOCKET", "backend_unavailable", "closed the connection before it answered"],
    ["waiting", "ECONNREFUSED", "backend_unavailable", "closed the connection before it answered"],
    [
      "waiting",
      "HPE_INVALID_CONSTANT",
      "backend_unavailable",
      "answered with something that is not proper HTTP",
    ],
    [
      "waiting",
      "UND_ERR_HEADERS_OVERFLOW",
      "backend_unavailable",
      "answered with something that is not proper HTTP",
    ],
    ["answering", "HPE_INVALID_CONSTANT", "stream_closed", "broke off in the middle of its answer"],
    ["answering", "ECONNRESET", "stream_closed", "broke off in the middle of its answer"],
    ["connecting", "UND_ERR_INVALID_ARG", "request_malformed", "cannot be sent these headers"],
    ["connecting", "UND_ERR_NOT_SUPPORTED", "request_malformed", "cannot be sent these headers"],
    ["answering", "UND_ERR_DESTROYED", "backend_unavailable", "was closed"],
    ["connecting", "UND_ERR_CLOSED", "backend_unavailable", "was closed"],
  ])("while %s with %s is %s: %s", (phase, code, expected, message) => {
    const error = failure(code, phase);
    expect(error.code).toBe(expected);
    expect(error.message).toBe(`engine "e" ${message}`);
    expect(error.details).toEqual({ engine: "e", reason: code });
    expect(error.cause).toBeInstanceOf(Error);
  });

  it("names the limit of a connection that took too long", () => {
    const error = failure("UND_ERR_CONNECT_TIMEOUT");
    expect(error.message).toBe('engine "e" could not be connected to within 1500 ms (connect_timeout_ms)');
    expect(error.cause).toBeInstanceOf(Error);
  });

  it("does not name an address that is not allowed", () => {
    for (const error of [failure("ABP_ADDRESS_DENIED"), addressDenied("e")]) {
      expect(error.code).toBe("engine_address_denied");
      expect(error.message).toBe('engine "e" is at an address that may not be connected to');
      expect(error.details).toEqual({ engine: "e" });
    }
    expect(failure("ABP_ADDRESS_DENIED").cause).toBeInstanceOf(Error);
  });

  it("of an error without a code is internal, except for malformed HTTP", () => {
    const error = failure(undefined, "answering");
    expect(error.code).toBe("internal");
    expect(error.message).toBe('engine "e" was given up because its answer could not be handled');
    const parser = describeFailure("e", new HTTPParserError("x"), "waiting", 1);
    expect(parser.details).toEqual({ engine: "e", reason: "HPE_INVALID" });
    expect(describeFailure("e", null, "waiting", 1).code).toBe("internal");
    expect(describeFailure("e", { code: 5 }, "waiting", 1).code).toBe("internal");
  });

  it("of an error of our own is that error", () => {
    const own = new AbpError("client_gone", "x");
    expect(describeFailure("e", own, "waiting", 1)).toBe(own);
  });
});

describe("the error of a time limit", () => {
  it.each([
    ["connectMs", 5000, "could not be connected to within 5 s (connect_timeout_ms)"],
    ["firstByteMs", 1500, "did not begin to answer within 1500 ms (first_byte_timeout_secs)"],
    ["idleMs", 1000, "was silent in the middle of its answer within 1 s (idle_timeout_secs)"],
    ["totalMs", 999, "did not finish its answer within 999 ms (total_timeout_secs)"],
  ] as const)("of %s and %i ms says so", (limit, ms, message) => {
    const cause = new Error("x");
    const error = timeoutError("e", limit, ms, cause);
    expect(error.code).toBe("backend_timeout");
    expect(error.message).toBe(`engine "e" ${message}`);
    expect(error.details["limit_ms"]).toBe(ms);
    expect(error.cause).toBe(cause);
  });
});

describe("the error of an engine", () => {
  it("has an advice only if one is given", () => {
    expect(engineError("credential_missing", "e", "x", { advice: "Do this." }).advice).toBe("Do this.");
    const plain = engineError("credential_missing", 'e"', "x");
    expect(plain.message).toBe('engine "e\\"" x');
    expect(plain.details).toEqual({ engine: 'e"' });
    expect(plain.advice).not.toBe("Do this.");
  });
});
