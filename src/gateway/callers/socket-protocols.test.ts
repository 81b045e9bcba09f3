import { expect, it } from "vitest";
import { readProtocols } from "./socket-protocols.ts";

it("tells the key of a browser from the other subprotocols", () => {
  const headers = [
    "Sec-WebSocket-Protocol",
    "realtime, openai-insecure-api-key.abp-key-1, openai-beta.realtime-v1",
  ];
  expect(readProtocols(headers)).toEqual({
    offered: ["realtime", "openai-beta.realtime-v1"],
    key: "abp-key-1",
  });
});

it("never offers a key to the engine, also if there are two", () => {
  const headers = ["sec-websocket-protocol", "openai-insecure-api-key.a,openai-insecure-api-key.b,,x"];
  expect(readProtocols(headers)).toEqual({ offered: ["x"], key: "a" });
});

it("finds nothing if nothing is offered", () => {
  expect(readProtocols([])).toEqual({ offered: [], key: undefined });
});
