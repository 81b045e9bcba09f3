import { expect, it } from "vitest";
import { buildWorkOrder } from "../../../contract/index.ts";
import { claudeArguments, resumeArguments } from "./arguments.ts";

const always = [
  ...["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"],
  ...["--include-partial-messages", "--replay-user-messages"],
  ...["--permission-prompt-tool", "stdio", "--permission-mode", "default"],
  ...["--setting-sources", "", "--strict-mcp-config", "--disallowedTools"],
];

it("are the same for every run if the order says nothing", () => {
  const args = claudeArguments(buildWorkOrder("id", "task"), undefined);
  expect(args.slice(0, -1)).toEqual(always);
  expect(args.at(-1)).toContain("AskUserQuestion,EnterPlanMode");
});

it("name the servers, the model and the limit of turns, and no conversation", () => {
  const order = buildWorkOrder("id", "task", {
    config: { model: "m", max_turns: 0 },
    resume: { run_id: "r", session: "s" },
  });
  const args = claudeArguments(order, "/home/mcp.json").slice(always.length + 1);
  expect(args).toEqual(["--mcp-config", "/home/mcp.json", "--model", "m", "--max-turns", "0"]);
});

it("name the session to go on with, and fork it only if the order says so", () => {
  const resume = { run_id: "r", session: "s" };
  expect(resumeArguments({ resume: { ...resume, fork: true } })).toEqual(["--resume", "s", "--fork-session"]);
  expect(resumeArguments({ resume: { ...resume, fork: false } })).toEqual(["--resume", "s"]);
  expect(resumeArguments({})).toEqual([]);
});
