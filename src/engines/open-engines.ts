import { randomUUID } from "node:crypto";
import { AbpError, readSettings, settingError } from "../contract/index.ts";
import { type CloudForm, type Dialect, dialects } from "../dialects/index.ts";
import { compileGlobSet, suggest } from "../lib/index.ts";
import { type Preset, presets } from "../models/presets/index.ts";
import { type Resolve, resolveBySystem } from "./address/address-guard.ts";
import { type BaseUrl, readBaseUrl } from "./address/base-url.ts";
import { ConnectionPools } from "./connection/connection-pools.ts";
import { BearerToken, type TokenSource } from "./credential/bearer-token.ts";
import { openCommandRunner, type RunCommand, tokenCommand } from "./credential/token-command.ts";
import { tokenFile } from "./credential/token-file.ts";
import { developerPath } from "./developer-path.ts";
import type { Engine } from "./engine.ts";
import type { EngineSettings } from "./engine-settings.ts";
import { readFallbacks } from "./fallback.ts";
import { checkFallbacks } from "./fallback-order.ts";
import { ActiveCalls } from "./http/active-calls.ts";
import type { RetryNotice } from "./http/call-context.ts";
import { BEARER, type CredentialHeader, type CredentialSource } from "./http/credential.ts";
import { HttpEngine, type HttpResources } from "./http/http-engine.ts";
import { readHeaderLine } from "./http/request-headers.ts";
import { openSim } from "./sim/index.ts";

/** The address of a project at one location of Vertex AI. */
const VERTEX_PATH = /\/v1(?:beta1)?\/projects\/[^/]+\/locations\/[^/]+$/;

/** The environment of the engines. Tests replace its parts. */
export interface EngineDependencies {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Monotonic milliseconds, for limits, pauses and budgets. `performance.now` by default. */
  readonly now?: () => number;
  /** Milliseconds since 1970, for dates in `Retry-After`. `Date.now` by default. */
  readonly wallNow?: () => number;
  readonly random?: () => number;
  /** Makes a text that was never made before. Random UUIDs by default. */
  readonly newId?: () => string;
  /** Runs the commands that write credentials. Processes of this machine by default. */
  readonly runCommand?: RunCommand;
  /** Resolves host names. The system's resolver by default. */
  readonly resolve?: Resolve;
  readonly onRetry?: (notice: RetryNotice) => void;
}

/** The engines of a configuration. */
export interface Engines {
  /** Throws `engine_not_found`. */
  get(name: string): Engine;
  find(name: string): Engine | undefined;
  /** In the order of the configuration. */
  list(): readonly Engine[];
  /** Fails every active call and closes every connection. */
  close(): Promise<void>;
}

/** Opens the engines of a configuration without connecting. Throws `config_invalid` with the setting's name. */
export function openEngines(
  config: Readonly<Record<string, EngineSettings>>,
  dependencies: EngineDependencies,
): Engines {
  const activeCalls = new ActiveCalls(dependencies.now ?? (() => performance.now()));
  const resources: HttpResources = {
    pools: new ConnectionPools(dependencies.resolve ?? resolveBySystem),
    activeCalls,
    wallNow: dependencies.wallNow ?? Date.now,
    random: dependencies.random ?? Math.random,
    onRetry: dependencies.onRetry,
  };
  const entries = Object.entries(config);
  const fallbacks = entries.map(
    ([name, { fallback }]) => [name, readFallbacks(fallback).map(({ engine }) => engine)] as const,
  );
  const { engines } = readSettings({
    fallbacks: () => checkFallbacks(new Map(fallbacks)),
    engines: () => {
      const openers = entries.map(([name, settings]) => {
        return [name, () => openEngine(name, settings, dependencies, resources)] as const;
      });
      return new Map(Object.entries(readSettings(Object.fromEntries(openers))));
    },
  });
  return {
    get: (name) => engines.get(name) ?? refuseName(name, [...engines.keys()]),
    find: (name) => engines.get(name),
    list: () => [...engines.values()],
    close: async () => {
      await Promise.all([...engines.values()].map((engine) => engine.close()));
      activeCalls.stop();
    },
  };
}

