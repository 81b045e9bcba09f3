import { compileGlob, type Glob, GlobError } from "../../lib/index.ts";
import { type Address, addressWidth, networkKey } from "./address.ts";
import { readHost } from "./network-target.ts";

/** The meaning of one network rule. Without a port it covers all ports. */
export type NetworkPattern = (
  | { readonly kind: "any" }
  | { readonly kind: "name"; readonly name: string }
  /** All names below `name`, without `name` itself. */
  | { readonly kind: "subdomains"; readonly name: string }
  | { readonly kind: "labels"; readonly labels: readonly Glob[]; readonly subdomains: boolean }
  | { readonly kind: "network"; readonly family: 4 | 6; readonly length: number; readonly key: string }
) & { readonly port: number | undefined };

export class NetworkPatternError extends Error {
  override readonly name = "NetworkPatternError";
}

/** Parses a host name, `*`, `*.name`, a glob over labels, an address or a network, each with an optional port. */
export function parseNetworkPattern(pattern: string): NetworkPattern {
  const network = /^\[?([0-9a-f:.]+)\]?\/(\d{1,3})(?::(\d{1,5}))?$/i.exec(pattern);
  if (network !== null)
    return { ...parseNetwork(network[1]!, Number(network[2])), port: parsePort(network[3]) };
  const { host, port } = splitPort(pattern);
  return { ...parseHostPattern(host), port };
}

type PortlessPattern = NetworkPattern extends infer Each
  ? Each extends NetworkPattern
    ? Omit<Each, "port">
    : never
  : never;

function parseHostPattern(host: string): PortlessPattern {
  if (/^\*+$/.test(host)) return { kind: "any" };
  const below = /^\*{1,2}\.([^*?[\]{}\\]+)$/.exec(host);
  if (below !== null) {
    const parent = readHost(below[1]!);
    if (parent === undefined) throw new NetworkPatternError("what follows the wildcard is not a host name");
    if (parent.address !== undefined) throw new NetworkPatternError(addressAdvice);
    return { kind: "subdomains", name: parent.text };
  }
  const bracketed = /^\[[0-9a-f:.]*:[0-9a-f:.]*\]$/i.test(host);
  if (!bracketed && /[*?[\]{}\\]/.test(host)) return parseLabels(host.toLowerCase());
  const read = readHost(host);
  if (read === undefined)
    throw new NetworkPatternError("it is not a host name, an address, a network or a wildcard");
  return read.address === undefined ? { kind: "name", name: read.text } : single(read.address);
}

const addressAdvice = "a wildcard cannot stand in an address; write a network such as 10.0.0.0/8";

function parseLabels(host: string): PortlessPattern {
  if (/[^a-z0-9.*?[\]{},!^\\-]/.test(host))
    throw new NetworkPatternError("it is not a pattern of host names");
  if (/\{[^}]*\.|\[[^\]]*\./.test(host))
    throw new NetworkPatternError("a dot cannot stand in a group or a class");
  const labels = host.replace(/\.$/, "").split(".");
  if (labels.every((label) => /^\*+$/.test(label))) throw new NetworkPatternError("for every host write *");
  if (labels.every((label) => /^[\d*?]+$/.test(label))) throw new NetworkPatternError(addressAdvice);
  const subdomains = /^\*+$/.test(labels[0]!);
  try {
    return { kind: "labels", labels: labels.map((label) => compileGlob(label)), subdomains };
  } catch (error) {
    if (error instanceof GlobError) throw new NetworkPatternError(error.message);
    throw error;
  }
}

function parseNetwork(text: string, length: number): PortlessPattern {
  const address = readHost(text.includes(":") ? `[${text}]` : text)?.address;
  if (address === undefined) throw new NetworkPatternError("what stands before the / is not an address");
  // A network within ::ffff:0:0/96 is an IPv4 network.
  const mapped = address.family === 4 && text.includes(":");
  const bits = mapped ? length - 96 : length;
  if (bits < 0 || bits > addressWidth(address.family)) {
    throw new NetworkPatternError("the prefix length does not fit the address");
  }
  return { kind: "network", family: address.family, length: bits, key: networkKey(address, bits) };
}

function single(address: Address): PortlessPattern {
  const length = addressWidth(address.family);
  return { kind: "network", family: address.family, length, key: networkKey(address, length) };
}

function splitPort(pattern: string): { host: string; port: number | undefined } {
  const colons = pattern.split(":").length - 1;
  const bracket = pattern.lastIndexOf("]");
  if (colons > 1 && bracket === -1) return { host: `[${pattern}]`, port: undefined };
  const colon = pattern.lastIndexOf(":");
  if (colon === -1 || colon < bracket) return { host: pattern, port: undefined };
  return { host: pattern.slice(0, colon), port: parsePort(pattern.slice(colon + 1)) };
}

function parsePort(digits: string | undefined): number | undefined {
  if (digits === undefined || digits === "*") return undefined;
  const port = /^\d{1,5}$/.test(digits) ? Number(digits) : 0;
  if (port === 0 || port > 65_535) throw new NetworkPatternError("the port is not a number from 1 to 65535");
  return port;
}
