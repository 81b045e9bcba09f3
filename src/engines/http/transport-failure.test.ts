import { createServer, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { errorBody } from "../../contract/index.ts";
import { openBench } from "../fixtures/cleanup.ts";
import { run } from "../fixtures/loopback.ts";

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
