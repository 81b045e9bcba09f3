/** The harness passes this to a target that it starts. */
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

/** One entry of the harness's list. The harness's own entries have more members. */
export interface Target {
  readonly name: string;
  readonly kind: "limit" | "floor" | "gateway";
  readonly start?: (context: TargetContext) => Start;
  readonly pass?: Route;
  readonly map?: Route;
  readonly only?: readonly string[];
}

/** The input of the list. It is plain data because it is written into the copied harness as JSON. */
export interface TargetSettings {
  /** The Node that runs our gateway and the floors. */
  readonly node: string;
  /** The `abp.js` of the build that is measured. */
  readonly entry: string;
  /** The `abp.js` of the build that it is compared with. */
  readonly beside?: string | undefined;
  /** The names of the other gateways that are measured. */
  readonly peers: readonly string[];
  /** Adds one more of our gateways for each number, with this many threads. */
  readonly workers: readonly number[];
}

/** The name of our gateway among the targets. */
export const OURS = "abp";

/** The name of the build that ours is compared with. */
export const OTHER = "abp@other";

/** The floor of each way: the least Node code that does the same job. */
export const FLOORS = { pass: "node-undici@24", map: "node-map@24" } as const;

/** The compiled gateways that `--peers` measures if the environment names their programs, with the variable of each. */
export const PROGRAMS: Readonly<Record<string, string>> = { gomodel: "GOMODEL", bifrost: "BIFROST" };

/** The other gateways that `--peers` measures, with the npm package of each. */
export const PEERS: Readonly<Record<string, string>> = {
  portkey: "@portkey-ai/gateway",
  "musistudio-llms": "@musistudio/llms",
  ccr: "@musistudio/claude-code-router",
  "llm-api-translator": "llm-api-translator",
};

/** Lists the gateways that `--peers` measures in this environment. */
export function listPeers(environment: Readonly<Record<string, string | undefined>>): string[] {
  const programs = Object.entries(PROGRAMS).filter(([, variable]) => Boolean(environment[variable]));
  return [...Object.keys(PEERS), ...programs.map(([name]) => name)];
}

const messages: Route = {
  dialect: "anthropic",
  path: "/v1/messages",
  headers: { "x-api-key": "bench-key", "anthropic-version": "2023-06-01" },
};

function withEngine(engine: string): Route {
  return { ...messages, headers: { ...messages.headers, "x-abp-engine": engine } };
}

/** Configures a gateway with both engines at the simulator. Every other setting, logging included, has its default. */
function writeConfig(upstream: number, workers: number): string {
  const engine = (name: string, dialect: string, path: string) => [
    `[engines.${name}]`,
    `dialect = "${dialect}"`,
    `base_url = "http://127.0.0.1:${upstream}${path}"`,
    `api_key = "k"`,
    `credential = "key"`,
    // The floors open this many.
    `max_connections = 1024`,
  ];
  return [
    `default_engine = "ant"`,
    ...engine("ant", "claude", ""),
    ...engine("oai", "openai", "/v1"),
    `[keys.bench]`,
    `token = "bench-key"`,
    `[gateway]`,
    `workers = ${workers}`,
    "",
  ].join("\n");
}

function gateway(settings: TargetSettings, name: string, entry: string, workers: number): Target {
  return {
    name,
    kind: "gateway",
    start: ({ port, upstream, home }) => ({
      cmd: settings.node,
      args: [entry, "up", "--port", port, "--config", `${home}/backplane.toml`],
      env: { ABP_HOME: `${home}/abp` },
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
 * Lists the targets of a run: the simulator alone (`direct`), the floors, our gateways and the peers.
 * @internal The file `targets.mjs` in the copied harness imports it.
 */
export function selectTargets(original: readonly Target[], settings: TargetSettings): Target[] {
  const kept = ["direct", ...settings.peers];
  const selected = original.filter(({ name }) => kept.includes(name));
  return [
    ...selected.filter(({ kind }) => kind === "limit"),
    floor(settings, FLOORS.pass, "undici-dispatch.mjs", { pass: messages }),
    floor(settings, FLOORS.map, "map.mjs", { map: { ...messages, to: "openai" } }),
    gateway(settings, OURS, settings.entry, 1),
    ...(settings.beside === undefined ? [] : [gateway(settings, OTHER, settings.beside, 1)]),
    ...settings.workers.map((count) => gateway(settings, `${OURS}-${count}`, settings.entry, count)),
    ...selected.filter(({ kind }) => kind === "gateway"),
  ];
}
