/**
 * Opens a gateway inside this process and sends one Anthropic request to a simulated Gemini engine.
 * It needs no key and no network. In a checkout: npm run build && npx node examples/in-process-gateway.ts
 */
import { openStore } from "agent-backplane";
import { loadConfig } from "agent-backplane/config";
import { collectAnswer, openGateway } from "agent-backplane/gateway";

// Reads backplane.toml, ABP_* variables and defaults. Without engines in it, the gateway has simulated ones.
const { config } = loadConfig();
const store = await openStore(config);
const token = "a key of this process";
const gateway = openGateway({ config, store, env: process.env, token });
try {
  const admission = gateway.admit({
    method: "POST",
    target: "/claude/v1/messages",
    headers: ["x-abp-key", token, "x-abp-engine", "sim-gemini", "content-type", "application/json"],
  });
  const request = {
    model: "claude-sonnet-4-5",
    max_tokens: 64,
    messages: [{ role: "user", content: "Say hello" }],
  };
  const { sink, answer } = collectAnswer();
  const call = gateway.call(admission, Buffer.from(JSON.stringify(request)), sink);
  const { status, body } = await answer;
  console.log(status, (JSON.parse(body) as { content: { text: string }[] }).content[0]?.text);

  await call.recorded;
  const receipt = await gateway.receipt(config.receipts.tenant, call.runId);
  console.log(receipt?.outcome, receipt?.mode, receipt?.backend.id);
} finally {
  await gateway.close();
  await store.close();
}
