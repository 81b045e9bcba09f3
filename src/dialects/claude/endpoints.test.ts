import { expect, it } from "vitest";
import { listAccountIds, listPassed } from "../fixtures/vendor-tables.ts";
import { accountIds } from "./account-ids.ts";
import { endpoints } from "./endpoints.ts";

const NAMES =
  "names:[agent,agent_id,environment_id,vault_ids,memory_store_id,deployment_id,session_id,session_ids]," +
  "namePattern:/_/";
const MODELS = "runsModels:true,models:[[requests,*,params,model]]";

it("the endpoints that pass through are those of the vendor, with what they make, name and run", () => {
  expect(listPassed(endpoints)).toEqual([
    "POST /v1/complete completions inference",
    `POST /v1/messages/batches batches resource {addresses:[results_url],makes:[[id]],${MODELS}}`,
    "GET /v1/messages/batches/:id batches resource {addresses:[results_url]}",
    "DELETE /v1/messages/batches/:id batches resource",
    "POST /v1/messages/batches/:id/cancel batches resource {addresses:[results_url]}",
    "GET /v1/messages/batches/:id/results batches resource",
    "GET /v1/messages/batches batches account {addresses:[results_url]}",
    "POST /v1/files files resource {makes:[[id]]}",
    "GET /v1/files files account",
    "ALL /v1/files/:id files resource",
    "ALL /v1/files/:id/* files resource",
    "POST /v1/skills skills resource {makes:[[id]]}",
    "GET /v1/skills skills account",
    "ALL /v1/skills/:id skills resource",
    "ALL /v1/skills/:id/* skills resource",
    `POST /v1/agents agents resource {makes:[[id]],${NAMES},runsModels:true}`,
    "GET /v1/agents agents account",
    `ALL /v1/agents/:id agents resource {${NAMES},runsModels:true}`,
    `ALL /v1/agents/:id/* agents resource {${NAMES},runsModels:true}`,
    `POST /v1/sessions sessions resource {makes:[[id]],${NAMES},runsModels:true}`,
    "GET /v1/sessions sessions account",
    `ALL /v1/sessions/:id sessions resource {${NAMES},runsModels:true}`,
    `ALL /v1/sessions/:id/* sessions resource {${NAMES},runsModels:true}`,
    `POST /v1/environments environments resource {makes:[[id]],${NAMES}}`,
    "GET /v1/environments environments account",
    `ALL /v1/environments/:id environments resource {${NAMES}}`,
    `ALL /v1/environments/:id/* environments resource {${NAMES}}`,
    `POST /v1/deployments/:id/run deployments resource {${NAMES},runsModels:true,makes:[[id]]}`,
    `POST /v1/deployments deployments resource {makes:[[id]],${NAMES},runsModels:true}`,
    "GET /v1/deployments deployments account",
    `ALL /v1/deployments/:id deployments resource {${NAMES},runsModels:true}`,
    `ALL /v1/deployments/:id/* deployments resource {${NAMES},runsModels:true}`,
    "GET /v1/deployment_runs deployments account",
    `ALL /v1/deployment_runs/:id deployments resource {${NAMES}}`,
    `ALL /v1/deployment_runs/:id/* deployments resource {${NAMES}}`,
    `POST /v1/dreams dreams resource {makes:[[id]],${NAMES},runsModels:true}`,
    "GET /v1/dreams dreams account",
    `ALL /v1/dreams/:id dreams resource {${NAMES},runsModels:true}`,
    `ALL /v1/dreams/:id/* dreams resource {${NAMES},runsModels:true}`,
    `POST /v1/memory_stores memory_stores resource {makes:[[id]],${NAMES}}`,
    "GET /v1/memory_stores memory_stores account",
    `ALL /v1/memory_stores/:id memory_stores resource {${NAMES}}`,
    `ALL /v1/memory_stores/:id/* memory_stores resource {${NAMES}}`,
    `POST /v1/vaults vaults resource {makes:[[id]],${NAMES}}`,
    "GET /v1/vaults vaults account",
    `ALL /v1/vaults/:id vaults resource {${NAMES}}`,
    `ALL /v1/vaults/:id/* vaults resource {${NAMES}}`,
    "POST /v1/tunnels tunnels resource {makes:[[id]]}",
    "GET /v1/tunnels tunnels account",
    "ALL /v1/tunnels/:id tunnels resource",
    "ALL /v1/tunnels/:id/* tunnels resource",
    "POST /v1/user_profiles user_profiles resource {makes:[[id]]}",
    "GET /v1/user_profiles user_profiles account",
    "ALL /v1/user_profiles/:id user_profiles resource",
    "ALL /v1/user_profiles/:id/* user_profiles resource",
    "ALL /v1/organizations organization account",
    "ALL /v1/organizations/* organization account",
  ]);
});

it("ids of an account stand where the vendor reads and shows them", () => {
  expect(listAccountIds(accountIds)).toEqual([
    "read file_id {prefixes:[file_],certain:/^file_/}",
    "read skill_id {prefixes:[skill_],certain:/^skill_/}",
    "read container {prefixes:[container_]}",
    "read container.id {prefixes:[container_]}",
    "made container.id {prefixes:[container_]}",
    "made message.container.id {prefixes:[container_]}",
    "made delta.container.id {prefixes:[container_]}",
    "notRead [[content,input],[tools,input_schema],[tools,input_examples],[metadata]]",
    'makers [code_execution,\\"container\\",\\"skills\\",_20260209,_20260318]',
  ]);
});
