import { type Operator, replaceToken } from "./operator.ts";

const OPPOSITES: Readonly<Record<string, readonly string[]>> = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
};

/** Moves the boundary of a comparison, and turns it around. */
export const comparison: Operator = (site) => {
  const { node } = site;
  if (node.type !== "BinaryExpression") return [];
  const between = { start: node.left.end, end: node.right.start };
  return (OPPOSITES[node.operator] ?? []).flatMap((other) =>
    replaceToken(site, between, node.operator, other),
  );
};
