import type { PlainEndpoint } from "./endpoint.ts";
import { lineIds } from "./openai-ids.ts";
import { accountTree, collection, type PassedDetails, passed, things } from "./passed-endpoints.ts";

const BATCH: PassedDetails = {
  makes: [["id"], ["output_file_id"], ["error_file_id"]],
  runsModels: true,
};
const JOB: PassedDetails = {
  runsModels: true,
  makes: [["id"], ["result_files", "*"], ["fine_tuned_model"]],
};
const THREAD: PassedDetails = { names: ["assistant_id", "thread_id"], runsModels: true };
const AGENT: PassedDetails = {
  runsModels: true,
  names: ["agent_id", "environment_id", "template_id", "session_id", "vault_ids"],
};
/** A session names its model in itself, or in the member of the request that describes it. */
const SESSION: PassedDetails = {
  runsModels: true,
  models: [
    ["model"],
    ["session", "model"],
    ["session", "audio", "input", "transcription", "model"],
    ["input_audio_transcription", "model"],
    ["session", "tools", "*", "model"],
    ["tools", "*", "model"],
  ],
};

/** The model of a session, and the one that writes down what the caller says, in the current and in the earlier form. */
const MESSAGE_MODELS: PassedDetails["messageModels"] = [
  ["session", "model"],
  ["session", "audio", "input", "transcription", "model"],
  ["session", "input_audio_transcription", "model"],
  ["response", "model"],
  ["session", "tools", "*", "model"],
  ["response", "tools", "*", "model"],
];

const inference: readonly PlainEndpoint[] = [
  { method: "POST", path: "/v1/embeddings", operation: "embed" },
  ...passed("moderations", "inference", [["POST", "/v1/moderations"]]),
  ...passed("completions", "inference", [["POST", "/v1/completions"]]),
  ...passed("images", "inference", [
    ["POST", "/v1/images/generations"],
    ["POST", "/v1/images/edits"],
    ["POST", "/v1/images/variations"],
  ]),
  ...passed("audio", "inference", [
    ["POST", "/v1/audio/speech"],
    ["POST", "/v1/audio/transcriptions"],
    ["POST", "/v1/audio/translations"],
  ]),
  ...passed("realtime", "inference", [
    ["GET", "/v1/realtime", { isSocket: true, names: ["call_id"], messageModels: MESSAGE_MODELS }],
  ]),
  ...passed("decisions", "inference", [["POST", "/v1/decisions"]]),
  ...passed("content_provenance_checks", "inference", [["POST", "/v1/content_provenance_checks"]]),
];

/** A client secret is a key of the account, so it is no stateless call. */
const realtime: readonly PlainEndpoint[] = [
  ...passed("realtime", "resource", [
    ["POST", "/v1/realtime/client_secrets", SESSION],
    ["POST", "/v1/realtime/translations/client_secrets", SESSION],
    ["POST", "/v1/realtime/sessions", SESSION],
    ["POST", "/v1/realtime/transcription_sessions", SESSION],
    ["POST", "/v1/realtime/calls", { ...SESSION, madeInHeader: "location" }],
  ]),
  ...things("realtime", "/v1/realtime/calls"),
  ...collection("live", "/v1/live/sessions", SESSION),
];

const files: readonly PlainEndpoint[] = [
  ...collection("files", "/v1/files", { content: { ids: lineIds } }),
  ...passed("uploads", "resource", [
    ["POST", "/v1/uploads", { makes: [["id"]] }],
    ["GET", "/v1/uploads/:id"],
    ["POST", "/v1/uploads/:id/parts"],
    ["POST", "/v1/uploads/:id/complete", { makes: [["file", "id"]] }],
    ["POST", "/v1/uploads/:id/cancel"],
  ]),
  ...passed("batches", "resource", [
    ["POST", "/v1/batches", BATCH],
    ["GET", "/v1/batches/:id", BATCH],
    ["POST", "/v1/batches/:id/cancel", BATCH],
  ]),
  ...passed("batches", "account", [["GET", "/v1/batches"]]),
  ...collection("vector_stores", "/v1/vector_stores"),
  ...collection("containers", "/v1/containers"),
];

