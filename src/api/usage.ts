import { z } from "zod";
import { route } from "./route.ts";

const UsageRow = z
  .object({
    by: z.record(z.string(), z.string().nullable()).describe("The value of each name that was asked for."),
    calls: z.int(),
    failed: z.int(),
    losses: z.int().describe("Calls of which something was not passed on as it was."),
    input_tokens: z.int(),
    output_tokens: z.int(),
    cache_read_tokens: z.int(),
    cache_write_tokens: z.int(),
    cost_nano_usd: z.int().describe("The sum of the known costs."),
    unpriced_calls: z.int().describe("Calls whose cost is not known."),
  })
  .meta({ id: "UsageRow" });

/** What was used. */
export const usageRoutes = [
  route({
    name: "get_usage",
    method: "GET",
    path: "/usage",
    group: "usage",
    summary: "Adds up tokens, cost, calls and losses.",
    needs: "records.read",
    query: z.object({
      by: z
        .string()
        .regex(/^[a-z]+(?:,[a-z]+)*$/)
        .default("day")
        .describe("What to divide by: hour, day, tenant, key, engine, model, run; separated by commas."),
      since: z.iso.datetime({ offset: true }).optional(),
      until: z.iso.datetime({ offset: true }).optional(),
      tenant: z.string().max(128).optional().describe("Only a key of all tenants may name another one."),
    }),
    status: 200,
    answer: z.object({ items: z.array(UsageRow) }),
  }),
] as const;
