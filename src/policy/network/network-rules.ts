import type { Glob } from "../../lib/index.ts";
import type { ReportIssue } from "../rule-list.ts";
import { type Address, classifyAddress, networkKey } from "./address.ts";
import { type NetworkPattern, NetworkPatternError, parseNetworkPattern } from "./network-pattern.ts";

/** An index in the list, for one port or for all. */
interface Entry {
  readonly index: number;
  readonly port: number | undefined;
}

/** The compiled rules of a network list. All but the label globs are found by lookup. */
export interface NetworkRules {
  readonly any: Entry[];
  readonly names: Map<string, Entry[]>;
  readonly subdomains: Map<string, Entry[]>;
  readonly networks: Map<string, Entry[]>;
  readonly prefixLengths: { readonly 4: Set<number>; readonly 6: Set<number> };
  readonly labels: (Entry & { readonly labels: readonly Glob[]; readonly subdomains: boolean })[];
}

/** The names, addresses and port of a connection. */
export interface NetworkSubject {
  readonly names: readonly string[];
  readonly addresses: readonly Address[];
  readonly port: number | undefined;
}

export function compileNetworkRules(patterns: readonly string[], report: ReportIssue): NetworkRules {
  const rules: NetworkRules = {
    any: [],
    names: new Map(),
    subdomains: new Map(),
    networks: new Map(),
    prefixLengths: { 4: new Set(), 6: new Set() },
    labels: [],
  };
  for (const [index, pattern] of patterns.entries()) {
    try {
      addRule(rules, parseNetworkPattern(pattern), index);
    } catch (error) {
      if (!(error instanceof NetworkPatternError)) throw error;
      report(index, error);
    }
  }
  return rules;
}

function addRule(rules: NetworkRules, pattern: NetworkPattern, index: number): void {
  const entry: Entry = { index, port: pattern.port };
  switch (pattern.kind) {
    case "any":
      rules.any.push(entry);
      break;
    case "name":
      addEntry(rules.names, pattern.name, entry);
      break;
    case "subdomains":
      addEntry(rules.subdomains, pattern.name, entry);
      break;
    case "labels":
      rules.labels.push({ ...entry, labels: pattern.labels, subdomains: pattern.subdomains });
      break;
    case "network":
      rules.prefixLengths[pattern.family].add(pattern.length);
      addEntry(rules.networks, pattern.key, entry);
  }
}

function addEntry(entries: Map<string, Entry[]>, key: string, entry: Entry): void {
  const known = entries.get(key);
  if (known === undefined) entries.set(key, [entry]);
  else known.push(entry);
}

/**
 * The index of the first rule that matches the subject; -1 without a match. When the port of the subject is unknown,
 * a rule with a port matches only with `guessPort`.
 */
export function findNetworkRule(rules: NetworkRules, subject: NetworkSubject, guessPort: boolean): number {
  let best = Infinity;
  const consider = (entries: readonly Entry[] | undefined) => {
    for (const { index, port } of entries ?? []) {
      const open = port === undefined || port === subject.port || (guessPort && subject.port === undefined);
      if (open && index < best) best = index;
    }
  };
  consider(rules.any);
  for (const name of subject.names) {
    consider(rules.names.get(name));
    for (let dot = name.indexOf("."); dot !== -1; dot = name.indexOf(".", dot + 1)) {
      consider(rules.subdomains.get(name.slice(dot + 1)));
    }
    const labels = name.split(".");
    consider(rules.labels.filter((rule) => matchesLabels(rule.labels, rule.subdomains, labels)));
  }
  for (const address of subject.addresses) {
    for (const length of rules.prefixLengths[address.family]) {
      consider(rules.networks.get(networkKey(address, length)));
    }
  }
  return best === Infinity ? -1 : best;
}

/** The largest networks that a rule can mean by name: those of RFC 1918 and RFC 4193. */
const SHORTEST_PREFIX = { 4: 8, 6: 7 } as const;

/** Whether a rule names an address of the subject itself, or names `localhost` for an address of this machine. */
export function namesAddress(rules: NetworkRules, { names, addresses, port }: NetworkSubject): boolean {
  const isOpen = (entries: readonly Entry[] | undefined) =>
    entries?.some((entry) => entry.port === undefined || entry.port === port) ?? false;
  return addresses.some((address) => {
    if (names.includes("localhost") && classifyAddress(address) === "loopback") {
      if (isOpen(rules.names.get("localhost"))) return true;
    }
    return [...rules.prefixLengths[address.family]].some(
      (length) =>
        length >= SHORTEST_PREFIX[address.family] && isOpen(rules.networks.get(networkKey(address, length))),
    );
  });
}

// Compares labels from the end, so that no wildcard crosses a dot. A leading `*` matches one or more labels.
function matchesLabels(globs: readonly Glob[], subdomains: boolean, labels: readonly string[]): boolean {
  if (subdomains ? labels.length < globs.length : labels.length !== globs.length) return false;
  const offset = labels.length - globs.length;
  return globs.every((glob, at) => glob.matches(labels[at + offset]!));
}
