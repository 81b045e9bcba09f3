import { z } from "zod";
import { route } from "./route.ts";

const Name = z.string().min(1).max(128);
const Dialect = z
  .string()
  .max(32)
  .regex(/^[a-z]+$/);
const Cost = z
  .number()
  .int()
  .nonnegative()
  .nullable()
  .describe(
    "Whole nano-dollars for a million tokens; null if it is unknown. For a small prompt, if it has steps.",
  );

const RegisterRow = z
  .object({
    feature: z.string(),
    title: z.string(),
    disposition: z.string(),
    fidelity: z.string(),
    note: z.string(),
  })
  .loose();

/** Which engines and models there are, and what a translation between dialects keeps. */
export const catalogueRoutes = [
  route({
    name: "list_backends",
    method: "GET",
    path: "/backends",
    group: "catalogue",
    summary: "The backends that can be named in a work order. None of them is started.",
    needs: "facts.read",
    status: 200,
    answer: z.object({
      items: z.array(
        z.object({
          name: Name,
          type: z.string(),
          agent: z.string().nullable(),
          fault: z
            .object({ code: z.string(), message: z.string() })
            .nullable()
            .describe("Why it cannot start on this machine; null if nothing is known against it."),
        }),
      ),
    }),
  }),
  route({
    name: "list_engines",
    method: "GET",
    path: "/engines",
    group: "catalogue",
    summary: "The engines that the key may use.",
    needs: "facts.read",
    status: 200,
    answer: z.object({
      items: z.array(
        z.object({
          name: Name,
          dialect: Dialect,
          provider: z.string(),
          models: z.array(z.string()).describe("Globs; any model if it is empty."),
          default_model: z.string().nullable(),
          fallback: z.array(z.string()),
          is_simulated: z.boolean(),
        }),
      ),
    }),
  }),
  route({
    name: "check_engine",
    method: "GET",
    path: "/engines/{name}/state",
    group: "catalogue",
    summary:
      "The address of an engine and its circuit breaker in the thread that answers; with `ask=true` also whether it answers.",
    needs: "all.state.read",
    params: z.object({ name: Name }),
    query: z.object({
      ask: z
        .enum(["true", "false"])
        .default("false")
        .describe("`true` requests the engine's models, which may take 10 seconds."),
    }),
    status: 200,
    answer: z.object({
      name: Name,
      place: z.string().describe("The base URL without credentials."),
      breaker: z.enum(["closed", "open", "none"]),
      health: z
        .object({
          ok: z.boolean(),
          latency_ms: z.number().int(),
          code: z.string().nullable(),
          error: z.string().nullable(),
        })
        .nullable()
        .describe("Null unless it was asked."),
    }),
  }),
  route({
    name: "list_models",
    method: "GET",
    path: "/models",
    group: "catalogue",
    summary: "The models of the catalogue with their limits and prices.",
    needs: "facts.read",
    query: z.object({ provider: z.string().max(64).optional() }),
    status: 200,
    answer: z.object({
      date: z.string().describe("The day on which the entries were checked."),
      items: z.array(
        z.object({
          provider: z.string(),
          model: z.string(),
          context_window: z.number().int().nullable(),
          max_output: z.number().int().nullable(),
          input: z.array(z.string()).nullable(),
          output: z.array(z.string()).nullable(),
          priced_as: z.string().nullable(),
          input_nano_usd: Cost,
          output_nano_usd: Cost,
          cache_read_nano_usd: Cost,
          cache_write_nano_usd: Cost,
        }),
      ),
    }),
  }),
  route({
    name: "get_register",
    method: "GET",
    path: "/register/{from}/{to}",
    group: "catalogue",
    summary: "What becomes of each feature in requests and replies between two dialects.",
    needs: "facts.read",
    params: z.object({ from: Dialect, to: Dialect }),
    status: 200,
    answer: z.object({
      request: z.array(RegisterRow),
      reply: z.array(RegisterRow),
      rules: z
        .array(z.record(z.string(), z.unknown()))
        .describe("Those that may apply to models of the target."),
    }),
  }),
] as const;
