import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../lib/index.ts";
import { readLines } from "../../lines/json-lines.ts";
import { McpBridge } from "./mcp-bridge.ts";

describe("McpBridge", () => {
  let bridge: McpBridge | undefined;
  afterEach(() => bridge?.close());

  it("passes messages of an agent's process on to the program, and its answers back", async () => {
    const asked: JsonObject[] = [];
    const channel = {
      request: async (request: object): Promise<JsonObject> => {
        const { message } = request as { message: JsonObject };
        asked.push(request as JsonObject);
        if (message["method"] === "fail") throw new Error("broken");
        return { mcp_response: { jsonrpc: "2.0", id: message["id"] ?? 0, result: { ok: true } } };
      },
    };
    bridge = await McpBridge.open(["shop", "other"], channel);
    expect(Object.keys(bridge.servers)).toEqual(["shop", "other"]);
    const { command, args } = bridge.servers["shop"]!;
    const child = spawn(command!, args!, { stdio: ["pipe", "pipe", "inherit"] });
    const lines = readLines(child.stdout);
    const next = async () => JSON.parse((await lines.next()).value as string) as JsonObject;
    const send = (message: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

    // Neither an answer to a notification nor its failure is passed back.
    send({ method: "notifications/initialized" });
    send({ method: "fail" });
    send({ id: 1, method: "tools/list" });
    expect(await next()).toEqual({ jsonrpc: "2.0", id: 1, result: { ok: true } });
    send({ id: 2, method: "fail" });
    expect(await next()).toEqual({ jsonrpc: "2.0", id: 2, error: { code: -32603, message: "broken" } });
    bridge.deliver("nobody", { method: "lost" });
    bridge.deliver("shop", { method: "notifications/tools/list_changed" });
    expect(await next()).toEqual({ method: "notifications/tools/list_changed" });
    expect(asked.map(({ subtype, server_name }) => [subtype, server_name])).toEqual(
      Array.from({ length: 4 }, () => ["mcp_message", "shop"]),
    );

    const ended = once(child, "exit");
    child.stdin.end();
    expect(await ended).toEqual([0, null]);
    await bridge.close();
    expect(existsSync(bridge.directory)).toBe(false);
  });
});
