import "../lib/index.ts";
import { GoogleGenAI as VendorGoogleGenAI, type GoogleGenAIOptions as VendorOptions } from "@google/genai";
import type { Receipt } from "../contract/index.ts";
import { IN_PROCESS_KEY, IN_PROCESS_URL, refuseOption } from "./in-process.ts";
import type { RunSource } from "./run-id.ts";
import { type AbpOptions, type Session, sessionFor } from "./session.ts";

/** The options of Google's client, with `abp` for the gateway. */
export interface GoogleGenAIOptions extends VendorOptions {
  readonly abp?: AbpOptions | undefined;
}

/**
 * Google's client with its requests going to a gateway in this process instead of the network.
 *
 * @example
 * import { GoogleGenAI } from "agent-backplane/google";
 * const client = new GoogleGenAI({ abp: { engine: "sim-claude" } });
 * const answer = await client.models.generateContent({ model: "gemini-2.5-flash", contents: "Say hello" });
 * const receipt = await client.getReceipt(answer);
 * await client.close();
 */
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
      // Stated, because an environment variable may set it to true.
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

  /** Returns the receipt of a run: by run id, or by a response of this client. The default is the latest call. */
  getReceipt(source?: RunSource): Promise<Receipt | undefined> {
    return this.#session.getReceipt(source);
  }

  /** Waits for pending receipts and closes the gateway, unless it was passed in. */
  close(): Promise<void> {
    return this.#session.close();
  }
}
