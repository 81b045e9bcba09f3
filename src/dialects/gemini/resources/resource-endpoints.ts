import type { Endpoint } from "../../dialect.ts";
import { type PassedDetails, passed, things } from "../../endpoints/passed-endpoints.ts";
import { accountIds } from "./account-ids.ts";

const VERSIONS = ["v1beta", "v1alpha", "v1"];

const UPLOAD: PassedDetails = {
  addressHeaders: ["x-goog-upload-url", "x-goog-upload-control-url"],
  continues: "upload_id",
};
const FILE: PassedDetails = {
  ...UPLOAD,
  makes: [["file", "name"]],
  content: {
    ids: accountIds,
    wholeWith: { "x-goog-upload-offset": /^0$/, "x-goog-upload-command": /\bfinalize\b/i },
  },
};
const BATCH_OUTPUT: PassedDetails = {
  makes: [
    ["response", "responsesFile"],
    ["metadata", "output", "responsesFile"],
    ["metadata", "batch", "output", "responsesFile"],
  ],
};

/** A kind of thing whose name has its kind in front, such as `cachedContents/abc`. */
function named(group: string, root: string, kind: string, details: PassedDetails = {}): Endpoint[] {
  const id = `${kind}/:id`;
  return [
    ...passed(group, "resource", [
      ["POST", `${root}/${kind}`, { makes: [["name"], ["id"]], ...details, id }],
    ]),
    ...passed(group, "account", [["GET", `${root}/${kind}`]]),
    ...belowName(group, `${root}/${kind}`, { ...details, id }),
  ];
}

/** Everything below a name, and the methods that stand behind a colon, such as `:cancel`. */
function belowName(group: string, root: string, details: PassedDetails): Endpoint[] {
  const { makes: _, ...rest } = details;
  return [
    ...passed(group, "resource", [
      ["GET", `${root}/:id:*`, rest],
      ["POST", `${root}/:id:*`, rest],
    ]),
    ...things(group, root, rest),
  ];
}

function files(version: string): Endpoint[] {
  return [
    ...passed("files", "resource", [
      ["POST", `/${version}/files:register`, { makes: [["files", "*", "name"]] }],
      ["POST", `/upload/${version}/files`, FILE],
      ["PUT", `/upload/${version}/files`, FILE],
    ]),
    ...named("files", `/${version}`, "files", { makes: [["file", "name"]] }),
  ];
}

function stores(version: string): Endpoint[] {
  const upload = `/upload/${version}/fileSearchStores/:id:uploadToFileSearchStore`;
  const details = { ...UPLOAD, id: "fileSearchStores/:id" };
  return [
    ...passed("file_search_stores", "resource", [
      ["POST", upload, details],
      ["PUT", upload, details],
    ]),
    ...named("file_search_stores", `/${version}`, "fileSearchStores"),
  ];
}

function environments(version: string): Endpoint[] {
  const upload = `/upload/${version}/environments/:id/files/*`;
  const details = { ...UPLOAD, id: "environments/:id" };
  return [
    ...passed("environments", "resource", [
      ["POST", upload, details],
      ["PUT", upload, details],
    ]),
    ...named("environments", `/${version}`, "environments"),
  ];
}

/** The things that the Gemini API keeps for an account. */
export const resources: readonly Endpoint[] = VERSIONS.flatMap((version): Endpoint[] => {
  const root = `/${version}`;
  return [
    ...files(version),
    ...named("cached_contents", root, "cachedContents"),
    ...passed("batches", "account", [["GET", `${root}/batches`]]),
    ...passed("batches", "resource", [
      ["GET", `${root}/batches/:id`, { ...BATCH_OUTPUT, id: "batches/:id" }],
    ]),
    ...belowName("batches", `${root}/batches`, { id: "batches/:id" }),
    ...stores(version),
    ...environments(version),
    ...named("tuned_models", root, "tunedModels", {
      makes: [["name"], ["metadata", "tunedModel"]],
      runsModels: true,
    }),
    ...named("tuned_models", root, "tuningJobs"),
    ...named("interactions", root, "interactions", {
      makes: [["id"], ["interaction", "id"]],
      runsModels: true,
      names: ["previous_interaction_id", "environment", "agent"],
    }),
    ...named("corpora", root, "corpora"),
    ...named("agents", root, "agents"),
    ...named("credentials", root, "credentials"),
    ...named("triggers", root, "triggers"),
    ...named("voices", root, "voices"),
    ...named("webhooks", root, "webhooks"),
    ...passed("auth_tokens", "resource", [
      ["POST", `${root}/auth_tokens`],
      ["POST", `${root}/authTokens`],
    ]),
    ...belowName("operations", `${root}/operations`, { id: "operations/:id" }),
  ];
});
