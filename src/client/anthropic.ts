import "../lib/index.ts";
import VendorAnthropic, { type ClientOptions } from "@anthropic-ai/sdk";
import type { Receipt } from "../contract/index.ts";
import { IN_PROCESS_KEY, IN_PROCESS_URL, refuseOption } from "./in-process.ts";
import type { RunSource } from "./run-id.ts";
import { type AbpOptions, type Session, sessionFor } from "./session.ts";

/** The options of Anthropic's client, with `abp` for the gateway. */
export interface AnthropicOptions extends ClientOptions {
  readonly abp?: AbpOptions | undefined;
}

/**
 * Anthropic's client with its requests going to a gateway in this process instead of the network.
 *
 * @example
 * import { Anthropic } from "agent-backplane/anthropic";
 * const client = new Anthropic({ abp: { engine: "sim-openai" } });
 * const messages = [{ role: "user" as const, content: "Say hello" }];
 * const message = await client.messages.create({ model: "claude-sonnet-4-5", max_tokens: 64, messages });
 * const receipt = await client.getReceipt(message);
 * await client.close();
 */
export class Anthropic extends VendorAnthropic {
  readonly #session: Session;

  constructor(options: AnthropicOptions = {}) {
    refuseOption("baseURL", options.baseURL, IN_PROCESS_URL);
    // These fetch tokens from the vendor.
    refuseOption("credentials", options.credentials);
    refuseOption("config", options.config);
    refuseOption("profile", options.profile);
    const session = sessionFor(options.abp, options.fetch);
    const own: AnthropicOptions = {
      ...options,
      ...keyOf(options),
      baseURL: IN_PROCESS_URL,
      fetch: session.fetch,
      abp: session.options,
    };
    super(own);
    this.#session = session;
  }

  /** Returns a copy of this client with some options changed. */
  override withOptions(options: Partial<AnthropicOptions>): this {
    return super.withOptions(options);
  }

  /** The run of the latest call. */
  get lastRunId(): string | undefined {
    return this.#session.lastRunId;
  }

  /** Returns the receipt of a run: by run id, or by a response or stream of this client. The default is the latest call. */
  getReceipt(source?: RunSource): Promise<Receipt | undefined> {
    return this.#session.getReceipt(source);
  }

  /** Waits for pending receipts and closes the gateway, unless it was passed in. */
  close(): Promise<void> {
    return this.#session.close();
  }
}

/** Returns a placeholder key when there is no key. Otherwise the SDK would read credentials from files and request tokens. */
function keyOf({ apiKey, authToken }: AnthropicOptions): Pick<AnthropicOptions, "apiKey"> {
  const isGiven = (apiKey ?? authToken ?? null) !== null;
  const isInEnvironment = Boolean(process.env["ANTHROPIC_API_KEY"] || process.env["ANTHROPIC_AUTH_TOKEN"]);
  return isGiven || isInEnvironment ? {} : { apiKey: IN_PROCESS_KEY };
}

export { Anthropic as default };
