import { AbpError, ExitCode, type Receipt } from "../../../contract/index.ts";
import { type Dialect, findDialect, Origins } from "../../../dialects/index.ts";
import {
  type CollectedAnswer,
  collectAnswer,
  type OpenedGateway,
  openGateway,
} from "../../../gateway/index.ts";
import { parseAsWritten } from "../../../lib/index.ts";
import type { CommandAction } from "../../command.ts";
import { showLosses } from "../../display/losses.ts";
import { receiptFacts } from "../../display/receipt.ts";
import { renderFacts } from "../../display/table.ts";
import { oneQuestion, writeQuestion } from "../../display/try-it.ts";
import { openStore } from "../../ledger.ts";
import { loadSettings } from "../../settings.ts";
import { readInput } from "../../terminal/input.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** Sends one prompt in any dialect to any engine, and prints the answer, the losses and the receipt. */
export const call: CommandAction = async (terminal, request) => {
  const { host } = terminal;
  const { config } = await loadSettings(terminal);
  const { options } = request;
  const dialect = findDialect(options["dialect"] as string);
  const prompt = request.arguments[0] as string;
  const text = prompt === "-" ? Buffer.from(await readInput(terminal, "-")).toString("utf8") : prompt;
  const store = await openStore(terminal, config);
  const token = Buffer.from(host.random(32)).toString("base64url");
  const gateway = openGateway({ config, store, env: host.env, token });
  try {
    const question = oneQuestion(
      (options["model"] as string | undefined) ?? "sim-model",
      text,
      options["system"] as string | undefined,
    );
    const { path, body } = writeQuestion(dialect, question);
    const headers = ["content-type", "application/json", "x-abp-key", token, ...controlHeaders(options)];
    const { answer, runId } = await send(
      gateway,
      { path, headers, body: Buffer.from(JSON.stringify(body)) },
      host.signal,
    );
    const stored = await store.ledger(config.receipts.tenant).find(runId);
    show(terminal, dialect, answer, stored?.receipt);
    return answer.status < 400 ? ExitCode.ok : ExitCode.failed;
  } finally {
    await gateway.close();
    await store.close();
  }
};

function controlHeaders(options: Readonly<Record<string, unknown>>): string[] {
  const engine = options["engine"] as string | undefined;
  return [
    ...(engine === undefined ? [] : ["x-abp-engine", engine]),
    ...(options["strict"] === true ? ["x-abp-compatibility", "strict"] : []),
  ];
}

async function send(
  gateway: OpenedGateway,
  question: { readonly path: string; readonly headers: readonly string[]; readonly body: Buffer },
  signal: AbortSignal,
): Promise<{ answer: CollectedAnswer; runId: string }> {
  // An aborted signal announces nothing to listeners that are added later.
  signal.throwIfAborted();
  const admission = gateway.admit({ method: "POST", target: question.path, headers: question.headers });
  const collected = collectAnswer();
  const left = Promise.withResolvers<never>();
  const running = gateway.call(admission, question.body, collected.sink);
  signal.addEventListener("abort", () => {
    running.leave("client_gone");
    left.reject(new AbpError("run_cancelled", "the call was cancelled"));
  });
  const answer = await Promise.race([collected.answer, left.promise]);
  await running.recorded;
  return { answer, runId: running.runId };
}

function show(
  terminal: Terminal,
  dialect: Dialect,
  { status, body: text }: CollectedAnswer,
  receipt: Receipt | undefined,
): void {
  const body = parseAsWritten(text);
  if (terminal.json) {
    terminal.outJson({ status, body, receipt });
    return;
  }
  if (status >= 400) terminal.out(terminal.colors.red(dialect.readError(status, body).message));
  else terminal.out(textOf(dialect, body));
  for (const report of receipt?.mapping ?? []) terminal.say("", ...showLosses(terminal, report, false));
  if (receipt !== undefined) terminal.say("", ...renderFacts(receiptFacts(receipt)));
}

function textOf(dialect: Dialect, body: unknown): string {
  const [first] = dialect.readReply(body, new Origins()).candidates;
  return (first?.content ?? []).flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}
