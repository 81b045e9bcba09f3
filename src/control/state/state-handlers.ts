import { openApiDocument } from "../../api/index.ts";
import { CONTRACT_VERSION } from "../../contract/index.ts";
import type { ControlContext } from "../context.ts";
import type { HandlersOf } from "../control-request.ts";
import { docsPage } from "./docs-page.ts";
import { findSchema, listSchemas } from "./schema-list.ts";

type StateRoutes =
  | "get_health"
  | "get_readiness"
  | "get_version"
  | "get_config"
  | "list_schemas"
  | "get_schema"
  | "get_openapi"
  | "get_docs";

const UNAVAILABLE = 503;
/** The page has no scripts, and nothing of it comes from elsewhere. */
const CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** What the daemon is, and how it is. */
export function openStateHandlers(context: ControlContext): HandlersOf<StateRoutes> {
  const { store, version, settings } = context;
  return {
    get_health: async () => ({ status: "ok" }),
    get_readiness: async ({ isStopping }) => {
      if (isStopping) return Response.json({ status: "draining" }, { status: UNAVAILABLE });
      const health = store.health();
      if (health.ok) return { status: "ready" };
      return Response.json({ status: "unavailable", reason: health.reason }, { status: UNAVAILABLE });
    },
    get_version: async () => ({
      name: "agent-backplane",
      version,
      contract_version: CONTRACT_VERSION,
      node: process.version,
    }),
    get_config: async () => ({
      items: settings.map(({ key, value, origin }) => ({ key, value, origin: { ...origin } })),
    }),
    list_schemas: async () => ({ items: listSchemas() }),
    get_schema: async ({ params }) => findSchema(params.name),
    get_openapi: async () => openApiDocument(),
    get_docs: async () =>
      new Response(docsPage(), {
        headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": CONTENT_POLICY },
      }),
  };
}
