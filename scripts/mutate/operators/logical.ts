import { textOf } from "../syntax-tree.ts";
import { type Operator, replaceToken } from "./operator.ts";

/** Swaps `&&` and `||`, and leaves out one operand of a logical expression. */
export const logical: Operator = (site) => {
  const { node } = site;
  if (node.type !== "LogicalExpression") return [];
  const onlyLeft = { start: node.start, end: node.end, text: textOf(site, node.left) };
  if (node.operator === "??") return [onlyLeft];
  const between = { start: node.left.end, end: node.right.start };
  const onlyRight = { start: node.start, end: node.end, text: textOf(site, node.right) };
  const swapped = replaceToken(site, between, node.operator, node.operator === "&&" ? "||" : "&&");
  return [...swapped, onlyLeft, onlyRight];
};

/** Removes a `!`. */
export const negation: Operator = (site) => {
  const { node } = site;
  if (node.type !== "UnaryExpression" || node.operator !== "!") return [];
  return [{ start: node.start, end: node.end, text: textOf(site, node.argument) }];
};
