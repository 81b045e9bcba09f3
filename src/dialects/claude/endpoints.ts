import type { Endpoint } from "../dialect.ts";
import {
  accountTree,
  collection,
  type PassedDetails,
  passed,
  things,
} from "../endpoints/passed-endpoints.ts";
import { vertexEndpoints } from "./vertex-endpoints.ts";
import { COUNT_PATH, MESSAGES_PATH } from "./wire.ts";

/** Where requests for agents name things of an account. Ids have an underscore. */
const NAMES: PassedDetails = {
  names: [
    "agent",
    "agent_id",
    "environment_id",
    "vault_ids",
    "memory_store_id",
    "deployment_id",
    "session_id",
    "session_ids",
  ],
  namePattern: /_/,
};
const BATCH: PassedDetails = { addresses: ["results_url"] };
const CREATED_BATCH: PassedDetails = {
  ...BATCH,
  makes: [["id"]],
  runsModels: true,
  models: [["requests", "*", "params", "model"]],
};
const AGENT: PassedDetails = { ...NAMES, runsModels: true };
const BATCHES = "/v1/messages/batches";

/** The endpoints of the Anthropic API. */
export const endpoints: readonly Endpoint[] = [
  { method: "POST", path: MESSAGES_PATH, operation: "generate" },
  { method: "POST", path: COUNT_PATH, operation: "count_tokens" },
  { method: "GET", path: "/v1/models", operation: "list_models" },
  { method: "GET", path: "/v1/models/:model", operation: "get_model" },
  ...passed("completions", "inference", [["POST", "/v1/complete"]]),
  ...passed("batches", "resource", [
    ["POST", BATCHES, CREATED_BATCH],
    ["GET", `${BATCHES}/:id`, BATCH],
    ["DELETE", `${BATCHES}/:id`],
    ["POST", `${BATCHES}/:id/cancel`, BATCH],
    ["GET", `${BATCHES}/:id/results`],
  ]),
  ...passed("batches", "account", [["GET", BATCHES, { addresses: ["results_url"] }]]),
  ...collection("files", "/v1/files"),
  ...collection("skills", "/v1/skills"),
  ...collection("agents", "/v1/agents", AGENT),
  ...collection("sessions", "/v1/sessions", AGENT),
  ...collection("environments", "/v1/environments", NAMES),
  ...passed("deployments", "resource", [["POST", "/v1/deployments/:id/run", { ...AGENT, makes: [["id"]] }]]),
  ...collection("deployments", "/v1/deployments", AGENT),
  ...passed("deployments", "account", [["GET", "/v1/deployment_runs"]]),
  ...things("deployments", "/v1/deployment_runs", NAMES),
  ...collection("dreams", "/v1/dreams", AGENT),
  ...collection("memory_stores", "/v1/memory_stores", NAMES),
  ...collection("vaults", "/v1/vaults", NAMES),
  ...collection("tunnels", "/v1/tunnels"),
  ...collection("user_profiles", "/v1/user_profiles"),
  ...accountTree("organization", "/v1/organizations"),
  ...vertexEndpoints,
];
