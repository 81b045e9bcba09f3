import { JsonRpcError } from "../../agents/index.ts";
import type { McpServer } from "../../contract/index.ts";
import type { RunRequest } from "../run-starter.ts";
import type { Conversation } from "../sessions/conversation.ts";
import { patternsForAllBut } from "../tools/approval-patterns.ts";
import { READING_TOOLS } from "../tools/tool-kinds.ts";
import { AcpPrompt, type AcpPromptSetting } from "./acp-prompt.ts";
import { INVALID_PARAMS } from "./json-rpc-codes.ts";
import type { AcpMode } from "./modes.ts";
import type { PromptContent } from "./prompt-content.ts";

/** What a session is made of. */
export interface AcpSessionSetting extends Pick<AcpPromptSetting, "starter" | "peer" | "newId"> {
  readonly conversation: Conversation;
  readonly cwd: string;
  readonly mcpServers: Readonly<Record<string, McpServer>>;
}

/** One conversation of an editor. It runs one prompt at a time. */
export class AcpSession {
  readonly #setting: AcpSessionSetting;
  readonly #alwaysAllowed = new Set<string>();
  #prompt: AcpPrompt | undefined;
  #isClosed = false;
  mode: AcpMode = "ask";

  constructor(setting: AcpSessionSetting) {
    this.#setting = setting;
  }

  /** Runs a prompt and resolves with its stop reason. Rejects with a JsonRpcError. */
  async prompt(content: PromptContent): Promise<string> {
    if (this.#prompt !== undefined)
      throw new JsonRpcError(INVALID_PARAMS, "the session is busy with another prompt");
    const { conversation, starter, peer, newId } = this.#setting;
    const request = this.#request(content);
    this.#prompt = new AcpPrompt({
      starter,
      peer,
      newId,
      sessionId: conversation.id,
      mode: () => this.mode,
      alwaysAllowed: this.#alwaysAllowed,
    });
    try {
      const end = await this.#prompt.execute(request);
      await conversation.ended(end, content.text);
      return end.stopReason;
    } finally {
      this.#prompt = undefined;
    }
  }

  cancel(): void {
    this.#prompt?.cancel();
  }

  /** No prompt follows: the agent that waits for one is ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.cancel();
    const { conversation, starter } = this.#setting;
    if (conversation.lastRun !== undefined) await starter.endAgent(conversation.lastRun);
  }

  #request({ text, images, resources }: PromptContent): RunRequest {
    const { conversation, cwd, mcpServers } = this.#setting;
    return {
      task: text,
      root: cwd,
      images,
      instructions: resources,
      resume: conversation.resume,
      mcpServers,
      mayContinue: () => !this.#isClosed,
      policy: {
        require_approval_for: this.mode === "auto" ? [] : [...patternsForAllBut(READING_TOOLS)],
        ...(this.mode === "read-only" ? { deny_write: ["**"] } : {}),
      },
    };
  }
}
