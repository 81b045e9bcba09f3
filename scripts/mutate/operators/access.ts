import { type Node, parentOf, type Site, textOf } from "../syntax-tree.ts";
import { type Operator, replaceToken } from "./operator.ts";

/** Swaps the first and the last of a list: `[0]` and `.at(-1)`. */
export const firstOrLast: Operator = (site) => {
  const { node } = site;
  if (node.type === "MemberExpression" && node.computed && isNumber(node.property, 0) && !isTarget(site)) {
    return [{ start: node.object.end, end: node.end, text: node.optional ? "?.at(-1)" : ".at(-1)" }];
  }
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return [];
  const { object, optional } = node.callee;
  const isLast = /\.at\(-1\)$/.test(textOf(site, node));
  return isLast ? [{ start: object.end, end: node.end, text: optional ? "?.[0]" : "[0]" }] : [];
};

/** Removes the question mark of an optional chain. */
export const optionalChain: Operator = (site) => {
  const { node } = site;
  if (node.type === "MemberExpression" && node.optional) {
    const between = { start: node.object.end, end: node.property.start };
    return replaceToken(site, between, "?.", node.computed ? "" : ".");
  }
  if (node.type === "CallExpression" && node.optional) {
    return replaceToken(site, { start: node.callee.end, end: node.end }, "?.", "");
  }
  return [];
};

function isNumber(node: Node, value: number): boolean {
  return node.type === "Literal" && node.value === value;
}

function isTarget(site: Site): boolean {
  const inner = site.ancestors.findLast((node) => node.type !== "TSNonNullExpression");
  const parent = parentOf(site);
  if (inner?.type === "AssignmentExpression") return inner.left === site.node || inner.left === parent;
  return (
    inner?.type === "UpdateExpression" || (inner?.type === "UnaryExpression" && inner.operator === "delete")
  );
}