function openEngine(
  name: string,
  settings: EngineSettings,
  dependencies: EngineDependencies,
  resources: HttpResources,
): Engine {
  const preset = presets.find(({ name }) => name === settings.preset);
  const models = settings.models.length > 0 ? settings.models : (preset?.models ?? []);
  const common = {
    name,
    models,
    defaultModel: settings.default_model ?? presetModel(models, preset),
    promptCache: settings.prompt_cache === "auto" ? ("auto" as const) : undefined,
    fallback: readFallbacks(settings.fallback),
  };
  const { recordings } = settings;
  if (preset?.name === "sim")
    return openSim({
      ...common,
      dialect: readDialect(name, settings, preset),
      isStrict: settings.strict === true,
      callsTools: settings.call_tools === true,
      newId: dependencies.newId ?? randomUUID,
      ...(recordings === undefined ? {} : { recordings }),
    });
  const { dialect, base, credential } = readSettings({
    dialect: () => readDialect(name, settings, preset),
    base: () => readBase(name, settings, preset),
    credential: () => readCredential(name, settings, preset, dependencies),
    simulation: () => refuseSimulation(name, settings),
    lines: () => readHeaders(name, settings),
  });
  const credentialHeader = headerOf(credential, preset, dialect);
  const { cloud, headers } = readSettings({
    cloud: () => readCloud(name, dialect, preset),
    headers: () => readHeaders(name, settings, credential.from === "none" ? undefined : credentialHeader),
  });
  return new HttpEngine(
    {
      ...common,
      dialect,
      provider: preset?.provider ?? dialect.modelPrefix,
      base,
      credential,
      credentialHeader,
      cloud,
      headers,
      credentialHeaders: [credentialHeader, ...dialects.map((one) => one.transport.credential)].map(
        ({ header }) => header,
      ),
      keepsResponses: preset?.keepsResponses ?? false,
      servesSearch: preset?.servesSearch ?? false,
      ownPath: preset?.takesPathsFor === "developer" ? developerPath : undefined,
      allowPrivate: settings.allow_private,
      maxConnections: settings.max_connections,
      retries: settings.retries,
      limits: {
        connectMs: settings.connect_timeout_ms,
        firstByteMs: settings.first_byte_timeout_secs * 1000,
        idleMs: settings.idle_timeout_secs * 1000,
        totalMs: settings.total_timeout_secs * 1000,
      },
    },
    resources,
  );
}

function refuseSimulation(name: string, { recordings, strict, call_tools }: EngineSettings): void {
  readSettings({
    recordings: () => {
      if (recordings !== undefined)
        refuseKey(name, "recordings", "is for an engine of the preset `sim`, which answers from recordings");
    },
    strict: () => {
      if (strict === true)
        refuseKey(
          name,
          "strict",
          "is for an engine of the preset `sim`, which imitates what a vendor rejects",
        );
    },
    callTools: () => {
      if (call_tools === true)
        refuseKey(
          name,
          "call_tools",
          "is for an engine of the preset `sim`, which decides when to call tools",
        );
    },
  });
}

function readDialect(name: string, settings: EngineSettings, preset: Preset | undefined): Dialect {
  const id = settings.dialect ?? preset?.dialect;
  if (id === undefined) refuseKey(name, "dialect", "is missing; set it, or set a preset");
  const dialect = dialects.find((one) => one.id === id);
  return dialect ?? refuseKey(name, "dialect", `is ${JSON.stringify(id)}, which is no dialect`);
}

// The preset's model is not the default of an engine whose own list leaves it out.
function presetModel(models: readonly string[], preset: Preset | undefined): string | undefined {
  const model = preset?.defaultModel;
  return model !== undefined && compileGlobSet([...models]).matches(model) ? model : undefined;
}

function readBase(name: string, settings: EngineSettings, preset: Preset | undefined): BaseUrl {
  const text = settings.base_url ?? preset?.baseUrl;
  if (text === undefined) refuseKey(name, "base_url", "is missing; set the URL of the engine");
  const base = readBaseUrl(text);
  if (typeof base === "string") refuseKey(name, "base_url", base);
  if (preset?.cloud === "vertex" && !VERTEX_PATH.test(base.path))
    refuseKey(name, "base_url", "must end in /v1/projects/<project>/locations/<location>");
  return base;
}

