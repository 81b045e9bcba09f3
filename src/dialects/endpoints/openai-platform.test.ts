import { describe, expect, it } from "vitest";
import { openaiPlatform } from "./openai-platform.ts";

const passedOnes = openaiPlatform.flatMap((endpoint) =>
  endpoint.passed === undefined ? [] : [{ ...endpoint, passed: endpoint.passed }],
);
const at = (call: string) => passedOnes.find(({ method, path }) => `${method} ${path}` === call)?.passed;
/** The calls with a property, without those below an id, which have the properties of their collection. */
const callsThat = (has: (call: (typeof passedOnes)[number]) => boolean) =>
  passedOnes
    .filter(has)
    .filter(({ path }) => !/\/:id(\/\*)?$/.test(path))
    .map(({ method, path }) => `${method} ${path}`)
    .sort();
const accessOf = (access: string) =>
  [
    ...new Set(
      passedOnes
        .filter(({ passed }) => passed.access === access)
        .map(({ path, passed }) => `${passed.group} ${path}`),
    ),
  ].sort();

/** What the vendor keeps: each can be made, listed, and reached by its id. */
const KEPT = {
  live: ["/v1/live/sessions"],
  files: ["/v1/files"],
  vector_stores: ["/v1/vector_stores"],
  containers: ["/v1/containers"],
  evals: ["/v1/evals"],
  audio: ["/v1/audio/voices", "/v1/audio/voice_consents"],
  assistants: ["/v1/assistants"],
  agents: [
    "/v1/agents/automations",
    "/v1/agents/environments/templates",
    "/v1/agents/environments",
    "/v1/agents/sessions",
    "/v1/agents",
  ],
  skills: ["/v1/skills"],
  vaults: ["/v1/vaults"],
};
const roots = Object.entries(KEPT).flatMap(([group, paths]) => paths.map((path) => `${group} ${path}`));
const below = (root: string) => [`${root}/:id`, `${root}/:id/*`];

