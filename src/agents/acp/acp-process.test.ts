import { expect, it } from "vitest";
import type { JsonObject } from "../../lib/index.ts";
import { FakeContext } from "../host/fixtures/fake-context.ts";
import { type AcpListener, AcpProcess } from "./acp-process.ts";
import type { AcpHook, AcpProfile } from "./acp-profile.ts";
import { type Answer, FakeAcpAgent } from "./fixtures/fake-acp-agent.ts";
import { acpProfile } from "./profile.ts";

const hook: AcpHook = {
  read: (question) => ({ nativeName: "shell", input: question, id: "h" }),
  isAbout: () => true,
};
const { signal } = new AbortController();
const { workOrder } = new FakeContext();

/** A listener that notes what it gets, and allows everything. */
function listen() {
  const heard: unknown[] = [];
  const listener: AcpListener = {
    onMessage: (message, characters, receive) => {
      heard.push([message["method"] ?? "answer", characters]);
      return receive();
    },
    onForeignLine: async () => void heard.push("foreign"),
    onUpdate: async (update) => void heard.push(update),
    onPermission: async () => ({ asked: true }),
    onHook: async (_, question) => {
      heard.push(question);
      return { verdict: "allow", reason: "" };
    },
  };
  return { heard, listener };
}

async function open(answers: Record<string, Answer> = {}, profile: Partial<AcpProfile> = { hook }) {
  const agent = new FakeAcpAgent(answers);
  const acp = await AcpProcess.start({ profile: { ...acpProfile, ...profile }, ...agent.setting });
  const state = () => ({
    session: acp.session,
    isOpen: acp.isOpen,
    isIdle: acp.isIdle,
    hasEnded: acp.hasEnded,
  });
  return { agent, acp, state };
}

it("a process has nothing to do between two orders, in which nobody allows a tool or hears it", async () => {
  const { agent, acp, state } = await open();
  const own = { session: undefined, isOpen: false, isIdle: false, hasEnded: false };
  expect([state(), acp.usedBefore]).toEqual([own, {}]);
  const { heard, listener } = listen();
  expect((await acp.take(listener, workOrder, signal)).id).toBe("session-1");
  expect(state()).toEqual({ ...own, session: "session-1", isOpen: true });
  heard.length = 0;
  const update: JsonObject = { sessionUpdate: "x" };
  const call: JsonObject = { toolCallId: "t" };
  await agent.update(update);
  await agent.line(" ");
  await agent.line("no JSON");
  const allowed = [await agent.hook({ a: 1 }), await agent.permission(call)];
  expect(allowed).toEqual([{ verdict: "allow", reason: "" }, { asked: true }]);
  expect(heard).toEqual([
    ["session/update", expect.any(Number)],
    update,
    "foreign",
    { a: 1 },
    ["session/request_permission", expect.any(Number)],
  ]);
  heard.length = 0;
  acp.leave({ input_tokens: 3 });
  expect([state(), acp.usedBefore]).toEqual([
    { ...own, session: "session-1", isOpen: true, isIdle: true },
    { input_tokens: 3 },
  ]);
  await agent.update(update);
  await agent.line("no JSON");
  expect([await agent.hook({ a: 1 }), await agent.permission(call), heard]).toEqual([
    { verdict: "deny", reason: "no order is under way" },
    { outcome: { outcome: "selected", optionId: "no" } },
    [],
  ]);
  await acp.end();
  expect([state(), agent.steps, agent.ends, agent.hooksClosed]).toEqual([
    { ...own, session: "session-1", isOpen: true, hasEnded: true },
    ["input closed"],
    1,
    true,
  ]);
  await acp.end();
  expect(agent.ends).toBe(1);
});

it.each<[string, boolean, readonly string[], readonly string[]]>([
  ["has no session, by closing its input", false, ["input closed"], []],
  ["has one, by asking it to cancel", true, [], ["session/cancel"]],
])("a process is stopped that %s", async (_, hasSession, steps, methods) => {
  const { agent, acp } = await open({ "session/cancel": (_params, one) => one.exit() });
  if (hasSession) await acp.take(listen().listener, workOrder, signal);
  agent.received.length = 0;
  await acp.cancel();
  expect([agent.steps, agent.received.map(({ method }) => method)]).toEqual([steps, methods]);
});

it("an agent that cannot be started leaves no hooks open", async () => {
  const agent = new FakeAcpAgent();
  const start = () => Promise.reject(new Error("no program"));
  await expect(
    AcpProcess.start({ ...agent.setting, profile: { ...acpProfile, hook }, start }),
  ).rejects.toThrow("no program");
  expect(agent.hooksClosed).toBe(true);
});
