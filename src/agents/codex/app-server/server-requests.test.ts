import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../lib/index.ts";
import type { EventDraft, ToolDecision } from "../../../sidecar/index.ts";
import { EventWriter } from "../../host/event-writer.ts";
import { FakeContext } from "../../host/fixtures/fake-context.ts";
import { ItemEvents } from "./item-events.ts";
import { ServerRequests } from "./server-requests.ts";

let events: EventDraft[];
let asked: [string, unknown][];
let answers: (ToolDecision | Error)[];
let items: ItemEvents;
let requests: ServerRequests;

const allow: ToolDecision = { verdict: "allow", reason: "" };
const deny: ToolDecision = { verdict: "deny", reason: "rule 1" };

beforeEach(() => {
  events = [];
  asked = [];
  answers = [];
  const writer = new EventWriter({
    workOrder: new FakeContext({ workspace: { root: "/w" } }).workOrder,
    emit: async (event) => {
      events.push(event);
    },
  });
  items = new ItemEvents(writer);
  requests = new ServerRequests({
    writer,
    items,
    askTool: async (name, input) => {
      asked.push([name, input]);
      const answer = answers.shift() ?? allow;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
});

const command: JsonObject = { type: "commandExecution", id: "c", command: "/bin/bash -lc ls", cwd: "/w" };
const aboutCommand = "item/commandExecution/requestApproval";
const aboutFiles = "item/fileChange/requestApproval";
const types = () => events.map(({ type }) => type);

describe("a command that Codex asks for", () => {
  const params = { kind: "command", itemId: "c", command: "/bin/bash -lc ls", cwd: "/w" };

  beforeEach(() => items.started(command, undefined));

  it("is accepted once, and its call carries the request", async () => {
    await expect(requests.answer(aboutCommand, params)).resolves.toEqual({ decision: "accept" });
    expect(asked).toEqual([["Bash", { command: "ls", cwd: "/w" }]]);
    expect(events).toMatchObject([
      { type: "tool_call", tool_use_id: "c", ext: { raw_message: { method: aboutCommand, params } } },
    ]);
  });

  it("is declined if it is denied", async () => {
    answers = [deny];
    await expect(requests.answer(aboutCommand, params)).resolves.toEqual({ decision: "decline" });
    expect(events).toMatchObject([
      {
        type: "warning",
        message: "tool denied: rule 1 (Bash)",
        ext: { raw_message: { method: aboutCommand } },
      },
    ]);
  });

  it("ends the turn if the run is cancelled before the answer", async () => {
    answers = [new Error("cancelled")];
    await expect(requests.answer(aboutCommand, params)).resolves.toEqual({ decision: "cancel" });
    expect(events).toMatchObject([{ type: "warning", message: "tool denied: the run is cancelled (Bash)" }]);
    expect(items.find("c")!.state).toBe("denied");
  });

  it("is asked for again if Codex asks again, without another call", async () => {
    await requests.answer(aboutCommand, params);
    answers = [allow, deny];
    await expect(requests.answer(aboutCommand, params)).resolves.toEqual({ decision: "accept" });
    const second = { ...params, approvalId: "sub-command", command: "rm -r x" };
    await expect(requests.answer(aboutCommand, second)).resolves.toEqual({ decision: "decline" });
    expect(asked.map(([, input]) => input)).toEqual([
      { command: "ls", cwd: "/w" },
      { command: "ls", cwd: "/w" },
      { command: "rm -r x", cwd: "/w" },
    ]);
    expect(types()).toEqual(["tool_call", "warning"]);
  });
});

describe("input for a command that runs", () => {
  const params = { kind: "writeStdin", itemId: "c", approvalId: "a", command: "yes", cwd: "/w" };

  it("is asked for like a command", async () => {
    await items.started(command, undefined);
    answers = [allow, deny, new Error("cancelled")];
    await expect(requests.answer(aboutCommand, params)).resolves.toEqual({ decision: "accept" });
    await expect(requests.answer(aboutCommand, params)).resolves.toEqual({ decision: "decline" });
    await expect(requests.answer(aboutCommand, params)).resolves.toEqual({ decision: "cancel" });
    expect(asked[0]).toEqual(["Bash", { command: "yes", cwd: "/w" }]);
    expect(types()).toEqual(["warning"]);
    expect(items.find("c")!.state).toBe("undecided");
  });

  it("and a command without an item are asked for too, and denied under the id of the item", async () => {
    answers = [deny];
    const lone = { kind: "command", itemId: "lone", command: "ls", cwd: "/w" };
    await expect(requests.answer(aboutCommand, lone)).resolves.toEqual({ decision: "decline" });
    expect(asked).toEqual([["Bash", { command: "ls", cwd: "/w" }]]);
    await items.completed({ ...command, id: "lone", status: "declined" }, undefined);
    expect(events).toMatchObject([
      { type: "warning" },
      { type: "tool_result", tool_use_id: "lone", is_error: true },
    ]);
  });
});

describe("a change of files that Codex asks for", () => {
  const item: JsonObject = {
    type: "fileChange",
    id: "f",
    changes: [
      { path: "/w/a", kind: { type: "add" }, diff: "a" },
      { path: "/w/b", kind: { type: "update" }, diff: "b" },
    ],
  };
  const params = { itemId: "f" };

  it("is asked for file by file", async () => {
    await items.started(item, undefined);
    await expect(requests.answer(aboutFiles, params)).resolves.toEqual({ decision: "accept" });
    expect(asked).toEqual([
      ["Write", { file_path: "/w/a", content: "a" }],
      ["Edit", { file_path: "/w/b", diff: "b" }],
    ]);
    expect(types()).toEqual(["tool_call", "tool_call"]);
  });

  it("is declined as a whole if one file is denied", async () => {
    await items.started(item, undefined);
    answers = [allow, deny];
    await expect(requests.answer(aboutFiles, params)).resolves.toEqual({ decision: "decline" });
    expect(types()).toEqual(["warning", "warning"]);
    answers = [deny];
    asked = [];
    await items.started({ ...item, id: "g" }, undefined);
    await expect(requests.answer(aboutFiles, { itemId: "g" })).resolves.toEqual({ decision: "decline" });
    expect(asked).toHaveLength(1);
  });

  it("is declined if nobody knows what it changes", async () => {
    await expect(requests.answer(aboutFiles, params)).resolves.toEqual({ decision: "decline" });
    expect(asked).toEqual([]);
  });
});

describe("a tool of an MCP server that Codex asks for", () => {
  const item: JsonObject = {
    type: "mcpToolCall",
    id: "m",
    server: "files",
    tool: "read",
    arguments: { a: 1 },
  };
  const params: JsonObject = {
    serverName: "files",
    mode: "form",
    message: 'Allow the files MCP server to run tool "read"?',
    _meta: { codex_approval_kind: "mcp_tool_call", tool_params: { a: 1 } },
  };
  const method = "mcpServer/elicitation/request";

  beforeEach(() => items.started(item, undefined));

  it("is accepted, declined or cancelled", async () => {
    await expect(requests.answer(method, params)).resolves.toEqual({
      action: "accept",
      content: {},
      _meta: null,
    });
    expect(asked).toEqual([["mcp__files__read", { a: 1 }]]);
    await items.started({ ...item, id: "n" }, undefined);
    answers = [deny];
    await expect(requests.answer(method, params)).resolves.toEqual({
      action: "decline",
      content: null,
      _meta: null,
    });
    await items.started({ ...item, id: "o" }, undefined);
    answers = [new Error("cancelled")];
    await expect(requests.answer(method, params)).resolves.toMatchObject({ action: "cancel", content: null });
  });

  it("is declined if it is a question of the server itself", async () => {
    const question = { ...params, _meta: { tool_params: { a: 1 } } };
    await expect(requests.answer(method, question)).resolves.toMatchObject({ action: "decline" });
    const unknown = { ...params, serverName: "other" };
    await expect(requests.answer(method, unknown)).resolves.toMatchObject({ action: "decline" });
    expect(asked).toEqual([]);
  });

  it("is found without arguments", async () => {
    await items.started({ type: "mcpToolCall", id: "p", server: "files", tool: "read" }, undefined);
    const bare = { ...params, _meta: { codex_approval_kind: "mcp_tool_call" } };
    await expect(requests.answer(method, bare)).resolves.toMatchObject({ action: "accept" });
    expect(asked).toEqual([["mcp__files__read", null]]);
  });
});

describe("other requests of Codex", () => {
  it("get no answer from a user and no permission", async () => {
    await expect(requests.answer("item/tool/requestUserInput", {})).resolves.toEqual({ answers: {} });
    await expect(requests.answer("item/permissions/requestApproval", {})).resolves.toEqual({
      permissions: {},
      scope: "turn",
    });
  });

  it("are refused by name", async () => {
    await expect(requests.answer("attestation/generate", {})).rejects.toMatchObject({
      code: -32_601,
      message: "attestation/generate is not offered by this client",
    });
  });
});
