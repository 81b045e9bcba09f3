import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { GoogleGenAI, type LiveServerMessage } from "@google/genai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import type { Receipt } from "../../../src/contract/index.ts";
import { until } from "../../eventually.ts";
import { type ChildDaemon, DaemonHome } from "../faults/child-daemon.ts";
import { openRealtimeVendor, type RealtimeVendor, type VendorSession } from "./realtime-vendor.ts";

const CALLER_KEY = "caller-key-7f3a91d2";
const ACCOUNT_KEY = "account-key-55c0b1e8";
const LIVE_PATH = "/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent";

let vendor: RealtimeVendor;
let home: DaemonHome;
let daemon: ChildDaemon;

beforeAll(async () => {
  vendor = await openRealtimeVendor();
  home = new DaemonHome(
    [
      "[keys.own]",
      `token = "${CALLER_KEY}"`,
      "[engines.openai]",
      'preset = "openai"',
      `base_url = "${vendor.url}"`,
      `api_key = "${ACCOUNT_KEY}"`,
      "[engines.gemini]",
      'preset = "google"',
      `base_url = "${vendor.url}"`,
      `api_key = "${ACCOUNT_KEY}"`,
    ].join("\n"),
  );
  daemon = await home.start();
});
afterAll(async () => {
  home.close();
  await vendor.close();
});

interface Caller {
  readonly socket: WebSocket;
  readonly runId: string;
  readonly messages: string[];
  /** The code that the session was closed with; 1006 if it was cut. */
  readonly closed: Promise<number>;
  readonly session: VendorSession;
}

/** Opens a session and answers each message of the caller. */
async function open(
  path: string,
  protocols: string[],
  headers: Record<string, string> = {},
): Promise<Caller> {
  const address = `${daemon.url.replace("http", "ws")}${path}`;
  const socket = new WebSocket(address, protocols, { headers });
  const messages: string[] = [];
  socket.on("message", (data: Buffer) => messages.push(data.toString()));
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  const runId = await new Promise<string>((resolve, reject) => {
    let found = "none";
    socket.on("upgrade", (answer) => {
      found = String(answer.headers["x-abp-run-id"]);
    });
    socket.on("open", () => resolve(found));
    socket.on("error", reject);
  });
  return { socket, runId, messages, closed, session: vendor.sessions.at(-1)! };
}

