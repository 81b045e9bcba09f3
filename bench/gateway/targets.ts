/** What the harness gives a target that it starts. */
export interface TargetContext {
  readonly port: number;
  readonly upstream: number;
  readonly home: string;
  readonly dir: string;
}

interface Start {
  readonly cmd: string;
  readonly args: readonly (string | number)[];
  readonly env?: Readonly<Record<string, string | number>>;
  readonly files?: Readonly<Record<string, string>>;
}

interface Route {
  readonly dialect: "anthropic" | "openai";
  readonly to?: "anthropic" | "openai";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** One entry of the harness's list, as far as it is made here; its own entries have more members. */
export interface Target {
  readonly name: string;
  readonly kind: "limit" | "floor" | "gateway";
  readonly start?: (context: TargetContext) => Start;
  readonly pass?: Route;
  readonly map?: Route;
  readonly only?: readonly string[];
}

/** What the list is made from; plain data, since it is written into the copied harness. */
export interface TargetSettings {
  /** The Node that runs our gateway and the floors. */
  readonly node: string;
  /** Our command's start file. */
  readonly entry: string;
  readonly peers: boolean;
  /** Further gateways of ours, with so many threads each. */
  readonly workers: readonly number[];
}

/** The name of our gateway among the targets. */
export const OURS = "abp";

/** The floor of each way through: the least Node code that does the same job. */
export const FLOORS = { pass: "node-undici@24", map: "node-map@24" } as const;

/** The other gateways that are measured if wanted, each with its package. */
export const PEERS: Readonly<Record<string, string>> = {
  portkey: "@portkey-ai/gateway",
  "musistudio-llms": "@musistudio/llms",
  ccr: "@musistudio/claude-code-router",
  "llm-api-translator": "llm-api-translator",
};

const messages: Route = {
  dialect: "anthropic",
  path: "/v1/messages",
  headers: { "x-api-key": "k", "anthropic-version": "2023-06-01" },
};

function withEngine(engine: string): Route {
  return { ...messages, headers: { ...messages.headers, "x-abp-engine": engine } };
}

/** The configuration of a gateway with both engines at the simulator; whatever is not named here is the default. */
function writeConfig(upstream: number, workers: number): string {
  const engine = (name: string, dialect: string, path: string) => [
    `[engines.${name}]`,
    `dialect = "${dialect}"`,
    `base_url = "http://127.0.0.1:${upstream}${path}"`,
    `api_key = "k"`,
    `credential = "key"`,
    // As many as the floors open.
    `max_connections = 1024`,
  ];
  return [
    `default_engine = "ant"`,
    ...engine("ant", "claude", ""),
    ...engine("oai", "openai", "/v1"),
    `[keys.bench]`,
    `token = "k"`,
    `[gateway]`,
    `workers = ${workers}`,
    "",
  ].join("\n");
}

function ours(settings: TargetSettings, name: string, workers: number): Target {
  return {
    name,
    kind: "gateway",
    start: ({ port, upstream, home }) => ({
      cmd: settings.node,
      args: [settings.entry, "up", "--port", port],
      env: { ABP_HOME: `${home}/abp` },
      // The harness starts a target in its home, where the command looks for this file.
      files: { [`${home}/backplane.toml`]: writeConfig(upstream, workers) },
    }),
    pass: withEngine("ant"),
    map: { ...withEngine("oai"), to: "openai" },
  };
}

function floor(
  settings: TargetSettings,
  name: string,
  file: string,
  routes: Pick<Target, "pass" | "map">,
): Target {
  return {
    name,
    kind: "floor",
    start: ({ port, upstream, dir }) => ({
      cmd: settings.node,
      args: ["-r", `${dir}guard.cjs`, `${dir}floors/${file}`],
      env: { PORT: port, UPSTREAM_PORT: upstream },
    }),
    ...routes,
  };
}

/**
 * The targets of a run: the ceiling, the floors on our Node, ours, and the peers if they are wanted.
 * @internal The list that is written into the copied harness imports it.
 */
export function selectTargets(original: readonly Target[], settings: TargetSettings): Target[] {
  const kept = ["direct", ...(settings.peers ? Object.keys(PEERS) : [])];
  const selected = original.filter(({ name }) => kept.includes(name));
  return [
    ...selected.filter(({ kind }) => kind === "limit"),
    floor(settings, FLOORS.pass, "undici-dispatch.mjs", { pass: messages }),
    floor(settings, FLOORS.map, "map.mjs", { map: { ...messages, to: "openai" } }),
    ours(settings, OURS, 1),
    ...settings.workers.map((count) => ours(settings, `${OURS}-${count}`, count)),
    ...selected.filter(({ kind }) => kind === "gateway"),
  ];
}
