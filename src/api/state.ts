import { z } from "zod";
import { route } from "./route.ts";

const Health = z.object({
  status: z.enum(["ok", "ready", "draining", "unavailable"]),
  reason: z.string().optional(),
});

/** What the daemon is, and how it is. */
export const stateRoutes = [
  route({
    name: "get_health",
    method: "GET",
    path: "/health",
    group: "state",
    summary: "Says that the daemon answers.",
    needs: undefined,
    status: 200,
    answer: Health,
  }),
  route({
    name: "get_version",
    method: "GET",
    path: "/version",
    group: "state",
    summary: "The versions of the product and of its contract.",
    needs: "facts.read",
    status: 200,
    answer: z.object({
      name: z.string(),
      version: z.string(),
      contract_version: z.string(),
      node: z.string(),
    }),
  }),
] as const;
