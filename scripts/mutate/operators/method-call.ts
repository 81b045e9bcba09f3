import { textOf } from "../syntax-tree.ts";
import type { Operator } from "./operator.ts";

const SWAPS: Readonly<Record<string, string>> = {
  some: "every",
  every: "some",
  min: "max",
  max: "min",
  floor: "ceil",
  ceil: "floor",
  find: "findLast",
  findLast: "find",
  findIndex: "findLastIndex",
  indexOf: "lastIndexOf",
  lastIndexOf: "indexOf",
  push: "unshift",
  unshift: "push",
  shift: "pop",
  pop: "shift",
  startsWith: "endsWith",
  endsWith: "startsWith",
};

/** Methods that give a changed copy of their object: without the call, the object itself takes its place. */
const COPIES: ReadonlySet<string> = new Set([
  "filter",
  "slice",
  "subarray",
  "sort",
  "toSorted",
  "reverse",
  "toReversed",
  "trim",
  "trimEnd",
  "trimStart",
  "toLowerCase",
  "toUpperCase",
]);

/** Calls the opposite method, or leaves out a call that filters, cuts, sorts or trims. */
export const methodCall: Operator = (site) => {
  const { node } = site;
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression" || node.callee.computed)
    return [];
  const { object, property } = node.callee;
  if (property.type !== "Identifier") return [];
  const other = Object.hasOwn(SWAPS, property.name) ? SWAPS[property.name] : undefined;
  if (other !== undefined) return [{ start: property.start, end: property.end, text: other }];
  if (!COPIES.has(property.name)) return [];
  const link = node.callee.optional ? optionalLink(site.text[node.end]) : "";
  return [{ start: node.start, end: node.end, text: textOf(site, object) + link }];
};

/** What the optional chain that began at the removed call needs before the character that follows. */
function optionalLink(next: string | undefined): string {
  if (next === ".") return "?";
  return next === "[" || next === "(" ? "?." : "";
}
