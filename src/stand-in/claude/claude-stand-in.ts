import { AbpError, type McpServer } from "../../contract/index.ts";
import type { JsonObject } from "../../lib/index.ts";
import { failureWords } from "../failure-words.ts";
import { isObject, readLines, readObject, textMember } from "../lines/json-lines.ts";
import type { LineWriter } from "../lines/line-writer.ts";
import { MessageQueue } from "../message-queue.ts";
import type { RunRequest, RunStarter } from "../run-starter.ts";
import { Conversation, type ConversationPlace } from "../sessions/conversation.ts";
import { ClaudeTurn } from "./claude-turn.ts";
import { ControlChannel } from "./control-channel.ts";
import { answerControl } from "./control-requests.ts";
import { claudeFeatures } from "./features.ts";
import { type Initialization, readInitialization } from "./initialization.ts";
import { McpBridge } from "./mcp/mcp-bridge.ts";
import { initLine } from "./messages/init-line.ts";
import { failureLine } from "./messages/result-line.ts";
import { SessionLines } from "./messages/session-lines.ts";
import { readContent, type UserContent } from "./messages/user-content.ts";
import type { ClaudeOptions } from "./options.ts";
import { ToolHooks } from "./permission/tool-hooks.ts";
import { ToolPermission } from "./permission/tool-permission.ts";
import { SessionTotals } from "./session-totals.ts";

/** What a stand-in is made of. */
export interface ClaudeSetting extends Omit<ConversationPlace, "backend"> {
  readonly options: ClaudeOptions;
  readonly starter: RunStarter;
  readonly writer: LineWriter;
  /** Aborts when the process is asked to end. */
  readonly signal: AbortSignal;
}

/** Speaks Claude Code's protocol on standard input and output, and runs each message of the user on a backend. */
export class ClaudeStandIn {
  readonly #setting: ClaudeSetting;
  readonly #session: Conversation;
  readonly #lines: SessionLines;
  readonly #channel: ControlChannel;
  readonly #permission: ToolPermission;
  readonly #totals = new SessionTotals();
  readonly #queue = new MessageQueue<UserContent>();
  #start: Pick<Initialization, "outputSchema" | "instructions" | "notes">;
  #turn: ClaudeTurn | undefined;
  #model: string | undefined;
  #sdkServers: readonly string[];
  /** It lasts as long as the session, because the agent may do so too. */
  #bridge: McpBridge | undefined;
  #exit = 0;

