import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { FakeGateway, LIMITS } from "../../../test/server/fake-gateway.ts";
import { exchangeRaw } from "../../../test/server/raw-client.ts";
import { AbpError } from "../../contract/index.ts";
import type { ControlFacts, ControlServer } from "../context/control.ts";
import { type Server, startServer } from "../listening/server.ts";

const running: Server[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});

class FakeControl implements ControlServer {
  readonly seen: { readonly request: Request; readonly facts: ControlFacts }[] = [];
  readonly sockets = { size: 0, drain: () => undefined, abandon: () => undefined };
  readonly stopping = new AbortController();
  serve: (request: Request) => Promise<Response> = async () => new Response("ok");

  fetch(request: Request, facts: ControlFacts): Promise<Response> {
    this.seen.push({ request, facts });
    return this.serve(request);
  }

  async upgrade(): Promise<void> {
    throw new AbpError("route_not_found", "no socket here");
  }

  drain(): void {
    this.stopping.abort();
  }
}

async function start(control: ControlServer | undefined): Promise<Server> {
  const server = await startServer({
    gateway: new FakeGateway(),
    address: "127.0.0.1",
    port: 0,
    limits: { ...LIMITS, max_upload_bytes: 1000 },
    random: () => Buffer.alloc(16),
    now: Date.now,
    control,
  });
  running.push(server);
  return server;
}

const get = (target: string, more = "") =>
  `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${more}\r\n`;

describe("a request below the prefix of the control API", () => {
  it("is passed on with its head and its body, and its answer back", async () => {
    const control = new FakeControl();
    control.serve = async (request) =>
      new Response(`got ${await request.text()}`, { status: 201, headers: { "x-a": "1" } });
    const { url } = await start(control);
    const answer = await fetch(`${url}/abp/v1/runs?x=1`, { method: "POST", body: "hello" });
    expect([answer.status, answer.headers.get("x-a"), await answer.text()]).toEqual([201, "1", "got hello"]);
    const { request, facts } = control.seen[0]!;
    expect([request.method, facts.head.target, facts.hasBody, facts.contentLength]).toEqual([
      "POST",
      "/abp/v1/runs?x=1",
      true,
      5,
    ]);
  });

  it("is served by the gateway if there is no control API, and so is every other path", async () => {
    const control = new FakeControl();
    const { port } = await start(control);
    expect((await exchangeRaw(port, get("/abp/v2/runs"))).statuses).toEqual([404]);
    expect((await exchangeRaw(port, get("/abp/v1"))).statuses).toEqual([404]);
    expect(control.seen).toEqual([]);
    const bare = await start(undefined);
    expect((await exchangeRaw(bare.port, get("/abp/v1/runs"))).statuses).toEqual([404]);
  });

  it("may have a body as large as an upload, and no larger", async () => {
    const control = new FakeControl();
    control.serve = async (request) => {
      try {
        return new Response(String((await request.arrayBuffer()).byteLength));
      } catch (error) {
        return new Response(AbpError.is(error) ? error.code : String(error), { status: 413 });
      }
    };
    const { url } = await start(control);
    const send = async (size: number) => {
      const answer = await fetch(`${url}/abp/v1/x`, { method: "POST", body: "a".repeat(size) });
      return [answer.status, await answer.text()];
    };
    expect(await send(1000)).toEqual([200, "1000"]);
    expect(await send(1001)).toEqual([413, "input_too_large"]);
  });

  it("is asked for its body only when the API reads it", async () => {
    const control = new FakeControl();
    control.serve = async () => new Response("no", { status: 401 });
    const { port } = await start(control);
    const socket = connect(port, "127.0.0.1");
    socket.write(
      "POST /abp/v1/x HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 900\r\nExpect: 100-continue\r\n\r\n",
    );
    const [chunk] = (await once(socket, "data")) as [Buffer];
    expect(chunk.toString()).toMatch(/^HTTP\/1\.1 401 /);
    socket.destroy();
  });

  it("has a signal that aborts when the caller leaves, and its stream is cancelled", async () => {
    const control = new FakeControl();
    let cancelled: unknown;
    control.serve = async () =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(Buffer.from("first")),
          cancel: (reason) => {
            cancelled = reason;
          },
        }),
        { headers: { "content-type": "text/event-stream" } },
      );
    const { port } = await start(control);
    const asked = httpRequest({ port, path: "/abp/v1/events", host: "127.0.0.1" });
    asked.on("error", () => undefined);
    asked.end();
    const [response] = (await once(asked, "response")) as [NodeJS.ReadableStream];
    expect(String((await once(response, "data"))[0])).toBe("first");
    asked.destroy();
    await eventually(() => expect(control.seen[0]!.request.signal.aborted).toBe(true));
    await eventually(() => expect(cancelled).toMatchObject({ code: "client_gone" }));
  });

  it("gets no more of an answer than the caller reads", async () => {
    const control = new FakeControl();
    let pulled = 0;
    const chunk = Buffer.alloc(64 * 1024);
    control.serve = async () =>
      new Response(
        new ReadableStream(
          {
            pull: (controller) => {
              pulled += 1;
              if (pulled > 1000) controller.close();
              else controller.enqueue(chunk);
            },
          },
          { highWaterMark: 0 },
        ),
      );
    const { port } = await start(control);
    const socket = connect(port, "127.0.0.1");
    socket.pause();
    socket.write(get("/abp/v1/large"));
    let before = -1;
    await eventually(() => {
      const isQuiet = pulled > 0 && pulled === before;
      before = pulled;
      expect(isQuiet).toBe(true);
    });
    expect(pulled).toBeLessThan(1000);
    socket.resume();
    await once(socket, "close");
    expect(pulled).toBe(1001);
  });

  it("is broken off if its stream fails, so that nobody takes it for the whole", async () => {
    const control = new FakeControl();
    control.serve = async () =>
      new Response(
        new ReadableStream({
          pull: (controller) => {
            if (control.seen.length === 1) controller.enqueue(Buffer.from("first"));
            control.seen.length = 0;
            setImmediate(() => controller.error(new Error("disk")));
          },
        }),
      );
    const { url } = await start(control);
    const answer = await fetch(`${url}/abp/v1/x`);
    await expect(answer.text()).rejects.toThrow();
  });

  it("may be no upgrade that the API refuses", async () => {
    const { port } = await start(new FakeControl());
    const upgrade =
      "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    const raw = get("/abp/v1/runs/x/events", upgrade).replace("Connection: close", "Connection: Upgrade");
    expect((await exchangeRaw(port, raw)).statuses).toEqual([404]);
  });

  it("ends its streams when the server stops", async () => {
    const control = new FakeControl();
    control.serve = async () =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            controller.enqueue(Buffer.from("first"));
            control.stopping.signal.addEventListener("abort", () => controller.close());
          },
        }),
      );
    const server = await start(control);
    const answer = await fetch(`${server.url}/abp/v1/events`);
    const stopped = server.stop();
    expect(await answer.text()).toBe("first");
    await stopped;
  });
});
