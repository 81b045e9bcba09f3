/** An IP address. An IPv4-mapped IPv6 address is stored as IPv4. */
export interface Address {
  readonly family: 4 | 6;
  readonly value: bigint;
}

/** The kind of network of an address. `name` is a host that is not resolved. */
export type AddressClass =
  | "public"
  | "loopback"
  | "private"
  | "link_local"
  | "unspecified"
  | "multicast"
  | "reserved"
  | "unresolved";

const WIDTH = { 4: 32, 6: 128 } as const;
const MAPPED = 0xffffn << 32n;

/** Parses the canonical form: four decimal parts, or IPv6 in hexadecimal without brackets or zone. */
export function parseAddress(text: string): Address | undefined {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text)) return fromParts(4, text.split(".").map(Number), 8);
  if (!/^[0-9a-f:]+$/i.test(text) || !text.includes(":")) return undefined;
  const halves = text.split("::").map((half) => (half === "" ? [] : half.split(":")));
  const [head = [], tail] = halves;
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (halves.length > 2 || (tail === undefined ? missing !== 0 : missing < 1)) return undefined;
  const groups = [...head, ...Array<string>(missing).fill("0"), ...(tail ?? [])];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  const address = fromParts(
    6,
    groups.map((group) => Number.parseInt(group, 16)),
    16,
  );
  return address === undefined ? undefined : unmapAddress(address);
}

function fromParts(family: 4 | 6, parts: readonly number[], bits: number): Address | undefined {
  if (parts.some((part) => part >= 2 ** bits)) return undefined;
  return { family, value: parts.reduce((value, part) => (value << BigInt(bits)) | BigInt(part), 0n) };
}

// RFC 4291 section 2.5.5.2: ::ffff:a.b.c.d is the IPv4 address.
function unmapAddress(address: Address): Address {
  const mapped = address.family === 6 && address.value >> 32n === MAPPED >> 32n;
  return mapped ? { family: 4, value: address.value & 0xffff_ffffn } : address;
}

/** A key shared by exactly the addresses of one network with this prefix length. */
export function networkKey({ family, value }: Address, length: number): string {
  return `${family}/${length}/${value >> BigInt(WIDTH[family] - length)}`;
}

/** The prefix length of a single address. */
export function addressWidth(family: 4 | 6): number {
  return WIDTH[family];
}

// The IANA special-purpose address registries (RFC 6890), and the IPv6 address types of RFC 4291.
const networks: readonly (readonly [network: string, length: number, kind: AddressClass])[] = [
  ["0.0.0.0", 8, "unspecified"],
  ["10.0.0.0", 8, "private"],
  ["100.64.0.0", 10, "private"],
  ["127.0.0.0", 8, "loopback"],
  ["169.254.0.0", 16, "link_local"],
  ["172.16.0.0", 12, "private"],
  ["192.0.0.0", 24, "reserved"],
  ["192.0.2.0", 24, "reserved"],
  ["192.168.0.0", 16, "private"],
  ["198.18.0.0", 15, "reserved"],
  ["198.51.100.0", 24, "reserved"],
  ["203.0.113.0", 24, "reserved"],
  ["224.0.0.0", 4, "multicast"],
  ["240.0.0.0", 4, "reserved"],
  ["::", 128, "unspecified"],
  ["::1", 128, "loopback"],
  ["64:ff9b:1::", 48, "private"],
  ["100::", 64, "reserved"],
  ["2001::", 23, "reserved"],
  ["2001:db8::", 32, "reserved"],
  ["3fff::", 20, "reserved"],
  ["fc00::", 7, "private"],
  ["fe80::", 10, "link_local"],
  ["fec0::", 10, "private"],
  ["ff00::", 8, "multicast"],
];

const kinds = networks.map(([text, length, kind]) => {
  const address = parseAddress(text)!;
  return { family: address.family, length, key: networkKey(address, length), kind };
});

/** Classifies an address. An address with an embedded one has the class of the embedded one. */
export function classifyAddress(address: Address): AddressClass {
  const embedded = embeddedAddress(address);
  if (embedded !== undefined) return classifyAddress(embedded);
  const found = kinds.find(({ family, length, key }) => {
    return family === address.family && networkKey(address, length) === key;
  });
  return found?.kind ?? "public";
}

/** The IPv4 address embedded in an IPv6 address by a translator or tunnel, if any. */
export function embeddedAddress({ family, value }: Address): Address | undefined {
  if (family === 4) return undefined;
  const last = { family: 4 as const, value: value & 0xffff_ffffn };
  // NAT64 (RFC 6052) and the deprecated IPv4-compatible form (RFC 4291 section 2.5.5.1), except :: and ::1.
  if (value >> 32n === 0x64_ff9b_0000_0000_0000_0000n) return last;
  if (value >> 32n === 0n && value > 1n) return last;
  // 6to4 (RFC 3056) has it after the first sixteen bits.
  if (value >> 112n === 0x2002n) return { family: 4, value: (value >> 80n) & 0xffff_ffffn };
  return undefined;
}
