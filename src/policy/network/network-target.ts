import { type Address, parseAddress } from "./address.ts";

/** A host in its normal form: a name in lower-case ASCII without a final dot, or an address. */
export interface Host {
  readonly text: string;
  readonly address: Address | undefined;
}

/** The destination of a connection. */
export interface NetworkTarget {
  readonly host: Host;
  /** `undefined` when neither the target nor its scheme gives one. */
  readonly port: number | undefined;
}

const defaultPorts: ReadonlyMap<string, number> = new Map([
  ["http", 80],
  ["ws", 80],
  ["https", 443],
  ["wss", 443],
  ["ftp", 21],
  ["ssh", 22],
  ["git", 9418],
]);

/** Parses a host, a host with port, or a URL. Returns `undefined` when two programs might read it differently. */
export function readNetworkTarget(text: string): NetworkTarget | undefined {
  if (/\p{Cc}/u.test(text)) return undefined;
  const [, scheme, inUrl] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(text) ?? [];
  // The URL standard reads `\` as `/` here; RFC 3986 reads it as a plain character.
  if (inUrl?.includes("\\")) return undefined;
  const endpoint = readEndpoint(inUrl === undefined ? text : inUrl.slice(inUrl.lastIndexOf("@") + 1));
  if (endpoint === undefined || scheme === undefined) return endpoint;
  return { host: endpoint.host, port: endpoint.port ?? defaultPorts.get(scheme.toLowerCase()) };
}

/** Parses a host with an optional port. An IPv6 address without a port needs no brackets. */
function readEndpoint(text: string): NetworkTarget | undefined {
  const parts = /^(\[[^\]]*\]|[^:]*)(?::(\d{0,5}))?$/.exec(text);
  const host = readHost(parts === null ? `[${text}]` : parts[1]!);
  const digits = parts?.[2] ?? "";
  const port = digits === "" ? undefined : Number(digits);
  if (host === undefined || (port !== undefined && (port === 0 || port > 65_535))) return undefined;
  return { host, port };
}

/** Normalises a host with the host parser of the URL standard. Refuses everything that is no plain host name. */
export function readHost(text: string): Host | undefined {
  // The host parser decodes percent escapes and drops a zone. The other characters would end the host.
  if (/[%@/\\?#\s]/.test(text) || (text.includes(":") && !/^\[.*\]$/.test(text))) return undefined;
  const url = URL.parse(`http://${text}/`);
  if (url === null || url.port !== "" || url.pathname !== "/") return undefined;
  const bare = url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
  const address = parseAddress(bare);
  if (address !== undefined) return { text: formatAddress(address, bare), address };
  const name = bare.replace(/\.$/, "");
  return isHostName(name) ? { text: name, address: undefined } : undefined;
}

// RFC 1123 section 2.1: labels of letters, digits and inner hyphens.
function isHostName(name: string): boolean {
  const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
  return name.length <= 253 && name.split(".").every((part) => label.test(part));
}

function formatAddress(address: Address, text: string): string {
  if (address.family === 6) return text;
  return [24n, 16n, 8n, 0n].map((shift) => (address.value >> shift) & 0xffn).join(".");
}
