import { expect, it } from "vitest";
import { buildWorkOrder } from "../../../contract/index.ts";
import { claudeArguments } from "./arguments.ts";

const always = [
  ...["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"],
  ...["--include-partial-messages", "--replay-user-messages"],
  ...["--permission-prompt-tool", "stdio", "--permission-mode", "default"],
  ...["--setting-sources", "", "--strict-mcp-config", "--disallowedTools"],
];

it("are the same for every run where the order says nothing", () => {
  const args = claudeArguments(buildWorkOrder("id", "task"), undefined);
  expect(args.slice(0, -1)).toEqual(always);
  expect(args.at(-1)).toContain("AskUserQuestion,EnterPlanMode");
});

it("name the servers, the model, the limit of turns and the session", () => {
  const order = buildWorkOrder("id", "task", {
    config: { model: "m", max_turns: 0 },
    resume: { run_id: "r", session: "s" },
  });
  const args = claudeArguments(order, "/home/mcp.json").slice(always.length + 1);
  expect(args).toEqual([
    "--mcp-config",
    "/home/mcp.json",
    "--model",
    "m",
    "--max-turns",
    "0",
    "--resume",
    "s",
  ]);
});

it("fork a session only where the order says so", () => {
  const resume = { run_id: "r", session: "s" };
  const forked = claudeArguments(buildWorkOrder("id", "t", { resume: { ...resume, fork: true } }), undefined);
  expect(forked.slice(-3)).toEqual(["--resume", "s", "--fork-session"]);
  const plain = claudeArguments(buildWorkOrder("id", "t", { resume: { ...resume, fork: false } }), undefined);
  expect(plain.slice(-2)).toEqual(["--resume", "s"]);
});
