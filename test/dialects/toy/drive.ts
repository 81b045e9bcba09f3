/**
 * Derives the files of the repository, sends calls through a whole daemon with simulated engines, and runs commands, all with the
 * toy dialect; prints the outcome as JSON. The test of the toy dialect runs it after `registered.ts`, which adds the toy.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { TestMachine } from "../../../src/cli/fixtures/console.ts";
import { openTestGateway } from "../../gateway/test-gateway.ts";

const toyRequest = { model: "m", lines: [{ by: "user", text: "hello there" }], limit: 50 };
const claudeRequest = {
  model: "m",
  max_tokens: 50,
  messages: [{ role: "user", content: "hello there" }],
};

async function callAll() {
  const gateway = await openTestGateway({});
  const send = async (path: string, engine: string, body: object) => {
    const answer = await fetch(`${gateway.baseUrl}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-abp-key": gateway.token, "x-abp-engine": engine },
      body: JSON.stringify(body),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const answers = {
    passthrough: await send("/v1/say", "sim-toy", toyRequest),
    passthroughStream: await send("/v1/say", "sim-toy", { ...toyRequest, stream: true }),
    toClaude: await send("/v1/say", "sim-claude", toyRequest),
    toClaudeStream: await send("/v1/say", "sim-claude", { ...toyRequest, stream: true }),
    fromClaude: await send("/v1/messages", "sim-toy", claudeRequest),
    fromClaudeStream: await send("/v1/messages", "sim-toy", { ...claudeRequest, stream: true }),
    refused: await send("/v1/messages", "sim-toy", {
      ...claudeRequest,
      tools: [{ name: "f", input_schema: { type: "object" } }],
    }),
  };
  const receipts = await gateway.receipts();
  await gateway.close();
  return { answers, receipts };
}

async function runCommands() {
  const machine = new TestMachine();
  const request = { model: "m", lines: [{ by: "user", text: "hi" }], extra: 1 };
  writeFileSync(join(machine.root, "request.json"), JSON.stringify(request));
  const run = (line: string) => machine.run(line.split(" "));
  const commands = {
    translated: await run("translate --from toy --to claude request.json"),
    explained: await run("explain request.json --to gemini --json"),
    called: await run("call Hello --dialect toy --engine sim-gemini --json"),
  };
  machine.close();
  return commands;
}

const { derivedFiles } = await import("../../../scripts/generate.ts");
const files = Object.fromEntries(await derivedFiles());
process.stdout.write(JSON.stringify({ files, ...(await callAll()), commands: await runCommands() }));
