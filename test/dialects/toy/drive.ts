/**
 * Sends calls through a whole daemon with simulated engines and prints the answers and receipts as JSON. The test of
 * the toy dialect runs it in a copy of the repository that has the toy registered.
 */
import { openTestGateway } from "../../gateway/test-gateway.ts";

const gateway = await openTestGateway({});
const toyRequest = { model: "m", lines: [{ by: "user", text: "hello there" }], limit: 50 };
const claudeRequest = {
  model: "m",
  max_tokens: 50,
  messages: [{ role: "user", content: "hello there" }],
};

async function send(path: string, engine: string, body: object): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${gateway.baseUrl}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-abp-key": gateway.token, "x-abp-engine": engine },
    body: JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
}

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
process.stdout.write(JSON.stringify({ answers, receipts }));
