import { isDeepStrictEqual } from "node:util";
import type { Usage } from "../../contract/index.ts";
import { failureWords } from "../failure-words.ts";
import type { LineWriter } from "../lines/line-writer.ts";
import type { RunEnd, RunRequest, RunStarter, StartedRun } from "../run-starter.ts";
import type { Conversation } from "../sessions/conversation.ts";
import { ItemWriter } from "./item-writer.ts";

/** What a turn of Codex is made of. */
export interface CodexSetting {
  readonly starter: RunStarter;
  readonly writer: LineWriter;
  readonly thread: Pick<Conversation, "id" | "ended" | "used">;
  /** Aborts when the process is asked to end. */
  readonly signal: AbortSignal;
}

/** How a turn ended. */
export interface CodexEnd {
  readonly exit: number;
  /** The last message of the agent. */
  readonly lastText: string | undefined;
}

/** Runs one turn as `codex exec` does: a prompt in, lines of JSON out. */
export class CodexStandIn {
  readonly #setting: CodexSetting;
  readonly #items: ItemWriter;

  constructor(setting: CodexSetting) {
    this.#setting = setting;
    this.#items = new ItemWriter(setting.writer, setting.starter.backend);
  }

  async execute(request: RunRequest): Promise<CodexEnd> {
    const { starter, writer, thread, signal } = this.#setting;
    await writer.write({ type: "thread.started", thread_id: thread.id });
    await writer.write({ type: "turn.started" });
    for (const note of request.notes ?? []) await this.#items.note(note);
    let run: StartedRun;
    try {
      run = await starter.start(request, {
        approve: async ({ tool }) => ({ deny: `nobody can be asked for ${tool}` }),
      });
    } catch (error) {
      return this.#failed(failureWords(error));
    }
    const cancel = () => run.cancel(String(signal.reason));
    if (signal.aborted) cancel();
    signal.addEventListener("abort", cancel);
    try {
      return await this.#follow(run, request.task);
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  }

  async #follow(run: StartedRun, prompt: string): Promise<CodexEnd> {
    const { writer, thread } = this.#setting;
    try {
      for await (const event of run.events) await this.#items.event(event);
      const end = await run.result;
      await thread.ended({ runId: run.runId, hasSession: end.hasSession, usage: end.usage }, prompt);
      await this.#items.end();
      if (end.error !== undefined) return await this.#failed(failureWords(end.error));
      await this.#structured(end);
      await writer.write({ type: "turn.completed", usage: usageOf(thread.used ?? end.usage) });
      return { exit: 0, lastText: this.#items.lastText };
    } catch (error) {
      // Nobody follows the run any more.
      run.cancel("its events could not be passed on");
      await run.result.catch(() => undefined);
      return this.#failed(failureWords(error));
    }
  }

  /** The last message of Codex is the answer itself, so it is repeated if the agent gave it in another way. */
  async #structured({ structuredOutput }: RunEnd): Promise<void> {
    if (structuredOutput === undefined) return;
    if (!isDeepStrictEqual(parsed(this.#items.lastText), structuredOutput)) {
      await this.#items.message(JSON.stringify(structuredOutput));
    }
  }

  async #failed(message: string): Promise<CodexEnd> {
    await this.#setting.writer.write({ type: "turn.failed", error: { message } });
    return { exit: 1, lastText: this.#items.lastText };
  }
}

/** The usage in the members of Codex, where cached tokens are part of the input too. */
function usageOf(usage: Partial<Usage>): object {
  return {
    input_tokens: usage.input_tokens ?? 0,
    cached_input_tokens: usage.cache_read_tokens ?? 0,
    cache_write_input_tokens: usage.cache_write_tokens ?? 0,
    output_tokens: usage.output_tokens ?? 0,
    reasoning_output_tokens: usage.reasoning_tokens ?? 0,
  };
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    // An answer in words.
    return undefined;
  }
}