function readCloud(name: string, dialect: Dialect, preset: Preset | undefined): CloudForm | undefined {
  if (preset?.cloud === undefined) return undefined;
  const form = dialect[preset.cloud];
  return (
    form ??
    refuseKey(name, "dialect", `is not right: the preset \`${preset.name}\` does not serve ${dialect.id}`)
  );
}

function headerOf(
  { from }: CredentialSource,
  preset: Preset | undefined,
  dialect: Dialect,
): CredentialHeader {
  if (from === "token" || preset?.takesBearer === true) return BEARER;
  if (from === "key" && preset?.keyHeader !== undefined) return { header: preset.keyHeader, prefix: "" };
  return dialect.transport.credential;
}

function readCredential(
  name: string,
  settings: EngineSettings,
  preset: Preset | undefined,
  dependencies: EngineDependencies,
): CredentialSource {
  const { env } = dependencies;
  const source = readTokenSource(name, settings, dependencies);
  if (source !== undefined) {
    const now = dependencies.now ?? (() => performance.now());
    return { from: "token", token: new BearerToken(name, source, now) };
  }
  // A vendor's environment variable holds a key for the vendor's own address. Another address needs `api_key`.
  const variables = settings.base_url === undefined ? (preset?.keyVariables ?? []) : [];
  const found = variables.map((variable) => env[variable]?.trim()).find((value) => value);
  // A key that was read from a file often ends in a line break.
  const key = settings.api_key?.trim() || found || undefined;
  const isNeeded = preset?.needsCredential === true || (preset?.keyVariables ?? []).length > 0;
  const from = settings.credential ?? (key === undefined && !isNeeded ? "none" : "key");
  return from === "key" ? { from, key } : { from };
}

function readTokenSource(
  name: string,
  settings: EngineSettings,
  { env, runCommand }: EngineDependencies,
): TokenSource | undefined {
  const { credential_command: command, credential_file: file, api_key, credential = "key" } = settings;
  if (command === undefined && file === undefined) return undefined;
  const key = command === undefined ? "credential_file" : "credential_command";
  if (command !== undefined && file !== undefined)
    refuseKey(name, key, "and credential_file are both set; keep one");
  if (api_key !== undefined) refuseKey(name, key, "and api_key are both set; keep one");
  if (credential !== "key") refuseKey(name, key, `has no meaning with \`credential = "${credential}"\``);
  if (file !== undefined) return tokenFile(file);
  return tokenCommand(command!, runCommand ?? openCommandRunner(env));
}

/** The header lines as names and values in turn. None may have the name of the `taken` header or of an earlier line. */
function readHeaders(name: string, settings: EngineSettings, taken?: CredentialHeader): readonly string[] {
  const seen = new Set(taken === undefined ? [] : [taken.header]);
  const lines = settings.headers.map((line, item) => () => {
    const read = readHeaderLine(line);
    if (typeof read === "string") throw settingError(["engines", name, "headers"], read, { item });
    const lower = read[0].toLowerCase();
    if (seen.has(lower)) {
      const reason = "is set twice, or is the header of the credential";
      throw settingError(["engines", name, "headers"], reason, { item });
    }
    seen.add(lower);
    return [...read];
  });
  return Object.values(readSettings(Object.fromEntries(lines.entries()))).flat();
}

function refuseKey(engine: string, key: string, message: string): never {
  throw settingError(["engines", engine, key], message);
}

function refuseName(name: string, names: readonly string[]): never {
  const near = suggest(name, names);
  const known = names.length === 0 ? "none is configured" : `there are: ${names.join(", ")}`;
  const hint = near === undefined ? known : `did you mean ${JSON.stringify(near)}?`;
  throw new AbpError("engine_not_found", `no engine is named ${JSON.stringify(name)}; ${hint}`, {
    details: { engine: name, available: names },
  });
}
