import "../lib/index.ts";
import VendorOpenAI, { type ClientOptions } from "openai";
import type { Receipt } from "../contract/index.ts";
import { IN_PROCESS_KEY, IN_PROCESS_URL, refuseOption } from "./in-process.ts";
import type { RunSource } from "./run-id.ts";
import { type AbpOptions, type Session, sessionFor } from "./session.ts";

/** The options of OpenAI's client, with `abp` for the gateway. */
export interface OpenAIOptions extends ClientOptions {
  readonly abp?: AbpOptions | undefined;
}

const BASE_URL = `${IN_PROCESS_URL}/v1`;

/**
 * OpenAI's client with its requests going to a gateway in this process instead of the network.
 *
 * @example
 * import { OpenAI } from "agent-backplane/openai";
 * const client = new OpenAI({ abp: { engine: "sim-gemini" } });
 * const messages = [{ role: "user", content: "Say hello" }] as const;
 * const answer = await client.chat.completions.create({ model: "gpt-5", messages: [...messages] });
 * const receipt = await client.getReceipt(answer);
 * await client.close();
 */
export class OpenAI extends VendorOpenAI {
  readonly #session: Session;

  constructor(options: OpenAIOptions = {}) {
    refuseOption("baseURL", options.baseURL, BASE_URL);
    refuseOption("dataResidency", options.dataResidency);
    refuseOption("provider", options.provider);
    refuseOption("workloadIdentity", options.workloadIdentity);
    const session = sessionFor(options.abp, options.fetch);
    const apiKey = options.apiKey ?? (process.env["OPENAI_API_KEY"] || IN_PROCESS_KEY);
    // The SDK keeps unknown options and passes them to copies of the client.
    const own: OpenAIOptions = {
      ...options,
      apiKey,
      baseURL: BASE_URL,
      fetch: session.fetch,
      abp: session.options,
    };
    super(own);
    this.#session = session;
  }

  /** Returns a copy of this client with some options changed. */
  override withOptions(options: Partial<OpenAIOptions>): this {
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

export { OpenAI as default };
