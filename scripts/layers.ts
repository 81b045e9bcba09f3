import { dialectIds } from "../src/dialects/registry/index.ts";

/**
 * The folders under `src/`, lowest layer first. A folder imports only from lower layers, and only through `index.ts`.
 * The lint rules in `biome.json` are generated from this table, and the architecture test reads it.
 */
export const layers: readonly (readonly string[])[] = [
  ["lib"],
  ["contract"],
  ["models", "api"],
  ["dialects", "negotiation", "policy", "receipts"],
  ["process", "storage", "engines", "telemetry", "config"],
  ["sandbox", "sidecar", "workspace"],
  ["agents"],
  ["backends"],
  ["gateway", "runtime"],
  ["server", "client", "stand-in"],
  ["runner"],
  ["control"],
  ["daemon"],
  ["cli"],
];

/** Pure folders use no files, sockets or processes, no clock and no randomness. */
export const pureFolders: readonly string[] = layers.slice(0, 4).flat();

/** The index of a folder's layer in the table; undefined when the table does not name the folder. */
export function layerOf(folder: string): number | undefined {
  const index = layers.findIndex((folders) => folders.includes(folder));
  return index === -1 ? undefined : index;
}

/**
 * Files beside `index.ts` that other folders may import. Each imports nothing itself: the command line or a thread needs
 * it at once, and loading the whole folder would slow every start.
 */
export const lightEntries: readonly string[] = [
  "agents/names/index.ts",
  "dialects/registry/index.ts",
  "lib/package-file.ts",
  "models/presets/index.ts",
];

/** Folders whose parts still import each other. A folder leaves this list once its parts are untied; none may come in. */
export const tiedFolders: readonly string[] = [];

/**
 * The parts of folders that have inner layers, lowest first. A part is a subfolder (its name ends with a slash) or a file beside
 * it other than `index.ts`; it imports only from parts of lower rows, types included. The table names every part.
 */
export const innerLayers: Readonly<Record<string, readonly (readonly string[])[]>> = {
  config: [
    ["issue.ts"],
    ["paths.ts"],
    ["schema/"],
    ["layers/"],
    ["checks/", "trust/", "validation.ts"],
    ["load-options.ts"],
    ["source-files.ts"],
    ["load.ts"],
    ["display/", "watch.ts"],
  ],
  policy: [
    ["approval/", "decision.ts", "fold.ts", "profile-source.ts", "rule-list.ts"],
    ["name/", "network/", "path/", "tool/"],
    ["policy.ts"],
    ["compile.ts", "description.ts"],
    ["layers.ts", "tighten.ts"],
  ],
  receipts: [
    ["diff/", "finding.ts", "hash.ts", "instant.ts"],
    ["compatibility.ts", "redact.ts", "signing/"],
    ["evidence.ts", "log/"],
    ["validate.ts", "verify/"],
    ["contents.ts", "witness.ts"],
  ],
  "lib/json": [
    ["json-path.ts", "json-value.ts", "number-literal.ts", "serde-float.ts", "string-fault.ts"],
    ["canonical-error.ts", "json-error.ts", "raw/"],
    ["json-text.ts", "ordered-writer.ts", "text-of-json.ts"],
    ["canonical.ts", "reader.ts", "serde.ts"],
    ["held-json.ts"],
  ],
  "models/limits": [
    [
      "answer/",
      "cache.ts",
      "choice.ts",
      "identity.ts",
      "media.ts",
      "messages.ts",
      "names/",
      "reasoning.ts",
      "sampling.ts",
      "schema.ts",
      "tool-names.ts",
      "turns.ts",
    ],
    ["model-limits.ts"],
    ["limit-row.ts"],
    ["content/", "families/"],
    ["apis/"],
    ["limits-for.ts"],
  ],
  "negotiation/emulation": [
    ["json-schema/", "prompt-injection.ts", "reply-rewriter.ts", "strategy.ts"],
    ["order/", "report.ts", "text-splitting/"],
    ["emulator.ts"],
    [
      "compaction.ts",
      "emulation.ts",
      "json-output/",
      "prompt-emulator.ts",
      "stop-sequences.ts",
      "thinking.ts",
    ],
    ["tool-use/"],
    ["emulators.ts"],
    ["emulator-set.ts"],
    ["engine.ts"],
  ],
  engines: [
    ["address/", "developer-path.ts", "engine-socket.ts", "fallback-order.ts", "fallback.ts", "node-http.ts"],
    ["connection/", "engine-settings.ts", "engine.ts"],
    ["failure/", "other-api.ts"],
    ["credential/", "sim/", "socket/"],
    ["http/"],
    ["open-engines.ts", "search/"],
  ],
  gateway: [
    ["bytes/", "headers/", "package-version.ts", "rounds/", "scheduling/"],
    ["facts/", "slices/"],
    ["enforcement/", "evidence/"],
    ["exchange/"],
    ["callers/", "plain-answers/", "request/"],
    ["cloud/", "record/", "routing/"],
    ["id-owners/", "mapping/", "runs/"],
    ["repair/", "search/"],
    ["context.ts"],
    ["handlers/", "kept-content/", "transfer/"],
    ["background/", "endpoints/"],
    ["call/"],
    ["gateway.ts"],
    ["open-gateway.ts"],
    ["check-settings.ts", "configured-plan.ts"],
    ["configured-target.ts"],
  ],
  runtime: [
    ["ending/", "run-gateway.ts", "run-handle.ts", "run-log.ts", "streams/", "sweep.ts"],
    ["answer/", "kept/", "limits/", "questions/", "workspace-path.ts"],
    ["events/", "gate/", "run-options.ts", "run-parts.ts"],
    ["steps/"],
    ["setting/"],
    ["homes/", "model-calls/"],
    ["run/"],
    ["inspect-in-stage.ts", "run-streaming.ts"],
  ],
  workspace: [
    ["git/", "manifest/", "usage/"],
    ["changes/", "content/", "walk/"],
    ["ignored/", "removal/", "scan/"],
    ["settings/", "sweep/"],
    ["opening/"],
    ["overlay/", "repository/"],
    ["stage/"],
    ["patch/"],
    ["apply/"],
  ],
  // A dialect knows no other one.
  dialects: [
    [
      "collapse.ts",
      "content-summary.ts",
      "domain-list.ts",
      "expand.ts",
      "file-name.ts",
      "id-map.ts",
      "members/",
      "origins.ts",
    ],
    [
      "endpoints/",
      "json-schema/",
      "rendering/",
      "required-members.ts",
      "state/",
      "token-logprobs.ts",
      "typed-tools/",
    ],
    ["codec/"],
    ["cache/", "features/", "offers/"],
    ["embeddings/", "hosted/", "rules/"],
    ["search/"],
    ["catalogue/"],
    ["dialect.ts"],
    ["chat/"],
    dialectIds.map((id) => `${id}/`),
    ["registry/"],
    ["translate/"],
  ],
  server: [
    ["failure-report.ts", "limits/", "serve-until.ts"],
    ["context/"],
    ["http/"],
    ["websocket/"],
    ["listening/"],
    ["serving.ts"],
    ["run-serving.ts"],
  ],
  daemon: [
    ["daemon-notice.ts", "garbage-collection.ts", "start-memory.ts", "token.ts", "young-generation.ts"],
    ["check-config.ts", "checkpoint-timer.ts", "control-api/", "keys/", "running-daemon.ts", "runs/"],
    ["threads/"],
    ["daemon.ts"],
  ],
};
