import { type AccountIds, type IdKind, type IdPlace, placesNamed } from "./account-ids.ts";

const FILE: IdKind = { prefixes: ["file-", "file_"], certain: /^file[-_]/ };
/** The input of a job is always a file of the account. */
const TRAINING: IdKind = { ...FILE, certain: /./ };
const INPUT: IdKind = { ...TRAINING, isInput: true };
const STORE: IdKind = { prefixes: ["vs_"], certain: /^vs_/ };
const SKILL: IdKind = { prefixes: ["skill_"], certain: /^skill_/ };
/** Made by calls of a model, too, whose answers show their ids. */
const CONTAINER: IdKind = { prefixes: ["cntr_"] };
/** An item of a response or of a conversation, whatever its type. */
const ITEM: IdKind = { prefixes: [], isItem: true };
const AUDIO: IdKind = { prefixes: ["audio_"] };
/** Made in the console of the vendor, and so by nobody here. */
const PROMPT: IdKind = { prefixes: ["pmpt_"], certain: /^pmpt_/, sharedBy: "prompts" };
const VOICE: IdKind = { prefixes: ["voice_"], certain: /^voice_/ };
const TUNED: IdKind = { prefixes: ["ft:"], only: /^ft:/i, suffix: /:ckpt-step-\d+$/ };

const files: readonly IdPlace[] = [
  ...placesNamed(["file_id", "file_ids"], FILE),
  ...placesNamed(["training_file", "validation_file"], TRAINING),
  ...placesNamed(["input_file_id"], INPUT),
  ...placesNamed(["vector_store_id", "vector_store_ids"], STORE),
];

/** Tools of the caller, their examples, and texts that the vendor only repeats. */
const notRead: AccountIds["notRead"] = [
  ["metadata"],
  ["tools", "parameters"],
  ["functions", "parameters"],
  ["format", "schema"],
  ["json_schema", "schema"],
];

const containers: readonly IdPlace[] = [
  ...placesNamed(["container", "container_id"], CONTAINER),
  { at: ["container", "id"], kind: CONTAINER },
];

/** Where OpenAI's Responses API and what stands beside it read ids. */
export const responsesIds: AccountIds = {
  places: [
    ...files,
    ...containers,
    ...placesNamed(["skill_id"], SKILL),
    { at: ["prompt", "id"], kind: PROMPT },
    { at: ["voice", "id"], kind: VOICE },
  ],
  kept: [
    { at: ["input", "id"], kind: ITEM },
    { at: ["items", "id"], kind: ITEM },
  ],
  notRead,
  models: TUNED,
  makers: ["code_interpreter", '"shell"', '"container"'],
  made: [
    { at: ["output", "container_id"], kind: CONTAINER },
    { at: ["output", "environment", "container_id"], kind: CONTAINER },
    { at: ["response", "output", "container_id"], kind: CONTAINER },
    { at: ["response", "output", "environment", "container_id"], kind: CONTAINER },
    { at: ["item", "container_id"], kind: CONTAINER },
    { at: ["item", "environment", "container_id"], kind: CONTAINER },
  ],
};

/** Where OpenAI's Chat Completions and what stands beside it read ids. */
export const chatIds: AccountIds = {
  places: [
    ...files,
    ...containers,
    ...placesNamed(["skill_id"], SKILL),
    { at: ["prompt", "id"], kind: PROMPT },
    { at: ["audio", "id"], kind: AUDIO },
    { at: ["voice", "id"], kind: VOICE },
  ],
  notRead,
  models: TUNED,
  makers: ['"audio"'],
  made: [
    { at: ["choices", "message", "audio", "id"], kind: AUDIO },
    { at: ["choices", "delta", "audio", "id"], kind: AUDIO },
  ],
};

const RESPONSE: IdKind = { prefixes: ["resp_"], isResponse: true };
const CONVERSATION: IdKind = { prefixes: ["conv_"], isResponse: true };

/** Where the lines of a batch read ids: each is a request of one of these APIs. */
export const lineIds: AccountIds = {
  places: [
    ...chatIds.places,
    ...(responsesIds.kept ?? []),
    ...placesNamed(["previous_response_id"], RESPONSE),
    ...placesNamed(["conversation"], CONVERSATION),
    { at: ["conversation", "id"], kind: CONVERSATION },
    { at: ["body", "model"], kind: TUNED },
  ],
  notRead,
};
