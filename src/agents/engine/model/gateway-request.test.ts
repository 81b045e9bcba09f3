import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { postRequest, readAnswer } from "./gateway-request.ts";

describe("a request to the gateway", () => {
  it("is a POST of JSON on a connection of its own", async () => {
    const seen: IncomingMessage["headers"][] = [];
    const server = createServer(async (request, response) => {
      const { "content-length": length, "content-type": type, connection, a } = request.headers;
      seen.push({ "content-length": length, "content-type": type, connection, a });
      for await (const chunk of request) response.write(`${request.method} ${request.url} ${chunk}`);
      response.end();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x?y`;
    const { signal } = new AbortController();
    const answer = await postRequest({ url, headers: { a: "b" }, body: "é", signal });
    expect((await readAnswer(answer, 100)).toString()).toBe("POST /x?y é");
    server.close();
    expect(seen).toEqual([
      { "content-length": "2", "content-type": "application/json", connection: "close", a: "b" },
    ]);
  });

  it("rejects if there is no answer, or nobody waits for it", async () => {
    const none = { url: "http://127.0.0.1:1/", headers: {}, body: "" };
    await expect(postRequest({ ...none, signal: new AbortController().signal })).rejects.toThrow();
    await expect(postRequest({ ...none, signal: AbortSignal.abort() })).rejects.toThrow("aborted");
    const stop = new AbortController();
    const server = createServer(() => stop.abort());
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await expect(postRequest({ ...none, url, signal: stop.signal })).rejects.toThrow("aborted");
    server.close();
  });
});

it("an answer is read up to its limit", async () => {
  const read = async (limit: number) =>
    (
      await readAnswer(Readable.from(["ab", "cd", "ef"].map((text) => Buffer.from(text))) as never, limit)
    ).toString();
  expect([await read(0), await read(2), await read(3), await read(6), await read(9)]).toEqual([
    "",
    "ab",
    "abc",
    "abcdef",
    "abcdef",
  ]);
});
