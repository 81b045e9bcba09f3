import { expect, it } from "vitest";
import { listAccountIds, listPassed } from "../../fixtures/vendor-tables.ts";
import { accountIds } from "./account-ids.ts";
import { resources } from "./resource-endpoints.ts";

const ofVersion = (version: string) =>
  listPassed(resources)
    .filter((line) => line.includes(`/${version}/`))
    .map((line) => line.replace(`/${version}/`, "/v1beta/"));

const below = (group: string, kind: string, more = "") => [
  `GET POST /v1beta/${kind}/:id:* ${group} resource {${more}id:${kind}/:id}`,
  `ALL /v1beta/${kind}/:id ${group} resource {${more}id:${kind}/:id}`,
  `ALL /v1beta/${kind}/:id/* ${group} resource {${more}id:${kind}/:id}`,
];
const named = (group: string, kind: string, makes = "[name],[id]", more = "") => [
  `POST /v1beta/${kind} ${group} resource {makes:[${makes}],${more}id:${kind}/:id}`,
  `GET /v1beta/${kind} ${group} account`,
  ...below(group, kind, more),
];

it("things that the vendor keeps are made, listed and reached in each version", () => {
  expect(listPassed(resources)).toHaveLength(3 * ofVersion("v1beta").length);
  for (const version of ["v1alpha", "v1"]) expect(ofVersion(version)).toEqual(ofVersion("v1beta"));
  const upload = "addressHeaders:[x-goog-upload-url,x-goog-upload-control-url],continues:upload_id";
  const read =
    "inputConfig.fileName,fileUri,fileName,uri,cachedContent,fileSearchStoreNames,sessionResumption.handle";
  const whole = "{x-goog-upload-offset:/^0$/,x-goog-upload-command:/\\\\bfinalize\\\\b/i}";
  const content = `content:{ids:[${read}],wholeWith:${whole}}`;
  const output =
    "[response,responsesFile],[metadata,output,responsesFile],[metadata,batch,output,responsesFile]";
  const store = "/upload/v1beta/fileSearchStores/:id:uploadToFileSearchStore";
  expect(ofVersion("v1beta")).toEqual([
    "POST /v1beta/files:register files resource {makes:[[files,*,name]]}",
    `POST PUT /upload/v1beta/files files resource {${upload},makes:[[file,name]],${content}}`,
    ...named("files", "files", "[file,name]"),
    ...named("cached_contents", "cachedContents"),
    "GET /v1beta/batches batches account",
    `GET /v1beta/batches/:id batches resource {makes:[${output}],id:batches/:id}`,
    ...below("batches", "batches"),
    `POST PUT ${store} file_search_stores resource {${upload},id:fileSearchStores/:id}`,
    ...named("file_search_stores", "fileSearchStores"),
    `POST PUT /upload/v1beta/environments/:id/files/* environments resource {${upload},id:environments/:id}`,
    ...named("environments", "environments"),
    ...named("tuned_models", "tunedModels", "[name],[metadata,tunedModel]", "runsModels:true,"),
    ...named("tuned_models", "tuningJobs"),
    ...named(
      "interactions",
      "interactions",
      "[id],[interaction,id]",
      "runsModels:true,names:[previous_interaction_id,environment,agent],",
    ),
    ...["corpora", "agents", "credentials", "triggers", "voices", "webhooks"].flatMap((group) =>
      named(group, group),
    ),
    "POST /v1beta/auth_tokens auth_tokens resource",
    "POST /v1beta/authTokens auth_tokens resource",
    ...below("operations", "operations"),
  ]);
});

it("ids of an account stand where the vendor reads and shows them", () => {
  expect(listAccountIds(accountIds)).toEqual([
    "read inputConfig.fileName {prefixes:[files/],isInput:true}",
    "read fileUri {prefixes:[files/]}",
    "read fileName {prefixes:[files/]}",
    "read uri {prefixes:[files/]}",
    "read cachedContent {prefixes:[cachedContents/]}",
    "read fileSearchStoreNames {prefixes:[fileSearchStores/]}",
    "read sessionResumption.handle {prefixes:[sessionResumption=],isOpaque:true}",
    "made sessionResumptionUpdate.newHandle {prefixes:[sessionResumption=],isOpaque:true}",
    "models {prefixes:[tunedModels/],only:/tunedModels/i}",
    "notRead [[functionCall,args],[functionResponse,response],[functionDeclarations,parameters]," +
      "[functionDeclarations,parametersJsonSchema],[metadata],[labels]]",
    "hosts /(?:^|\\\\.)googleapis\\\\.com$/",
  ]);
});
