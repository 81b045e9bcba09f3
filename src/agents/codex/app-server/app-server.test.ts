import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import type { JsonObject } from "../../../lib/index.ts";
import { AppServer, type AppServerStart } from "./app-server.ts";

let folder: string;
let servers: AppServer[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "abp-app-server-"));
  servers = [];
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.end()));
  rmSync(folder, { recursive: true, force: true });
});

/** A program that runs `script` for each message, with `say` to write one. */
async function start(script: string, more: Partial<AppServerStart> = {}): Promise<AppServer> {
  const command = join(folder, "codex.mjs");
  writeFileSync(
    command,
    `import { createInterface } from "node:readline";
     const say = (message) => process.stdout.write(JSON.stringify(message) + "\\n");
     for await (const line of createInterface({ input: process.stdin })) {
       const message = JSON.parse(line);
       ${script}
     }`,
  );
  const server = await AppServer.start({
    command,
    args: [],
    env: { PATH: process.env["PATH"] as string },
    cwd: folder,
    graces: { interruptMs: 5000, signalMs: 100 },
    onRequest: async () => ({}),
    onNotification: () => undefined,
    onMessage: (_message, _characters, receive) => receive(),
    onForeignLine: async () => undefined,
    ...more,
  });
  servers.push(server);
  return server;
}

const echo = "if (message.id !== undefined) say({ id: message.id, result: message });";

describe("the app server of Codex", () => {
  it("is greeted without the version of the protocol, and asked for no needless notifications", async () => {
    const seen: JsonObject[] = [];
    const server = await start(`say({ method: "seen", params: message }); ${echo}`, {
      onNotification: (_method, params) => {
        seen.push(params);
      },
    });
    await server.initialize();
    await server.request("thread/start", { cwd: "/w" });
    expect(seen).toEqual([
      {
        id: 1,
        method: "initialize",
        params: {
          clientInfo: { name: "agent_backplane", title: "Agent Backplane", version: "1.0" },
          capabilities: {
            experimentalApi: false,
            requestAttestation: false,
            optOutNotificationMethods: expect.arrayContaining(["turn/diff/updated", "thread/started"]),
          },
        },
      },
      { method: "initialized", params: {} },
      { id: 2, method: "thread/start", params: { cwd: "/w" } },
    ]);
  });

  it("gets answers to its requests", async () => {
    const answers: unknown[] = [];
    const server = await start(
      `if (message.method === "go") { say({ id: 7, method: "ask", params: { a: 1 } }); say({ id: message.id, result: {} }); }
       else say({ method: "answered", params: message });`,
      {
        onRequest: async (method, params) => ({ method, params }),
        onNotification: (_method, params) => {
          answers.push(params);
        },
      },
    );
    await server.request("go", {});
    await eventually(() => expect(answers).toEqual([{ id: 7, result: { method: "ask", params: { a: 1 } } }]));
  });

  it("has each message handled with the length of its line", async () => {
    const lengths: number[] = [];
    const server = await start(echo, {
      onMessage: (message, characters, receive) => {
        lengths.push(characters - JSON.stringify(message).length);
        return receive();
      },
    });
    await server.request("a", {});
    expect(lengths).toEqual([0]);
  });

  it("has the beginning of its first foreign line reported, but no empty one", async () => {
    const lines: string[] = [];
    const script = `process.stdout.write("  \\n" + "x".repeat(300) + "\\nsecond\\n"); ${echo}`;
    const server = await start(script, {
      onForeignLine: async (line) => {
        lines.push(line);
      },
    });
    await server.request("a", {});
    expect(lines).toEqual(["x".repeat(200)]);
  });
});

describe("the end of the app server", () => {
  it("comes with the end of its input, after the interrupt", async () => {
    const order: string[] = [];
    const server = await start(echo);
    void server.ended.then(() => order.push("ended"));
    const end = await server.end(async () => {
      await server.request("turn/interrupt", {});
      order.push("interrupted");
    });
    expect(end).toEqual({ code: 0, signal: null, fault: undefined });
    await server.ended;
    expect(order).toEqual(["interrupted", "ended"]);
  });

  it("comes if the interrupt is refused too", async () => {
    const server = await start(`say({ id: message.id, error: { code: 1, message: "no turn" } });`);
    const end = await server.end(() => server.request("turn/interrupt", {}));
    expect(end.code).toBe(0);
  });

  it("rejects open and later requests, and says how it came", async () => {
    const server = await start(
      `process.stderr.write("it broke\\n"); process.exitCode = 4; process.stdin.destroy(); break;`,
    );
    const message = "Codex ended with exit code 4 before its turn was over: it broke";
    await expect(server.request("a", {})).rejects.toThrow(message);
    await server.ended;
    await expect(server.request("b", {})).rejects.toThrow(message);
  });

  it("is one sentence", async () => {
    const server = await start(echo);
    const text = (end: object) => server.endText({ code: null, signal: null, fault: undefined, ...end });
    expect(text({ code: 1 })).toBe("Codex ended with exit code 1 before its turn was over");
    expect(text({ signal: "SIGKILL" })).toBe("Codex was ended by SIGKILL before its turn was over");
    expect(text({ fault: new Error("a line is too long") })).toBe("Codex was ended: a line is too long");
  });
});
