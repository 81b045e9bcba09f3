import type { Receipt } from "../../src/contract/index.ts";
import { openTestGateway, type TestGateway } from "../../test/gateway/test-gateway.ts";
import { VENDOR_KEY } from "./vendor-server.ts";

/** A current model of the vendor of each dialect, which the engine is asked for. */
const engineModels: Readonly<Record<string, string>> = {
  // Frameworks force tools, which newer models of Anthropic do not take.
  claude: "claude-sonnet-4-5",
  openai: "gpt-6-sol",
  codex: "gpt-6.1-sol",
  gemini: "gemini-3.8-flash",
  kimi: "kimi-k3",
  copilot: "gpt-6-sol",
};

/** The dialects with an engine that rejects what their vendor rejects. */
const strictDialects: ReadonlySet<string> = new Set(["kimi"]);

/** The model that a client asks for, by the vendor API that it speaks. */
const clientModels: Readonly<Record<string, string>> = {
  openai: "gpt-6-sol",
  responses: "gpt-6.1-sol",
  anthropic: "claude-opus-5-5",
  google: "gemini-3.8-flash",
};

/** The presets of the vendors whose files and batches a server plays, by dialect. */
const vendorPresets: Readonly<Record<string, string>> = {
  claude: "anthropic",
  openai: "openai-chat",
  gemini: "google",
};

/**
 * Opens a daemon that sends every call to the simulated engine of a dialect, whatever model it asks for. `vendorUrl` is the
 * address of the engine `vendor-<dialect>`, which has what the simulated one has not.
 */
export function openEngine(dialect: string, vendorUrl: string): Promise<TestGateway> {
  const engine = `sim-${dialect}`;
  const preset = vendorPresets[dialect];
  return openTestGateway({
    engines: {
      [engine]: { preset: "sim", dialect, strict: strictDialects.has(dialect) },
      ...(preset === undefined
        ? {}
        : { [`vendor-${dialect}`]: { preset, base_url: vendorUrl, api_key: VENDOR_KEY } }),
    },
    routes: { all: { models: ["*"], engine, model: engineModels[dialect]! } },
  } as Parameters<typeof openTestGateway>[0]);
}

/** The model that a client of an API asks for. Throws if the API is unknown. */
export function modelOf(api: string): string {
  const model = clientModels[api];
  if (model === undefined) throw new Error(`${api} has no model`);
  return model;
}

/** What is wrong with the receipts of a client's calls; each must name the engine. */
export function findWrongReceipt(receipts: readonly Receipt[], dialect: string): string | undefined {
  const calls = receipts.flatMap(({ observed }) => (observed?.call === undefined ? [] : [observed.call]));
  if (calls.length === 0) return "none of its calls left a receipt";
  const other = calls.find(({ engine }) => engine !== undefined && !engine.endsWith(`-${dialect}`));
  return other === undefined ? undefined : `a call went to ${other.engine}`;
}
