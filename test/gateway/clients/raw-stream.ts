import type { TestGateway } from "../test-gateway.ts";

const model = "sim-model";
const messages = (content: string) => [{ role: "user" as const, content }];

/** How each vendor's caller asks for a stream, for looking at its bytes. */
export const streaming: Record<string, (text: string) => { path: string; body: unknown }> = {
  claude: (text) => ({
    path: "/v1/messages",
    body: { model, max_tokens: 100, messages: messages(text), stream: true },
  }),
  openai: (text) => ({
    path: "/v1/chat/completions",
    body: { model, messages: messages(text), stream: true },
  }),
  codex: (text) => ({ path: "/v1/responses", body: { model, input: text, stream: true } }),
  gemini: (text) => ({
    path: `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
    body: { contents: [{ role: "user", parts: [{ text }] }] },
  }),
};

/** Asks for a stream and reads it until it ends, or for so long. */
export async function readStream(
  gateway: TestGateway,
  dialect: string,
  engine: string,
  text: string,
  forMs = 5000,
) {
  const { path, body } = streaming[dialect]!(text);
  const leaving = new AbortController();
  const timer = setTimeout(() => leaving.abort(), forMs);
  const answer = await fetch(gateway.baseUrl + path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-abp-key": gateway.token,
      "x-abp-engine": engine,
      ...(dialect === "claude" ? { "anthropic-version": "2023-06-01" } : {}),
    },
    body: JSON.stringify(body),
    signal: leaving.signal,
  });
  let seen = "";
  try {
    for await (const chunk of answer.body!) seen += Buffer.from(chunk).toString("utf8");
  } catch {
    // Either side may have gone; what came until then is what counts.
  }
  clearTimeout(timer);
  return { status: answer.status, headers: answer.headers, text: seen };
}
