import { z } from "zod";
import { route } from "./route.ts";

const Health = z.object({
  status: z.enum(["ok", "ready", "draining", "unavailable"]),
  reason: z.string().optional().describe("Why it is not ready. It names no path and no secret."),
});

const SchemaName = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z_]*$/);

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
    name: "get_readiness",
    method: "GET",
    path: "/readiness",
    group: "state",
    summary: "Says whether the daemon takes requests; 503 while it stops or its store cannot write.",
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
  route({
    name: "get_config",
    method: "GET",
    path: "/config",
    group: "state",
    summary: "The effective configuration at the start, secrets masked, with the origin of each value.",
    needs: "all.state.read",
    status: 200,
    answer: z.object({
      items: z.array(
        z.object({
          key: z.string().describe("As TOML writes it: `gateway.workers`."),
          value: z.unknown(),
          origin: z.record(z.string(), z.unknown()).describe("The layer, and the place in a file."),
        }),
      ),
    }),
  }),
  route({
    name: "list_schemas",
    method: "GET",
    path: "/schemas",
    group: "state",
    summary: "The kinds of documents that have a JSON Schema.",
    needs: "facts.read",
    status: 200,
    answer: z.object({ items: z.array(z.object({ name: z.string(), description: z.string() })) }),
  }),
  route({
    name: "get_schema",
    method: "GET",
    path: "/schemas/{name}",
    group: "state",
    summary: "The JSON Schema of a kind of document.",
    needs: "facts.read",
    params: z.object({ name: SchemaName }),
    status: 200,
    answer: z.record(z.string(), z.unknown()),
  }),
  route({
    name: "get_openapi",
    method: "GET",
    path: "/openapi.json",
    group: "state",
    summary: "This API as an OpenAPI 3.1 document.",
    needs: undefined,
    status: 200,
    answer: z.record(z.string(), z.unknown()),
  }),
  route({
    name: "get_docs",
    method: "GET",
    path: "/docs",
    group: "state",
    summary: "This API as one page for people, which downloads nothing.",
    needs: undefined,
    status: 200,
    answerType: "text/html",
  }),
] as const;
