import { EventEmitter } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import type { CallHead } from "../../gateway/index.ts";
import type { ServerContext } from "../context/server-context.ts";
import { WebSocketUpgrades } from "./websocket-upgrades.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));
const KEY = "AAAAAAAAAAAAAAAAAAAAAA==";
const HEAD: CallHead = { method: "GET", target: "/v1/realtime", headers: [] };
const HANDSHAKE = { "sec-websocket-key": KEY, "sec-websocket-version": "13" };

function bench(admit: () => unknown = () => passed(true)) {
  const log: string[] = [];
  const responses = {
    size: 3,
    accept: () => void log.push("responses accept"),
    tick: () => void log.push("responses tick"),
    drain: () => void log.push("responses drain"),
    abandon: () => void log.push("responses abandon"),
  };
  const context = {
    gateway: {
      admit,
      session: () => ({
        leave: (reason: string) => void log.push(`leave ${reason}`),
        callerClosed: (code: number) => void log.push(`closed ${code}`),
      }),
    },
    bodies: { shareOf: () => ({ take: () => true, release: () => undefined }) },
    clock: { now: 0, ticksFor: (ms: number) => ms / 1000 },
    slots: { take: () => undefined },
    finished: { add: () => void log.push("finished") },
  } as unknown as ServerContext;
  const upgrades = new WebSocketUpgrades(context, responses as never);
  const accept = (headers: Record<string, string>) => {
    const socket = Object.assign(new EventEmitter(), {
      destroy: () => void log.push("destroy"),
    }) as unknown as Duplex;
    upgrades.accept({ headers } as unknown as IncomingMessage, HEAD, socket, Buffer.alloc(0));
    return socket;
  };
  return { upgrades, accept, log };
}

const passed = (isSocket: boolean | undefined) => ({
  caller: { name: "ada" },
  recognised: { endpoint: { passed: isSocket === undefined ? undefined : { isSocket } } },
});

describe("the upgrades of a server", () => {
  it.each(["13", "8"])("take a handshake of version %s", (version) => {
    const { upgrades, accept } = bench();
    accept({ ...HANDSHAKE, "sec-websocket-version": version });
    expect(upgrades.size).toBe(4);
  });

  it.each([
    [{ ...HANDSHAKE, "sec-websocket-version": "12" }],
    [{ ...HANDSHAKE, "sec-websocket-key": "short" }],
    [{ ...HANDSHAKE, "sec-websocket-key": `${KEY}x` }],
    [{ "sec-websocket-version": "13" }],
    [{ "sec-websocket-key": KEY }],
  ])("refuse the handshake %j before a session is opened", (headers) => {
    const { upgrades, accept, log } = bench();
    expect(() => accept(headers as Record<string, string>)).toThrow(
      expect.objectContaining({
        code: "request_malformed",
        message: "The WebSocket handshake is not one of RFC 6455.",
        where: "sec-websocket-key",
      }),
    );
    expect([upgrades.size, log]).toEqual([3, []]);
  });

  const refuse = (code: "route_not_found" | "method_not_allowed") => () => {
    throw new AbpError(code, "no");
  };

  it.each<[string, () => unknown]>([
    ["is none that passes through", () => passed(undefined)],
    ["is no WebSocket", () => passed(false)],
    ["does not exist", refuse("route_not_found")],
    ["has another method", refuse("method_not_allowed")],
  ])("leave an endpoint to the Responses API that %s", (_, admit) => {
    const { accept, log } = bench(admit);
    accept({});
    expect(log).toEqual(["responses accept"]);
  });

  it.each([new AbpError("access_denied", "no"), new TypeError("a fault")])(
    "pass the error on: %s",
    (error) => {
      const { accept, log } = bench(() => {
        throw error;
      });
      expect(() => accept(HANDSHAKE)).toThrow(error);
      expect(log).toEqual([]);
    },
  );

  it("forget a connection that has ended", async () => {
    const { upgrades, accept, log } = bench();
    const socket = accept(HANDSHAKE);
    socket.emit("close");
    await turn();
    expect([upgrades.size, log]).toEqual([3, ["closed 1006", "finished"]]);
  });

  it("drain only what knows an end, and abandon everything", async () => {
    const { upgrades, accept, log } = bench();
    accept(HANDSHAKE);
    accept(HANDSHAKE);
    upgrades.tick();
    upgrades.drain();
    expect(log).toEqual(["responses tick", "responses drain"]);
    upgrades.abandon();
    const one = ["leave shutting_down", "destroy", "finished"];
    expect(log.slice(2)).toEqual(["responses abandon", ...one, ...one]);
    await turn();
    expect(upgrades.size).toBe(3);
  });
});
