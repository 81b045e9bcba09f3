import { z } from "zod";
import {
  ALL_TENANTS,
  CompatibilityMode,
  keyRoles,
  MAX_MODEL_NAME_BYTES,
  MIN_TOKEN_LENGTH,
} from "../../contract/index.ts";
import { dialectIds, endpointGroups } from "../../dialects/registry/index.ts";
import { presets } from "../../models/presets/index.ts";
import { key } from "./key-facts.ts";
import { CallPolicyConfig, isGlob, NameGlob } from "./policy-schema.ts";

const Text = z.string().min(1, "must not be empty");
const List = z.array(z.string());
/** The name of a tenant, which is the last part of its log's name. */
export const TenantName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    "must be 1 to 64 letters, digits, dots, hyphens or underscores, beginning with a letter or digit",
  );
/** The tenant of a key. */
const KeyTenant = z
  .string()
  .regex(
    /^(?:\*|[A-Za-z0-9][A-Za-z0-9._-]{0,63})$/,
    "must be 1 to 64 letters, digits, dots, hyphens or underscores, beginning with a letter or digit, or `*`",
  );
const ModelName = Text.refine(
  (name) => Buffer.byteLength(name) <= MAX_MODEL_NAME_BYTES,
  `must have at most ${MAX_MODEL_NAME_BYTES} bytes`,
);

/** The name of a model, or a glob of such names. */
const ModelGlob = ModelName.refine(isGlob, "must be a glob");

const LossNames = z.array(
  z
    .string()
    .regex(/^[A-Za-z$][\w.:$-]{0,127}$/, "must be the name of a field, a header, a feature or a rule"),
);

/** An engine to try next: its name, or its name and the model to request from it. */
const Fallback = z.union([
  Text,
  z.strictObject({
    engine: key(Text, { description: "The engine's name." }),
    model: key(ModelName.optional(), { description: "The model to request from it." }),
  }),
]);

const fallbackItem = '"name" or { engine = "name", model = "name" }';

const CredentialSource = z.enum(["key", "caller", "none"]);

/** One entry of `[engines]`. */
export const EngineConfig = z
  .object({
    preset: key(z.enum(presets.map(({ name }) => name)).optional(), {
      description:
        "Fills in the keys that are not set: a vendor's name, `azure` or `vertex` for a vendor's models at a cloud, `compatible` for a server with OpenAI's Chat Completions API, or `sim` for simulated answers.",
    }),
    dialect: key(z.enum(dialectIds).optional(), {
      description: "The wire format of the engine.",
    }),
    base_url: key(z.url({ protocol: /^https?$/, message: "must be an http or https URL" }).optional(), {
      description: "The engine's URL, with or without the version at its end.",
    }),
    api_key: key(Text.optional(), { description: "The engine's key.", secret: true }),
    credential_command: key(z.array(Text).min(1, "must name a program").optional(), {
      description:
        "A program and its arguments that print the engine's token, which is sent as a bearer token. It is run without a shell, and again every few minutes and when the engine refuses the token. Only the user's own configuration may set it.",
      usersOwn: true,
    }),
    credential_file: key(Text.optional(), {
      description:
        "A file with the engine's token, which is sent as a bearer token. It is read again when it changes. Only the user's own configuration may set it.",
      path: true,
      usersOwn: true,
    }),
    credential: key(CredentialSource.optional(), {
      description:
        "`key` sends `api_key`. `caller` forwards the vendor key of the caller, who then authenticates to the gateway with `x-abp-key`. `none` sends no credential.",
    }),
    models: key(z.array(ModelGlob).default([]), {
      description: "Globs of the models that the engine serves.",
    }),
    default_model: key(ModelName.optional(), {
      description:
        "The model for agents that `abp exec`, `abp env` or `abp run` sends to this engine without naming one. Without it the preset's; an agent of the engine's own vendor keeps its own default.",
    }),
    prompt_cache: key(z.enum(["auto", "off"]).default("off"), {
      description:
        "`auto` marks the prefix of translated requests for the vendor's prompt cache, for callers that set no marks. It has an effect on Anthropic engines; other vendors cache without marks.",
    }),
    fallback: key(z.array(Fallback).default([]), {
      item: fallbackItem,
      description:
        'Engines to try in order when this one fails before the caller received anything: `"name"`, or `{ engine = "name", model = "…" }` to request another model from it.',
    }),
    headers: key(List.default([]), { description: "Further headers of each call, each as `name: value`." }),
    allow_private: key(z.boolean().default(false), {
      description:
        "Whether the engine may have an address in a private network. A base URL that is a loopback address is always allowed.",
    }),
    recordings: key(Text.optional(), {
      description: "A folder of recorded exchanges. A `sim` engine answers from them.",
      path: true,
    }),
    strict: key(z.boolean().default(false), {
      description:
        "Whether a `sim` engine rejects what the vendor of its dialect rejects, with the vendor's own errors.",
    }),
    call_tools: key(z.boolean().default(false), {
      description:
        "Whether a `sim` engine calls the first function that a request offers, on every turn of the user, with arguments made from its schema. It answers in text after the result.",
    }),
    max_connections: key(z.int().min(1).max(65_535).default(256), {
      description: "The maximum number of open connections to the engine.",
    }),
    retries: key(z.int().min(0).max(2).default(1), {
      description:
        "How often a failed call is sent again. Only before the first byte of the answer, and only if it is safe.",
    }),
    connect_timeout_ms: key(z.int().min(1).default(5000), {
      description: "The time limit for connecting to the engine.",
    }),
    first_byte_timeout_secs: key(z.int().min(1).default(120), {
      description: "The time limit for the first byte of an answer.",
    }),
    idle_timeout_secs: key(z.int().min(1).default(120), {
      description: "The longest pause between two bytes of an answer.",
    }),
    total_timeout_secs: key(z.int().min(1).default(1800), {
      description: "The time limit for a whole call, without the time in which its caller does not read.",
    }),
  })
  .describe("A model endpoint: its wire format, its URL, and how it is called.")
  .meta({ id: "EngineConfig" });