  private constructor(setting: ClaudeSetting, session: Conversation) {
    const { options, writer, newId, cwd, starter } = setting;
    this.#setting = setting;
    this.#session = session;
    this.#lines = new SessionLines(writer, session.id, newId);
    this.#channel = new ControlChannel(writer, newId);
    this.#permission = new ToolPermission({
      ...options,
      cwd,
      channel: this.#channel,
      hookBase: () => ({
        session_id: session.id,
        transcript_path: "",
        cwd,
        permission_mode: this.#permission.mode,
      }),
      onInterrupt: () => this.#turn?.interrupt(),
    });
    this.#start = {
      outputSchema: options.outputSchema,
      instructions: options.instructions,
      notes: options.notes,
    };
    this.#sdkServers = options.sdkServers;
    this.#model = starter.model ?? options.model;
  }

  /** Opens the session of the command line. Throws `session_not_found`. */
  static async open(setting: ClaudeSetting): Promise<ClaudeStandIn> {
    const place = { ...setting, backend: setting.starter.backend };
    return new ClaudeStandIn(setting, await Conversation.open(setting.options, place));
  }

  /** Serves until the input has ended and every turn is done. Resolves with the exit code. */
  async serve(input: AsyncIterable<Uint8Array>): Promise<number> {
    const { signal } = this.#setting;
    const stop = () => {
      this.#queue.abandon();
      this.#turn?.interrupt();
    };
    signal.addEventListener("abort", stop);
    void this.#read(input);
    try {
      if (signal.aborted) stop();
      for await (const message of this.#queue) await this.#runTurn(message);
    } finally {
      signal.removeEventListener("abort", stop);
      await this.#bridge?.close();
    }
    return this.#exit;
  }

  async #read(input: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      const { options } = this.#setting;
      if (options.prompt !== undefined) this.#queue.push(readContent(options.prompt));
      else if (options.input === "text") this.#queue.push(readContent(await readAll(input)));
      else for await (const line of readLines(input)) await this.#receive(line);
    } catch (error) {
      await this.#fail(error);
    }
    this.#channel.close(new Error("the program has closed its end"));
    this.#queue.close();
  }

  async #receive(text: string): Promise<void> {
    if (text.trim() === "") return;
    const line = readObject(text);
    if (line === undefined)
      throw new AbpError("protocol_invalid_envelope", "a line of standard input is not JSON");
    if (line["type"] === "control_response") this.#channel.receive(line);
    if (line["type"] === "control_request") await this.#control(line);
    if (line["type"] === "user") await this.#userMessage(line);
  }

  async #control(line: JsonObject): Promise<void> {
    const id = textMember(line, "request_id") ?? "";
    const request = isObject(line["request"]) ? line["request"] : {};
    try {
      const response =
        request["subtype"] === "initialize"
          ? await this.#initialize(request)
          : answerControl(request, {
              // Without a turn, no agent reads it.
              mcpMessage: (server, message) => {
                if (this.#turn !== undefined) this.#bridge?.deliver(server, message);
              },
              interrupt: () => this.#turn?.interrupt(),
              setModel: (model) => {
                this.#model = this.#setting.starter.model ?? model;
              },
              permission: this.#permission,
              isRunning: this.#turn !== undefined,
              mcpServers: this.#serverNames(),
            });
      await this.#channel.answer(id, response);
    } catch (error) {
      await this.#channel.refuse(id, error instanceof Error ? error.message : String(error));
      // A session without what its program relies on must not begin.
      if (request["subtype"] === "initialize") throw error;
    }
  }

  async #initialize(request: JsonObject): Promise<object> {
    const { hooks, outputSchema, instructions, notes, sdkServers } = readInitialization(request);
    this.#sdkServers = [...new Set([...this.#sdkServers, ...sdkServers])];
    const toolHooks = new ToolHooks(hooks, this.#channel);
    this.#permission.hooks = toolHooks;
    const before = this.#start;
    this.#start = {
      outputSchema: outputSchema ?? before.outputSchema,
      instructions: [...before.instructions, ...instructions],
      notes: [
        ...before.notes,
        ...notes,
        ...(toolHooks.otherEvents.length > 0 ? [claudeFeatures.other_hooks.words] : []),
      ],
    };
    return {
      commands: [],
      agents: [],
      output_style: "default",
      available_output_styles: ["default"],
      models: [],
      account: {},
      hooks_applied: true,
      hook_on_failure_supported: true,
    };
  }

  async #userMessage(line: JsonObject): Promise<void> {
    const { options } = this.#setting;
    const content = readContent(isObject(line["message"]) ? line["message"]["content"] : undefined);
    if (options.replaysUserMessages) await this.#lines.write({ ...line, isReplay: true });
    const isUrgent = line["priority"] === "now" && content.images.length === 0;
    if (isUrgent && this.#turn?.steer(content.text) === true) return;
    this.#queue.push(content);
  }

  async #runTurn(message: UserContent): Promise<void> {
    const { starter, options, newId, cwd } = this.#setting;
    const model = this.#model ?? starter.backend;
    const turn = new ClaudeTurn({
      ...options,
      starter,
      lines: this.#lines,
      permission: this.#permission,
      model,
      newId,
      totals: this.#totals,
    });
    this.#turn = turn;
    try {
      if (this.#sdkServers.length > 0) this.#bridge ??= await McpBridge.open(this.#sdkServers, this.#channel);
      const { mode } = this.#permission;
      await this.#lines.write(initLine({ cwd, model, mode, mcpServers: this.#serverNames(), options }));
      for (const note of this.#start.notes) await this.#lines.notice(note);
      const end = await turn.execute(this.#request(message));
      this.#exit = end.isError ? 1 : 0;
      await this.#session.ended(end, message.text);
      this.#start = { ...this.#start, instructions: [], notes: [] };
    } catch (error) {
      await this.#fail(error);
    } finally {
      this.#turn = undefined;
    }
  }

  #request({ text, images }: UserContent): RunRequest {
    const { options, cwd } = this.#setting;
    const { outputSchema, instructions, notes } = this.#start;
    const { offered, denied, maxTurns, maxBudgetUsd } = options;
    return {
      task: text,
      root: cwd,
      model: this.#model,
      images,
      instructions: instructions.map((content) => ({ name: "Instructions", content })),
      resume: this.#session.resume,
      outputSchema,
      mcpServers: this.#mcpServers(),
      readOnly: this.#bridge === undefined ? [] : [this.#bridge.directory],
      maxTurns,
      maxBudgetUsd,
      notes,
      mayContinue: () => !this.#queue.isOver,
      policy: {
        // The tools of MCP servers are not among the built-in ones.
        ...(offered === undefined ? {} : { allowed_tools: [...offered, "mcp__*"] }),
        disallowed_tools: [...denied],
        require_approval_for: [...this.#permission.approvals()],
        // Rules for tools do not hold what a hook of the program allows, or what a command writes.
        ...(this.#permission.mode === "plan" ? { deny_write: ["**"] } : {}),
      },
    };
  }

  #serverNames(): readonly string[] {
    return Object.keys(this.#mcpServers());
  }

  #mcpServers(): Readonly<Record<string, McpServer>> {
    return { ...this.#setting.options.mcpServers, ...this.#bridge?.servers };
  }

  /** Ends the session with an error that the SDK shows. */
  async #fail(error: unknown): Promise<void> {
    this.#exit = 1;
    this.#queue.abandon();
    await this.#lines.write(failureLine(failureWords(error)));
  }
}

async function readAll(input: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of input) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
