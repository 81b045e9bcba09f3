import { GoogleGenAI as VendorGoogleGenAI, type GoogleGenAIOptions as VendorOptions } from "@google/genai";
import type { Receipt } from "../contract/index.ts";
import { IN_PROCESS_KEY, IN_PROCESS_URL, refuseOption } from "./in-process.ts";
import type { RunSource } from "./run-id.ts";
import { type AbpOptions, type Session, sessionFor } from "./session.ts";

/** The options of Google's client, and ours. */
export interface GoogleGenAIOptions extends VendorOptions {
  readonly abp?: AbpOptions | undefined;
}

/** Google's own client, whose requests go into the gateway of this process instead of the network. */
export class GoogleGenAI extends VendorGoogleGenAI {
  readonly #session: Session;

  constructor(options: GoogleGenAIOptions = {}) {
    const { abp, ...given } = options;
    refuseOption("vertexai", given.vertexai);
    refuseOption("enterprise", given.enterprise);
    refuseOption("httpOptions.baseUrl", given.httpOptions?.baseUrl);
    const session = sessionFor(abp, given.httpOptions?.fetch);
    const inEnvironment = process.env["GOOGLE_API_KEY"] || process.env["GEMINI_API_KEY"];
    super({
      ...given,
      // Said aloud, since an environment variable may say otherwise.
      vertexai: false,
      apiKey: given.apiKey ?? (inEnvironment || IN_PROCESS_KEY),
      httpOptions: { ...given.httpOptions, baseUrl: IN_PROCESS_URL, fetch: session.fetch },
    });
    this.#session = session;
  }

  /** The run of the latest call. */
  get lastRunId(): string | undefined {
    return this.#session.lastRunId;
  }

  /** The receipt of a run, by its id, or by a response of this client; of the latest call by default. */
  getReceipt(source?: RunSource): Promise<Receipt | undefined> {
    return this.#session.getReceipt(source);
  }

  /** Waits for receipts that are under way and lets go of the gateway. */
  close(): Promise<void> {
    return this.#session.close();
  }
}
