import { describe, expect, it } from "vitest";
import type { Resume } from "../../../contract/index.ts";
import type { JsonValue } from "../../../lib/index.ts";
import { FakeContext } from "../../host/fixtures/fake-context.ts";
import { JsonRpcError } from "../../host/json-rpc-peer.ts";
import type { AcpProfile } from "../acp-profile.ts";
import { acpProfile } from "../profile.ts";
import { type AcpPeer, AcpSession } from "./acp-session.ts";

interface Sent {
  readonly method: string;
  readonly params: object;
  readonly timeoutMs?: number | undefined;
}

function peer(answers: Readonly<Record<string, JsonValue | Error>>): AcpPeer & { readonly sent: Sent[] } {
  const sent: Sent[] = [];
  return {
    sent,
    request: async (method, params, timeoutMs) => {
      sent.push({ method, params, timeoutMs });
      const answer = answers[method] ?? {};
      if (answer instanceof Error) throw answer;
      return answer;
    },
    notify: (method, params) => void sent.push({ method, params }),
  };
}

const can = (capabilities: JsonValue): JsonValue => ({ agentCapabilities: capabilities });
const created = { "session/new": { sessionId: "s1" } };

function open(fake: AcpPeer, profile: Partial<AcpProfile> = {}, resume?: Resume) {
  const { workOrder } = new FakeContext();
  const order = resume === undefined ? workOrder : { ...workOrder, resume };
  return AcpSession.open(fake, { ...acpProfile, ...profile }, order);
}

describe("a session", () => {
  it("begins with a greeting that offers neither files nor terminals", async () => {
    const fake = peer(created);
    const session = await open(fake);
    expect(session).toMatchObject({ id: "s1", takesImages: false, repeatsHistory: false });
    expect(fake.sent).toMatchObject([
      {
        method: "initialize",
        params: {
          protocolVersion: 1,
          clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
        },
        timeoutMs: 120_000,
      },
      { method: "session/new", params: { cwd: "/workspace", mcpServers: [] }, timeoutMs: 120_000 },
    ]);
  });

  it("is settled when the agent is in its mode again", async () => {
    const fake = peer(created);
    await (await open(fake, { mode: "default" })).settle();
    const params = { sessionId: "s1", modeId: "default" };
    expect(fake.sent.at(-1)).toEqual({ method: "session/set_mode", params, timeoutMs: 5000 });
    const lost = { ...created, "session/set_mode": new JsonRpcError(-32_602, "no such session") };
    const session = await open(peer(created), { mode: "default" });
    await expect(session.settle()).resolves.toBeUndefined();
    await expect(open(peer(lost), { mode: "default" })).rejects.toThrow("no such session");
  });

  it.each([
    [
      "is settled when an agent without modes answers, if only with an error",
      new JsonRpcError(-32_601, "what?"),
      true,
    ],
    ["is not settled while the agent does not answer", new Error("no answer in 5000 ms"), false],
  ])("%s", async (_, answer, isSettled) => {
    const session = await open(peer({ ...created, "_agent-backplane/ping": answer }));
    const settled = await session.settle().then(
      () => true,
      () => false,
    );
    expect(settled).toBe(isSettled);
  });

  it("is authenticated and set to a mode if the profile says so", async () => {
    const fake = peer(created);
    await open(fake, { authentication: "key", mode: "default" });
    expect(fake.sent.map(({ method, params }) => [method, params]).slice(1)).toEqual([
      ["authenticate", { methodId: "key" }],
      ["session/new", { cwd: "/workspace", mcpServers: [] }],
      ["session/set_mode", { sessionId: "s1", modeId: "default" }],
    ]);
  });

  it("knows whether the agent takes images", async () => {
    const greeting = can({ promptCapabilities: { image: true } });
    expect((await open(peer({ ...created, initialize: greeting }))).takesImages).toBe(true);
  });

  it("fails if the agent does not name it", async () => {
    await expect(open(peer({ "session/new": {} }))).rejects.toThrow("did not name it");
    await expect(open(peer({ "session/new": null }))).rejects.toThrow("did not name it");
  });

  it("sends a prompt without a time limit, and a cancel", async () => {
    const fake = peer({ ...created, "session/prompt": { stopReason: "end_turn" } });
    const session = await open(fake);
    expect(await session.prompt([{ type: "text", text: "x" }])).toEqual({ stopReason: "end_turn" });
    expect(fake.sent.at(-1)).toEqual({
      method: "session/prompt",
      params: { sessionId: "s1", prompt: [{ type: "text", text: "x" }] },
      timeoutMs: undefined,
    });
    session.cancel();
    expect(fake.sent.at(-1)).toEqual({ method: "session/cancel", params: { sessionId: "s1" } });
  });
});

describe("an earlier session", () => {
  const earlier = { run_id: "r", session: "s0" };
  const place = { cwd: "/workspace", mcpServers: [], sessionId: "s0" };

  it("is resumed if the agent can, so that it is not repeated", async () => {
    const greeting = can({ loadSession: true, sessionCapabilities: { resume: {}, fork: {} } });
    const fake = peer({ initialize: greeting });
    expect(await open(fake, {}, earlier)).toMatchObject({ id: "s0", repeatsHistory: false });
    expect(fake.sent.at(-1)).toMatchObject({ method: "session/resume", params: place });
  });

  it("is loaded otherwise", async () => {
    const fake = peer({ initialize: can({ loadSession: true }) });
    expect(await open(fake, { mode: "m" }, earlier)).toMatchObject({ id: "s0", repeatsHistory: true });
    expect(fake.sent.slice(1)).toMatchObject([
      { method: "session/load", params: place },
      { method: "session/set_mode", params: { sessionId: "s0" } },
    ]);
  });

  it("is forked into a session with a name of its own", async () => {
    const greeting = can({ loadSession: true, sessionCapabilities: { fork: {} } });
    const fake = peer({ initialize: greeting, "session/fork": { sessionId: "s9" } });
    expect(await open(fake, {}, { ...earlier, fork: true })).toMatchObject({
      id: "s9",
      repeatsHistory: false,
    });
    expect(fake.sent.at(-1)).toMatchObject({ method: "session/fork", params: place });
  });

  it("is refused if the agent cannot continue or fork any", async () => {
    await expect(open(peer({}), {}, earlier)).rejects.toThrow("the agent cannot resume a conversation");
    const greeting = can({ loadSession: true });
    await expect(open(peer({ initialize: greeting }), {}, { ...earlier, fork: true })).rejects.toThrow(
      "the agent cannot fork a conversation",
    );
  });

  it("is named if the agent does not have it", async () => {
    const fake = peer({ initialize: can({ loadSession: true }), "session/load": new Error("gone") });
    await expect(open(fake, {}, earlier)).rejects.toThrow("the agent does not continue s0: gone");
  });
});
