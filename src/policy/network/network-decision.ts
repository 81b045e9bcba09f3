import { builtInRule, type Decision, describeRule, listRule, printable } from "../decision.ts";
import {
  type Address,
  type AddressClass,
  classifyAddress,
  embeddedAddress,
  parseAddress,
} from "./address.ts";
import type { NetworkPolicy } from "./network-policy.ts";
import { findNetworkRule, type NetworkSubject, namesAddress } from "./network-rules.ts";
import { type NetworkTarget, readHost, readNetworkTarget } from "./network-target.ts";

/** Facts that the caller learnt by resolving or connecting. */
export interface NetworkFacts {
  /** The connected address. Rules that deny it apply as well. */
  readonly address?: string;
}

/** A decision about a connection, with the facts that a proxy needs to enforce it. */
export interface NetworkDecision extends Decision {
  /** The host in its normal form; absent when the target is malformed. */
  readonly host?: string;
  readonly port?: number;
  /** The kind of network. A rule for public hosts does not make the other kinds safe. */
  readonly address_class: AddressClass;
  /**
   * Whether a rule that allows the connection names its very address: as an address, as a network of a limited size, or as
   * `localhost`. A host name or a wildcard does not.
   */
  readonly names_address: boolean;
}

/**
 * Decides on a connection to a host, a host with port, or a URL.
 *
 * @example
 * import { canConnect } from "agent-backplane/policy";
 * const { verdict, host, port } = canConnect(policy, "https://api.example.com/v1", { address: "203.0.113.7" });
 */
export function canConnect(policy: NetworkPolicy, target: string, facts: NetworkFacts = {}): NetworkDecision {
  const read = readNetworkTarget(target);
  const connected = facts.address === undefined ? undefined : readAddress(facts.address);
  if (read === undefined || (facts.address !== undefined && connected === undefined)) {
    const subject = printable(read === undefined ? target : facts.address!);
    const rule = builtInRule("network.malformed_host");
    const reason = `'${subject}' is not a host that every program reads alike`;
    return { verdict: "deny", rule, subject, reason, address_class: "unresolved", names_address: false };
  }
  const address_class = classifyTarget(read, connected);
  const { host, port } = read;
  const subject =
    (host.address?.family === 6 ? `[${host.text}]` : host.text) + (port === undefined ? "" : `:${port}`);
  const known = {
    subject,
    host: host.text,
    ...(port === undefined ? {} : { port }),
    address_class,
    names_address: false,
  };
  const wide = widenSubject(read, connected);
  for (const layer of policy.layers) {
    const index = findNetworkRule(layer.denyNetwork, wide, true);
    if (index === -1) continue;
    const rule = listRule(layer.prefix, "deny_network", index, layer.profile.deny_network[index]!);
    return {
      ...known,
      verdict: "deny",
      rule,
      reason: `network denied for '${subject}' by ${describeRule(rule)}`,
    };
  }
  const narrow = narrowSubject(read, connected);
  let permission = builtInRule("default.allow");
  let names_address = false;
  for (const layer of policy.layers) {
    if (layer.allowNetwork === undefined) continue;
    const index = findNetworkRule(layer.allowNetwork, narrow, false);
    if (index === -1) {
      const rule = builtInRule("network.not_in_allowlist", layer.prefix);
      return { ...known, verdict: "deny", rule, reason: `network denied for '${subject}': not in allowlist` };
    }
    permission = listRule(layer.prefix, "allow_network", index, layer.profile.allow_network[index]!);
    names_address ||= namesAddress(layer.allowNetwork, narrow);
  }
  const reason = `network allowed for '${subject}' by ${describeRule(permission)}`;
  return { ...known, verdict: "allow", rule: permission, reason, names_address };
}

/**
 * Whether any connection could be allowed. False if a layer allows no target, or denies every one.
 *
 * @example
 * import { permitsNetwork } from "agent-backplane/policy";
 * if (!permitsNetwork(policy)) console.log("the program needs no network");
 */
export function permitsNetwork({ layers }: NetworkPolicy): boolean {
  return layers.every(({ denyNetwork, allowNetwork, profile }) => {
    const deniesAll = denyNetwork.any.some(({ port }) => port === undefined);
    return !deniesAll && (allowNetwork === undefined || profile.allow_network.length > 0);
  });
}

const loopbacks: readonly Address[] = [parseAddress("127.0.0.1")!, parseAddress("::1")!];

// RFC 6761 section 6.3: these names always mean the local machine.
function isLocalName(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost");
}

function classifyTarget({ host }: NetworkTarget, connected: Address | undefined): AddressClass {
  const address = connected ?? host.address;
  if (address !== undefined) return classifyAddress(address);
  return isLocalName(host.text) ? "loopback" : "unresolved";
}

/** Everything that the target may be, for rules that deny. */
function widenSubject({ host, port }: NetworkTarget, connected: Address | undefined): NetworkSubject {
  const names = host.address === undefined ? [host.text] : [];
  const addresses = [host.address, connected].filter((address) => address !== undefined);
  addresses.push(...addresses.map(embeddedAddress).filter((address) => address !== undefined));
  const local = addresses.some((address) => ["loopback", "unspecified"].includes(classifyAddress(address)));
  // On Linux a connection to the unspecified address reaches the local machine.
  if (local) names.push("localhost");
  if (local || names.some(isLocalName)) addresses.push(...loopbacks);
  return { names, addresses, port };
}

/** Only what the target certainly is, for rules that allow. */
function narrowSubject({ host, port }: NetworkTarget, connected: Address | undefined): NetworkSubject {
  const address = connected ?? host.address;
  return {
    names: host.address === undefined ? [host.text] : [],
    addresses: address === undefined ? [] : [address],
    port,
  };
}

function readAddress(text: string): Address | undefined {
  return parseAddress(text) ?? readHost(text.includes(":") ? `[${text}]` : text)?.address;
}