describe("OpenAI's endpoints beside text generation", () => {
  it("are usable by every key if the vendor keeps nothing", () => {
    expect(accessOf("inference")).toEqual(
      [
        "audio /v1/audio/speech",
        "audio /v1/audio/transcriptions",
        "audio /v1/audio/translations",
        "completions /v1/completions",
        "content_provenance_checks /v1/content_provenance_checks",
        "decisions /v1/decisions",
        "images /v1/images/edits",
        "images /v1/images/generations",
        "images /v1/images/variations",
        "moderations /v1/moderations",
        "realtime /v1/realtime",
      ].sort(),
    );
    expect(openaiPlatform[0]).toEqual({ method: "POST", path: "/v1/embeddings", operation: "embed" });
    expect(at("GET /v1/realtime")?.isSocket).toBe(true);
    expect(callsThat(({ passed }) => passed.isSocket === true)).toEqual(["GET /v1/realtime"]);
  });

  it("need a right to their group if the vendor keeps what they make", () => {
    const single = [
      "assistants /v1/threads",
      "assistants /v1/threads/runs",
      "batches /v1/batches",
      "batches /v1/batches/:id",
      "batches /v1/batches/:id/cancel",
      "chatkit /v1/chatkit/sessions",
      "fine_tuning /v1/fine_tuning/alpha/graders/run",
      "fine_tuning /v1/fine_tuning/alpha/graders/validate",
      "fine_tuning /v1/fine_tuning/jobs",
      ...below("fine_tuning /v1/fine_tuning/jobs"),
      "realtime /v1/realtime/calls",
      "realtime /v1/realtime/client_secrets",
      "realtime /v1/realtime/sessions",
      "realtime /v1/realtime/transcription_sessions",
      "realtime /v1/realtime/translations/client_secrets",
      "uploads /v1/uploads",
      "uploads /v1/uploads/:id",
      "uploads /v1/uploads/:id/cancel",
      "uploads /v1/uploads/:id/complete",
      "uploads /v1/uploads/:id/parts",
      "videos /v1/videos",
      "videos /v1/videos/:id/remix",
      "videos /v1/videos/characters",
      "videos /v1/videos/characters/:id",
      "videos /v1/videos/edits",
      "videos /v1/videos/extensions",
    ];
    const reached = [
      "realtime /v1/realtime/calls",
      "videos /v1/videos",
      "assistants /v1/threads",
      "chatkit /v1/chatkit/sessions",
      "chatkit /v1/chatkit/threads",
      ...roots,
    ].flatMap(below);
    expect(accessOf("resource")).toEqual([...new Set([...single, ...roots, ...reached])].sort());
  });

  it("need the account itself if they list or govern what all of its keys have", () => {
    const trees = [
      "fine_tuning /v1/fine_tuning/checkpoints",
      "organization /v1/organization",
      "organization /v1/projects",
      "webhooks /v1/webhook_endpoints",
      "safety /v1/safety",
    ];
    expect(accessOf("account")).toEqual(
      [
        ...roots,
        ...trees.flatMap((tree) => [tree, `${tree}/*`]),
        "batches /v1/batches",
        "chatkit /v1/chatkit/threads",
        "fine_tuning /v1/fine_tuning/jobs",
        "models /v1/models/:model",
        "videos /v1/videos",
        "webhooks /v1/webhook_event_types",
      ].sort(),
    );
    const lists = passedOnes.filter(
      ({ passed, path }) =>
        passed.access === "account" && !trees.some((tree) => path.startsWith(tree.split(" ")[1]!)),
    );
    expect(
      lists.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`),
    ).toEqual(["DELETE /v1/models/:model"]);
  });

  it("have a method that vendors use", () => {
    for (const { method, operation } of passedOnes)
      expect([["GET", "POST", "PUT", "PATCH", "DELETE"].includes(method), operation]).toEqual([true, "pass"]);
  });
});

describe("what OpenAI's endpoints make, name and run", () => {
  it("is stored under each id that an answer has", () => {
    const batch = [["id"], ["output_file_id"], ["error_file_id"]];
    for (const call of ["POST /v1/batches", "GET /v1/batches/:id", "POST /v1/batches/:id/cancel"])
      expect([call, at(call)?.makes]).toEqual([call, batch]);
    const job = [["id"], ["result_files", "*"], ["fine_tuned_model"]];
    for (const call of ["POST", "GET"].map(
      (method) => `${method} /v1/fine_tuning/jobs${method === "GET" ? "/:id" : ""}`,
    ))
      expect([call, at(call)?.makes]).toEqual([call, job]);
    expect(at("POST /v1/fine_tuning/jobs/:id/*")?.makes).toEqual(job);
    expect(at("POST /v1/uploads/:id/complete")?.makes).toEqual([["file", "id"]]);
    expect(at("POST /v1/threads/runs")?.makes).toEqual([["thread_id"]]);
    expect(at("POST /v1/realtime/calls")?.madeInHeader).toBe("location");
    const ofOneId = callsThat(({ passed }) => JSON.stringify(passed.makes) === '[["id"]]');
    expect(ofOneId).toEqual(
      [
        ...roots.map((root) => `POST ${root.split(" ")[1]}`),
        "POST /v1/chatkit/sessions",
        "POST /v1/threads",
        "POST /v1/uploads",
        "POST /v1/videos",
        "POST /v1/videos/:id/remix",
        "POST /v1/videos/characters",
        "POST /v1/videos/edits",
        "POST /v1/videos/extensions",
      ].sort(),
    );
  });

  it("belongs to an account if a request names it", () => {
    expect(at("GET /v1/realtime")?.names).toEqual(["call_id"]);
    for (const call of [
      "POST /v1/threads",
      "POST /v1/threads/runs",
      "POST /v1/assistants",
      "POST /v1/threads/:id/*",
    ])
      expect([call, at(call)?.names]).toEqual([call, ["assistant_id", "thread_id"]]);
    for (const path of KEPT.agents)
      expect([path, at(`POST ${path}`)?.names]).toEqual([
        path,
        ["agent_id", "environment_id", "template_id", "session_id", "vault_ids"],
      ]);
    for (const call of ["edits", "extensions"])
      expect(at(`POST /v1/videos/${call}`)?.names).toEqual(["id", "video_id"]);
  });

  it("is known if it runs models", () => {
    expect(callsThat(({ passed }) => passed.runsModels === true)).toEqual(
      [
        ...KEPT.agents.map((path) => `POST ${path}`),
        "POST /v1/assistants",
        "POST /v1/batches",
        "POST /v1/batches/:id/cancel",
        "POST /v1/chatkit/sessions",
        "POST /v1/evals",
        "POST /v1/fine_tuning/jobs",
        "POST /v1/live/sessions",
        "POST /v1/realtime/calls",
        "POST /v1/realtime/client_secrets",
        "POST /v1/realtime/sessions",
        "POST /v1/realtime/transcription_sessions",
        "POST /v1/realtime/translations/client_secrets",
        "POST /v1/threads",
        "POST /v1/threads/runs",
        "POST /v1/videos",
        "POST /v1/videos/:id/remix",
        "POST /v1/videos/edits",
        "POST /v1/videos/extensions",
      ].sort(),
    );
    expect(at("POST /v1/realtime/sessions")?.models).toEqual([
      ["model"],
      ["session", "model"],
      ["session", "audio", "input", "transcription", "model"],
      ["input_audio_transcription", "model"],
      ["session", "tools", "*", "model"],
      ["tools", "*", "model"],
    ]);
    expect(at("POST /v1/live/sessions/:id")?.runsModels).toBe(true);
    expect(at("GET /v1/fine_tuning/jobs/:id/*")?.runsModels).toBeUndefined();
  });
});