async function receiptOf(runId: string): Promise<Receipt> {
  for (;;) {
    const answer = await fetch(`${daemon.url}/v1/runs/${runId}/receipt`, {
      headers: { authorization: `Bearer ${CALLER_KEY}` },
    });
    if (answer.status === 200) return (await answer.json()) as Receipt;
    await answer.arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const digest = (texts: readonly string[]) => ({
  bytes: Buffer.byteLength(texts.join("")),
  sha256: createHash("sha256").update(texts.join("")).digest("hex"),
});

/** Sends messages and waits for one answer to each. */
async function talk({ socket, messages }: Caller, sent: readonly string[]): Promise<void> {
  const before = messages.length;
  for (const message of sent) socket.send(message);
  await until(() => messages.length === before + sent.length);
}

interface Way {
  readonly endpoint: string;
  readonly path: string;
  readonly protocols: string[];
  readonly headers?: Record<string, string>;
  /** The subprotocols that the vendor is offered. */
  readonly offered: string | undefined;
  readonly engine: string;
}

const ways: [string, Way][] = [
  [
    "OpenAI's realtime path with a key in a header",
    {
      endpoint: "/v1/realtime",
      path: "/v1/realtime?model=gpt-realtime",
      protocols: [],
      headers: { authorization: `Bearer ${CALLER_KEY}` },
      offered: undefined,
      engine: "openai",
    },
  ],
  [
    "OpenAI's realtime path with a key in a subprotocol",
    {
      endpoint: "/v1/realtime",
      path: "/v1/realtime?model=gpt-realtime",
      protocols: ["realtime", `openai-insecure-api-key.${CALLER_KEY}`, "openai-beta.realtime-v1"],
      offered: "realtime,openai-beta.realtime-v1",
      engine: "openai",
    },
  ],
  [
    "the path of Gemini Live with a key in the query",
    {
      endpoint: LIVE_PATH,
      path: `${LIVE_PATH}?key=${CALLER_KEY}`,
      protocols: [],
      offered: undefined,
      engine: "gemini",
    },
  ],
];

const first = (engine: string) =>
  engine === "gemini"
    ? '{"setup": {"model": "models/gemini-live"}}'
    : '{"type": "session.update",  "session": {"type": "realtime"}}';

function answerEach(): void {
  vendor.onMessage = ({ socket }, message) => socket.send(`{"answer_to": ${JSON.stringify(message)}}`);
}

describe.each(ways)("a session over %s", (_, way) => {
  const sent = [first(way.engine), '{"type":"input",  "n": 1}', "not JSON at all"];

  it("has the engine's credential, the caller's bytes and one receipt", async () => {
    answerEach();
    const caller = await open(way.path, way.protocols, way.headers);
    await talk(caller, sent);
    const { session } = caller;
    caller.socket.close(1000, "done");
    expect([await caller.closed, await session.closed]).toEqual([1000, 1000]);

    expect(session.messages).toEqual(sent);
    expect(caller.messages).toEqual(sent.map((text) => `{"answer_to": ${JSON.stringify(text)}}`));
    expect(session.headers["sec-websocket-protocol"]).toBe(way.offered);
    expect(caller.socket.protocol).toBe(way.protocols[0] ?? "");
    const seen = JSON.stringify([session.target, session.headers]);
    expect(seen).toContain(ACCOUNT_KEY);
    expect(seen).not.toContain(CALLER_KEY);

    const receipt = await receiptOf(caller.runId);
    expect(receipt).toMatchObject({ mode: "passthrough", outcome: "complete" });
    expect(receipt.observed).toMatchObject({
      call: { engine: way.engine, status: 101 },
      request: digest(sent),
      upstream_request: digest(sent),
      response: digest(caller.messages),
      upstream_response: digest(caller.messages),
      transfer: {
        endpoint: way.endpoint,
        state: "complete",
        socket: {
          from_caller: { messages: 3, bytes: digest(sent).bytes },
          from_engine: { messages: 3, bytes: digest(caller.messages).bytes },
          close_code: 1000,
          closed_by: "caller",
        },
      },
    });
  });

  it("that the caller cuts is cut at the vendor and incomplete", async () => {
    answerEach();
    const caller = await open(way.path, way.protocols, way.headers);
    await talk(caller, sent.slice(0, 2));
    caller.socket.terminate();
    expect(await caller.session.closed).toBe(1006);
    const receipt = await receiptOf(caller.runId);
    expect(receipt).toMatchObject({ outcome: "partial", termination: { reason: "cancelled" } });
    expect(receipt.observed).toMatchObject({
      request: digest(sent.slice(0, 2)),
      response: digest(caller.messages),
      transfer: { state: "incomplete", socket: { close_code: null, closed_by: "caller" } },
    });
  });

  it("that the vendor cuts is cut at the caller and incomplete", async () => {
    answerEach();
    const caller = await open(way.path, way.protocols, way.headers);
    await talk(caller, sent.slice(0, 1));
    caller.session.socket.terminate();
    expect(await caller.closed).toBe(1006);
    const receipt = await receiptOf(caller.runId);
    expect(receipt.outcome).toBe("partial");
    expect(receipt.observed?.transfer).toMatchObject({
      state: "incomplete",
      socket: { close_code: null, closed_by: "engine" },
    });
  });

  it.each([
    [1000, "complete"],
    [1011, "partial"],
  ])("that the vendor closes with %i ends with that code at the caller", async (code, outcome) => {
    answerEach();
    const caller = await open(way.path, way.protocols, way.headers);
    await talk(caller, sent.slice(0, 1));
    caller.session.socket.close(code, "the vendor's reason");
    expect(await caller.closed).toBe(code);
    const receipt = await receiptOf(caller.runId);
    expect(receipt.outcome).toBe(outcome);
    expect(receipt.observed?.transfer?.socket).toMatchObject({ close_code: code, closed_by: "engine" });
  });
});

// The SDK joins its base URL and the path with two slashes.
it("serves the Live sessions of Google's SDK", async () => {
  vendor.onMessage = ({ socket }, message) => {
    const turn = { modelTurn: { role: "model", parts: [{ text: "Hello" }] }, turnComplete: true };
    socket.send(
      Buffer.from(
        JSON.stringify("setup" in JSON.parse(message) ? { setupComplete: {} } : { serverContent: turn }),
      ),
    );
  };
  const messages: LiveServerMessage[] = [];
  const client = new GoogleGenAI({ apiKey: CALLER_KEY, httpOptions: { baseUrl: daemon.url } });
  const closed = Promise.withResolvers<number>();
  const live = await client.live.connect({
    model: "gemini-live",
    callbacks: {
      onmessage: (message) => void messages.push(message),
      onclose: ({ code }) => closed.resolve(code),
    },
  });
  const session = vendor.sessions.at(-1)!;
  live.sendClientContent({ turns: "Hi" });
  await until(() => messages.some(({ serverContent }) => serverContent?.turnComplete === true));
  live.close();
  await session.closed;
  await closed.promise;
  expect(messages.map(({ text }) => text).filter((text) => text !== undefined)).toEqual(["Hello"]);
  expect(session.target).toContain(LIVE_PATH);
  expect(session.target).not.toContain("//");
  expect(JSON.stringify([session.target, session.headers])).toContain(ACCOUNT_KEY);
  expect(JSON.parse(session.messages[0]!)).toMatchObject({ setup: { model: "models/gemini-live" } });
});

it("keeps the keys out of logs, receipts and everything on disk", async () => {
  // Then the receipt of the last session is written, too.
  daemon.signal("SIGTERM");
  const { out, error } = await daemon.ended;
  const file = join(home.root, "log.jsonl");
  const ended = await home.run("receipt", "log", "--export", file);
  expect([ended.code, ended.error]).toEqual([0, expect.anything()]);
  const lines = readFileSync(file, "utf8").trim().split("\n");
  expect(lines).toHaveLength(vendor.sessions.length);
  for (const key of [CALLER_KEY, ACCOUNT_KEY]) {
    expect(out + error + ended.out + ended.error).not.toContain(key);
    const holding = filesBelow(home.root).filter((path) => readFileSync(path).includes(key));
    expect(holding).toEqual([join(home.root, "backplane.toml")]);
  }
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}
