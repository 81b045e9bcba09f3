import VendorOpenAI, { type ClientOptions } from "openai";
import type { Receipt } from "../contract/index.ts";
import { IN_PROCESS_KEY, IN_PROCESS_URL, refuseOption } from "./in-process.ts";
import type { RunSource } from "./run-id.ts";
import { type AbpOptions, type Session, sessionFor } from "./session.ts";

/** The options of OpenAI's client, and ours. */
export interface OpenAIOptions extends ClientOptions {
  readonly abp?: AbpOptions | undefined;
}

const BASE_URL = `${IN_PROCESS_URL}/v1`;

/** OpenAI's own client, whose requests go into the gateway of this process instead of the network. */
export class OpenAI extends VendorOpenAI {
  readonly #session: Session;

  constructor(options: OpenAIOptions = {}) {
    refuseOption("baseURL", options.baseURL, BASE_URL);
    refuseOption("dataResidency", options.dataResidency);
    refuseOption("provider", options.provider);
    refuseOption("workloadIdentity", options.workloadIdentity);
    const session = sessionFor(options.abp, options.fetch);
    const apiKey = options.apiKey ?? (process.env["OPENAI_API_KEY"] || IN_PROCESS_KEY);
    // The SDK keeps options that it does not know and hands them to copies of the client.
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

  /** A copy of this client with some options changed. */
  override withOptions(options: Partial<OpenAIOptions>): this {
    return super.withOptions(options);
  }

  /** The run of the latest call. */
  get lastRunId(): string | undefined {
    return this.#session.lastRunId;
  }

  /** The receipt of a run, by its id, or by a response or stream of this client; of the latest call by default. */
  getReceipt(source?: RunSource): Promise<Receipt | undefined> {
    return this.#session.getReceipt(source);
  }

  /** Waits for receipts that are under way and lets go of the gateway. */
  close(): Promise<void> {
    return this.#session.close();
  }
}

export { OpenAI as default };
