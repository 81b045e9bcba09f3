import { API_PREFIX, type Route } from "../route.ts";
import { routes } from "../routes.ts";
import { operationOf } from "./operation.ts";
import { problemSchema } from "./problem-schema.ts";
import { SchemaComponents } from "./schema-components.ts";

/** The version of the paths, not of the product: `v1`, and how often it was extended. */
const API_VERSION = "1.0.0";

/** The control API as an OpenAPI 3.1 document. */
export function openApiDocument(table: readonly Route[] = routes): Record<string, unknown> {
  const schemas = new SchemaComponents();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of table) {
    const path = API_PREFIX + route.path;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, schemas) };
  }
  schemas.add("Problem", problemSchema);
  return {
    openapi: "3.1.0",
    info: {
      title: "Agent Backplane control API",
      version: API_VERSION,
      description: "What the daemon does and knows. docs/api.md explains it.",
      license: { name: "MIT OR Apache-2.0", identifier: "MIT OR Apache-2.0" },
    },
    servers: [{ url: "/", description: "The daemon that serves this document." }],
    tags: [...new Set(table.map(({ group }) => group))].map((name) => ({ name })),
    paths,
    components: {
      schemas: schemas.all,
      responses: {
        Problem: {
          description: "An error (RFC 9457).",
          content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
        },
      },
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "A key of `[keys]` or the machine's own." },
      },
    },
  };
}
