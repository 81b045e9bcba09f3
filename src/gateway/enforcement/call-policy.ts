import { openPolicy, type PolicyProfile, readSettings } from "../../contract/index.ts";
import { layerProfiles, type Policy, type ProfileSource } from "../../policy/index.ts";

/** The lists of a policy that a key or a route sets. */
export type CallPolicyLists = Partial<PolicyProfile>;

/** The policy of the calls of one key on one route. It restricts something. */
export interface CallPolicy {
  readonly policy: Policy;
  /** Whether it has rules for tools. Only then is a request read that passes through. */
  readonly judgesTools: boolean;
  readonly judgesModels: boolean;
  readonly judgesEngines: boolean;
  /** The hosts of MCP servers that rules may allow by their name. */
  readonly servers?: BoundServers | undefined;
}

/** The hosts of each MCP server, by the name under which rules allow it. */
export type BoundServers = Readonly<Record<string, readonly string[]>>;

export interface KeyPolicies {
  /** For calls that no route serves. */
  readonly withoutRoute: CallPolicy | undefined;
  readonly byRoute: ReadonlyMap<string, CallPolicy>;
}

/** The policy of a call; undefined if nothing restricts it. */
export function callPolicyOf(
  policies: KeyPolicies | undefined,
  route: string | undefined,
): CallPolicy | undefined {
  if (policies === undefined) return undefined;
  return (route === undefined ? undefined : policies.byRoute.get(route)) ?? policies.withoutRoute;
}

/**
 * Compiles the policies of model calls when the configuration is loaded. Configuration, key and route are layers that all
 * apply, so a key or a route never loosens the configuration.
 */
export class CallPolicies {
  readonly #floor: Policy;
  readonly #routes: ReadonlyMap<string, Policy>;
  readonly #servers: BoundServers | undefined;

  /** Throws `policy_invalid` for a pattern that does not compile. */
  constructor(
    floors: readonly ProfileSource[],
    routes: Readonly<Record<string, { readonly policy?: CallPolicyLists | undefined }>>,
    servers?: BoundServers,
  ) {
    this.#servers = servers;
    const compiled = Object.entries(routes).flatMap(([name, { policy }]) =>
      policy === undefined ? [] : [[name, () => compile(`routes.${name}.policy.`, policy)] as const],
    );
    const read = readSettings({
      floor: () => layerProfiles(floors),
      routes: () => readSettings(Object.fromEntries(compiled)),
    });
    this.#floor = read.floor;
    this.#routes = new Map(Object.entries(read.routes));
  }

  /** The policies of a key; undefined if nothing restricts it. Throws `policy_invalid`. */
  ofKey(name: string, lists: CallPolicyLists | undefined): KeyPolicies | undefined {
    const base =
      lists === undefined ? this.#floor : join(this.#floor, compile(`keys.${name}.policy.`, lists));
    const withoutRoute = describe(base, this.#servers);
    const byRoute = new Map<string, CallPolicy>();
    for (const [route, policy] of this.#routes) {
      const described = describe(join(base, policy), this.#servers);
      if (described !== undefined) byRoute.set(route, described);
    }
    return withoutRoute === undefined && byRoute.size === 0 ? undefined : { withoutRoute, byRoute };
  }
}

/** Adds a layer that allows these models only. The other layers apply as before. Throws `policy_invalid`. */
export function withModels(
  policies: KeyPolicies | undefined,
  prefix: string,
  models: readonly string[],
): KeyPolicies {
  const layer = compile(prefix, { allowed_models: [...models] });
  const add = (one: CallPolicy | undefined): CallPolicy =>
    one === undefined
      ? { policy: layer, judgesTools: false, judgesModels: true, judgesEngines: false }
      : { ...one, policy: join(one.policy, layer), judgesModels: true };
  const byRoute = new Map([...(policies?.byRoute ?? [])].map(([route, one]) => [route, add(one)]));
  return { withoutRoute: add(policies?.withoutRoute), byRoute };
}

function compile(prefix: string, lists: CallPolicyLists): Policy {
  return layerProfiles([{ prefix, profile: { ...openPolicy(), ...lists } }]);
}

function join(lower: Policy, upper: Policy): Policy {
  return { ...lower, layers: [...lower.layers, ...upper.layers] };
}

function describe(policy: Policy, servers: BoundServers | undefined): CallPolicy | undefined {
  const { layers } = policy;
  const judgesTools = layers.some(
    ({ disallowedTools, allowedTools, approvals }) =>
      allowedTools !== undefined || disallowedTools.indexes.length > 0 || approvals.indexes.length > 0,
  );
  const judgesModels = layers.some(({ models }) => isSet(models));
  const judgesEngines = layers.some(({ engines }) => isSet(engines));
  return judgesTools || judgesModels || judgesEngines
    ? { policy, judgesTools, judgesModels, judgesEngines, ...(servers === undefined ? {} : { servers }) }
    : undefined;
}

function isSet({ allowed, disallowed }: Policy["layers"][number]["models"]): boolean {
  return allowed !== undefined || disallowed.indexes.length > 0;
}