export type EngineConfig = z.infer<typeof EngineConfig>;

/** One entry of `[routes]`. */
export const RouteConfig = z
  .object({
    models: key(z.array(ModelGlob).min(1, "must name at least one model"), {
      description: "Globs of the model names, as callers send them, that take this route.",
    }),
    engine: key(Text, {
      description:
        "The engine that the calls go to; `auto` chooses the one that keeps the most of each call.",
    }),
    model: key(ModelName.optional(), {
      description: "The model to request from the engine. Without it the caller's model is requested.",
    }),
    mode: key(CompatibilityMode.optional(), {
      description: "Whether an advisory loss is refused (`strict`) or disclosed.",
      strictest: "strict",
    }),
    allow_loss: key(LossNames.optional(), {
      description:
        "Losses that strict mode of this route discloses instead of refusing, by the name of the field, header, feature or rule. Without it, `gateway.allow_loss`.",
      waives: true,
    }),
    fallback: key(z.array(Fallback).optional(), {
      item: fallbackItem,
      description: "Engines to try in order, in place of the engine's own list; written the same way.",
    }),
    policy: CallPolicyConfig.optional(),
  })
  .describe(
    "The engine for calls of some models. The first matching route is used, exact names before patterns.",
  )
  .meta({ id: "RouteConfig" });
export type RouteConfig = z.infer<typeof RouteConfig>;

/** One entry of `[keys]`. */
export const CallerKeyConfig = z
  .object({
    token: key(Text.optional(), {
      description: `The key itself, as callers send it: at least ${MIN_TOKEN_LENGTH} characters, and no other key's.`,
      secret: true,
    }),
    token_sha256: key(
      z
        .string()
        .regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hexadecimal digits")
        .optional(),
      {
        description: "The SHA-256 of the key, instead of the key itself.",
      },
    ),
    tenant: key(KeyTenant.optional(), {
      description:
        "The tenant that its calls are recorded for. Without it, `receipts.tenant`. `*` lets its roles hold for the records of all keys and tenants in the control API; its calls are recorded for `receipts.tenant`.",
      trusted: ALL_TENANTS,
    }),
    roles: key(z.array(z.enum(keyRoles)).min(1, "must name at least one role").optional(), {
      description:
        "What it may do; without it, `caller` alone: `caller` calls models, `viewer` reads the records of its owner in the control API, `operator` also submits and cancels runs and decides approvals, `admin` also makes and revokes keys. The owner is its tenant, or the key itself if it has none. A project's file cannot set it.",
      trusted: true,
    }),
    engines: key(z.array(NameGlob).default([]), {
      description: "Globs of the engines that it may use. An empty list allows all.",
    }),
    endpoints: key(z.array(z.enum(endpointGroups)).optional(), {
      description:
        "Groups of vendor endpoints that keep things at the vendor and that it may use, such as `files` or `batches`. Endpoints that keep nothing need no entry.",
    }),
    mode: key(CompatibilityMode.optional(), {
      description: "Whether an advisory loss is refused (`strict`) or disclosed.",
      strictest: "strict",
    }),
    allow_loss: key(LossNames.optional(), {
      description:
        "Losses that strict mode of this key discloses instead of refusing, by the name of the field, header, feature or rule. Without it, `gateway.allow_loss`.",
      waives: true,
    }),
    max_concurrent: key(z.int().min(1).optional(), {
      description:
        "The maximum number of its calls at the same time. Without it, `gateway.max_concurrent_per_key`.",
    }),
    policy: CallPolicyConfig.optional(),
  })
  .describe(
    "A key that callers send. Without any, the daemon creates one and stores it in a file that only its owner can read.",
  )
  .meta({ id: "CallerKeyConfig" });
