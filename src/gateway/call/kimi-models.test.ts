import { expect, it } from "vitest";
import { ConfigSchema } from "../../config/index.ts";
import { openEngines } from "../../engines/index.ts";
import { RecordingSink } from "../fixtures/recording-sink.ts";
import { admissionTo, bodyOf, type TestContext, testContext } from "../fixtures/test-context.ts";
import { ModelCall } from "./model-call.ts";

interface Answer {
  readonly status: number | undefined;
  readonly body: { readonly choices: readonly { readonly message: Message }[] };
}

interface Message {
  readonly tool_calls: readonly { readonly id: string }[];
}

async function ask(context: TestContext, body: object, headers: readonly string[] = []): Promise<Answer> {
  const sink = new RecordingSink();
  const call = new ModelCall(
    context,
    admissionTo("/v1/chat/completions", headers),
    bodyOf(body),
    sink,
  ).start();
  await sink.over;
  await call.recorded;
  return { status: sink.status, body: JSON.parse(sink.text) };
}

it.each(["kimi-k2.6", "kimi-k3"])(
  "a client of OpenAI's API may answer a call of %s without its thinking",
  async (model) => {
    const settings = { preset: "sim", dialect: "kimi", strict: true };
    const config = ConfigSchema.parse({ engines: { moonshot: settings } });
    const engine = openEngines(config.engines, { env: {} }).get("moonshot");
    const context = testContext({ engines: [engine], defaultEngine: "moonshot" });
    const tools = [
      { type: "function", function: { name: "add", parameters: { type: "object", properties: {} } } },
    ];
    const question = { role: "user", content: "sim: think hm\nsim: call add {}" };
    const first = await ask(context, { model, tools, messages: [question] });
    expect(first).toMatchObject({ status: 200 });
    const { tool_calls: calls } = first.body.choices[0]!.message;
    const messages = [
      question,
      { role: "assistant", content: null, tool_calls: calls },
      { role: "tool", tool_call_id: calls[0]!.id, content: "3" },
    ];
    expect(await ask(context, { model, tools, messages })).toMatchObject({ status: 200 });
    const own = await ask(context, { model, tools, messages }, ["x-msh-platform", "kimi_code_cli"]);
    expect(own).toMatchObject({ status: 400 });
  },
);