const training: readonly PlainEndpoint[] = [
  ...passed("fine_tuning", "resource", [
    ["POST", "/v1/fine_tuning/jobs", JOB],
    ["GET", "/v1/fine_tuning/jobs/:id", JOB],
    ["GET", "/v1/fine_tuning/jobs/:id/*"],
    ["POST", "/v1/fine_tuning/jobs/:id/*", JOB],
    ["POST", "/v1/fine_tuning/alpha/graders/run"],
    ["POST", "/v1/fine_tuning/alpha/graders/validate"],
  ]),
  ...passed("fine_tuning", "account", [["GET", "/v1/fine_tuning/jobs"]]),
  ...accountTree("fine_tuning", "/v1/fine_tuning/checkpoints"),
  ...passed("models", "account", [["DELETE", "/v1/models/:model"]]),
  ...collection("evals", "/v1/evals", { runsModels: true }),
];

const videos: readonly PlainEndpoint[] = [
  ...passed("videos", "resource", [
    ["POST", "/v1/videos", { makes: [["id"]], runsModels: true }],
    ["POST", "/v1/videos/edits", { makes: [["id"]], names: ["id", "video_id"], runsModels: true }],
    ["POST", "/v1/videos/extensions", { makes: [["id"]], names: ["id", "video_id"], runsModels: true }],
    ["POST", "/v1/videos/characters", { makes: [["id"]] }],
    ["GET", "/v1/videos/characters/:id"],
    ["POST", "/v1/videos/:id/remix", { makes: [["id"]], runsModels: true }],
  ]),
  ...passed("videos", "account", [["GET", "/v1/videos"]]),
  ...things("videos", "/v1/videos"),
];

const voices: readonly PlainEndpoint[] = [
  ...collection("audio", "/v1/audio/voices"),
  ...collection("audio", "/v1/audio/voice_consents"),
];

const agents: readonly PlainEndpoint[] = [
  ...passed("assistants", "resource", [
    ["POST", "/v1/threads", { makes: [["id"]], ...THREAD }],
    ["POST", "/v1/threads/runs", { makes: [["thread_id"]], ...THREAD }],
  ]),
  ...collection("assistants", "/v1/assistants", THREAD),
  ...things("assistants", "/v1/threads", THREAD),
  ...collection("agents", "/v1/agents/automations", AGENT),
  ...collection("agents", "/v1/agents/environments/templates", AGENT),
  ...collection("agents", "/v1/agents/environments", AGENT),
  ...collection("agents", "/v1/agents/sessions", AGENT),
  ...collection("agents", "/v1/agents", AGENT),
  ...collection("skills", "/v1/skills"),
  ...collection("vaults", "/v1/vaults"),
  ...passed("chatkit", "resource", [["POST", "/v1/chatkit/sessions", { makes: [["id"]], runsModels: true }]]),
  ...passed("chatkit", "account", [["GET", "/v1/chatkit/threads"]]),
  ...things("chatkit", "/v1/chatkit/sessions"),
  ...things("chatkit", "/v1/chatkit/threads"),
];

const administration: readonly PlainEndpoint[] = [
  ...accountTree("organization", "/v1/organization"),
  ...accountTree("organization", "/v1/projects"),
  ...accountTree("webhooks", "/v1/webhook_endpoints"),
  ...passed("webhooks", "account", [["GET", "/v1/webhook_event_types"]]),
  ...accountTree("safety", "/v1/safety"),
];

/** What OpenAI has beside its two APIs of text generation, which both of their dialects reach. */
export const openaiPlatform: readonly PlainEndpoint[] = [
  ...inference,
  ...realtime,
  ...files,
  ...training,
  ...videos,
  ...voices,
  ...agents,
  ...administration,
];