export type CallerKeyConfig = z.infer<typeof CallerKeyConfig>;

const Price = z.number().min(0);

/** One entry of `[prices]`; its name is a glob of models. */
export const PriceConfig = z
  .object({
    input: key(Price, { description: "USD for a million tokens of the prompt." }),
    output: key(Price, { description: "USD for a million tokens that are generated." }),
    cache_read: key(Price.optional(), {
      description: "USD for a million tokens read from the prompt cache. Without it, as `input`.",
    }),
    cache_write: key(Price.optional(), {
      description: "USD for a million tokens written to the prompt cache. Without it, as `input`.",
    }),
  })
  .describe("The prices of some models, instead of the built-in price list.")
  .meta({ id: "PriceConfig" });
export type PriceConfig = z.infer<typeof PriceConfig>;

export const GatewaySection = z
  .object({
    hosts: key(List.default([]), {
      description:
        "Additional host names for the daemon. The address it listens on and localhost are always accepted.",
    }),
    workers: key(z.int().min(1).max(64).default(1), {
      description: "How many threads serve calls.",
    }),
    max_body_bytes: key(z.int().min(1024).default(33_554_432), {
      description: "The largest request body.",
    }),
    max_upload_bytes: key(z.int().min(1024).default(8_589_934_592), {
      description:
        "The largest body that is passed on while it is received, such as an uploaded file. It is not held in memory.",
    }),
    max_total_body_bytes: key(z.int().min(1024).default(268_435_456), {
      description:
        "The most bytes of request bodies at the same time, of all callers and threads. One key may take three quarters of it.",
    }),
    max_body_values: key(z.int().min(1000).default(30_000), {
      description:
        "The most values (members and array items) of a request body that is translated or otherwise read. A larger one is only passed through.",
    }),
    max_depth: key(z.int().min(8).max(10_000).default(128), {
      description: "The deepest nesting of a request body.",
    }),
    max_connections: key(z.int().min(1).default(10_000), {
      description: "The maximum number of open connections from callers.",
    }),
    max_concurrent_per_key: key(z.int().min(1).default(1024), {
      description: "The maximum number of calls of one key at the same time.",
    }),
    header_timeout_secs: key(z.int().min(1).default(10), {
      description: "The time limit for a caller to send its headers.",
    }),
    body_idle_timeout_secs: key(z.int().min(1).default(30), {
      description: "The longest pause within a request body.",
    }),
    stall_timeout_secs: key(z.int().min(1).default(60), {
      description: "How long a caller may stop reading an answer.",
    }),
    drain_timeout_secs: key(z.int().min(0).default(30), {
      description: "How long calls may continue after the daemon was told to stop.",
    }),
    heartbeat_secs: key(z.int().min(1).max(60).default(8), {
      description: "How long an engine may be silent before a translated stream sends a heartbeat.",
    }),
    allow_loss: key(LossNames.default([]), {
      description:
        "Losses that strict mode discloses instead of refusing, by the name of the field, header, feature or rule. A key or route with a list of its own does not use this one.",
      waives: true,
    }),
    evidence_ttl_hours: key(z.int().min(0).max(8760).default(24), {
      description:
        "How long the gateway remembers that an engine rejected a field of a translated request for a model. 0 switches it off.",
    }),
    repair_json: key(z.boolean().default(false), {
      description:
        "Whether the gateway asks a model once more when the model's answer is not the JSON that the caller asked for. It has an effect if the gateway emulates JSON output. The header `X-ABP-Repair` with `once` or `never` decides for one call.",
    }),
    estimate_tokens: key(z.boolean().default(true), {
      description:
        "Whether the gateway estimates a token count that the engine cannot provide. The estimate is marked as one. Otherwise the request is refused.",
    }),
  })
  .prefault({})
  .describe("The gateway's host names, threads and limits.");
