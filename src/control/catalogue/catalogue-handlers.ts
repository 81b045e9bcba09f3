import { BackendRegistry } from "../../backends/index.ts";
import { AbpError } from "../../contract/index.ts";
import { dialects, findDialect, registerOf, rulesFor } from "../../dialects/index.ts";
import { modelCatalogue } from "../../models/index.ts";
import { openPrices } from "../../telemetry/index.ts";
import type { ControlContext } from "../context.ts";
import type { HandlersOf } from "../control-request.ts";
import { priceOf } from "./model-price.ts";

type CatalogueRoutes = "list_backends" | "list_engines" | "check_engine" | "list_models" | "get_register";

const CHECK_TIMEOUT_MS = 10_000;

/** Which backends, engines and models there are, and what a translation between dialects keeps. */
export function openCatalogueHandlers(context: ControlContext): HandlersOf<CatalogueRoutes> {
  const { config, gateway, now } = context;
  const prices = openPrices(config.prices);
  return {
    list_backends: async () => ({ items: await listBackends(context) }),
    list_engines: async ({ caller }) => ({
      items: gateway.engines
        .list()
        .filter(({ name }) => caller.mayUse(name))
        .map((engine) => ({
          name: engine.name,
          dialect: engine.dialect.id,
          provider: engine.provider,
          models: [...engine.models],
          default_model: engine.defaultModel ?? null,
          fallback: engine.fallback.map((one) => one.engine),
          is_simulated: engine.isSimulated,
        })),
    }),
    check_engine: async ({ params, query, signal }) => {
      const engine = gateway.engines.get(params.name);
      const isClosed = engine.isBreakerClosed;
      const breaker = isClosed === undefined ? "none" : isClosed ? "closed" : "open";
      const known = { name: engine.name, place: engine.location, breaker } as const;
      if (query.ask === "false") return { ...known, health: null };
      const limit = AbortSignal.any([signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)]);
      const { ok, latencyMs, error } = await engine.check(limit);
      const failure = { code: error?.code ?? null, error: error?.message ?? null };
      return { ...known, health: { ok, latency_ms: Math.round(latencyMs), ...failure } };
    },
    list_models: async ({ query }) => ({
      date: modelCatalogue.date,
      items: modelCatalogue.models
        .filter(({ provider }) => query.provider === undefined || provider === query.provider)
        .map((entry) => ({
          provider: entry.provider,
          model: entry.model,
          context_window: entry.contextWindow ?? null,
          max_output: entry.maxOutput ?? null,
          input: entry.input === undefined ? null : [...entry.input],
          output: entry.output === undefined ? null : [...entry.output],
          ...priceOf(prices.ratesOf(entry.provider, entry.model, new Date(now()))),
        })),
    }),
    get_register: async ({ params: { from, to } }) => {
      const { request, reply } = registerOf(dialectOf(from, "from"), dialectOf(to, "to"));
      const rules = rulesFor(to).map((rule) => ({ ...rule }));
      return { request: request.map((row) => ({ ...row })), reply: reply.map((row) => ({ ...row })), rules };
    },
  };
}

async function listBackends({ config }: ControlContext) {
  const registry = new BackendRegistry(config.backends);
  try {
    return registry.list().map(({ name, type, backend }) => {
      const fault = backend.findFault?.();
      return {
        name,
        type,
        agent: backend.agent?.name ?? null,
        fault: fault === undefined ? null : { code: fault.code, message: fault.message },
      };
    });
  } finally {
    await registry.close();
  }
}

function dialectOf(id: string, param: string) {
  if (dialects.some((dialect) => dialect.id === id)) return findDialect(id);
  throw new AbpError("resource_not_found", `There is no dialect ${JSON.stringify(id)}.`, {
    where: `path.${param}`,
    advice: `There are ${dialects.map((dialect) => dialect.id).join(", ")}.`,
  });
}
