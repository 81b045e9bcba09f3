import { isFunction, type Node, parentOf, type Site } from "../syntax-tree.ts";
import type { Operator } from "./operator.ts";

/** Removes a statement that calls, assigns or counts. */
export const effect: Operator = ({ node }) => {
  if (node.type !== "ExpressionStatement" || !takesIdempotencyKey(node.expression)) return [];
  return [{ start: node.start, end: node.end, text: ";" }];
};

function takesIdempotencyKey(expression: Node): boolean {
  switch (expression.type) {
    case "CallExpression":
      return expression.callee.type !== "Super";
    case "ChainExpression":
      return takesIdempotencyKey(expression.expression);
    case "AwaitExpression":
    case "UnaryExpression":
      return takesIdempotencyKey(expression.argument);
    case "AssignmentExpression":
    case "UpdateExpression":
    case "YieldExpression":
    case "NewExpression":
      return true;
    default:
      return false;
  }
}

/** Removes a `return` or `throw` that is not the end of its function, so that the code behind it runs. */
export const earlyExit: Operator = (site) => {
  const { node } = site;
  if (node.type !== "ReturnStatement" && node.type !== "ThrowStatement") return [];
  if (isLastOf(site, isFunction)) return [];
  return [{ start: node.start, end: node.end, text: ";" }];
};

/** Removes a `break` or `continue`, except a `continue` at the end of its loop. */
export const jump: Operator = (site) => {
  const { node } = site;
  if (node.type !== "BreakStatement" && node.type !== "ContinueStatement") return [];
  if (node.type === "ContinueStatement" && isLastOf(site, isLoop)) return [];
  // Without the last `break` of a switch nothing changes.
  if (node.type === "BreakStatement" && endsSwitch(site)) return [];
  return [{ start: node.start, end: node.end, text: ";" }];
};

/** Whether no statement follows the node inside the nearest ancestor that `isEnd` names. */
function isLastOf(site: Site, isEnd: (node: Node) => boolean): boolean {
  let inner: Node = site.node;
  for (const ancestor of site.ancestors.toReversed()) {
    if (isEnd(ancestor)) return true;
    if (ancestor.type === "BlockStatement" && ancestor.body.at(-1) !== inner) return false;
    if (ancestor.type === "SwitchCase" || isLoop(ancestor)) return false;
    inner = ancestor;
  }
  return false;
}

function endsSwitch(site: Site): boolean {
  const parent = parentOf(site);
  const outer = site.ancestors.at(-2);
  if (parent?.type !== "SwitchCase" || outer?.type !== "SwitchStatement") return false;
  return outer.cases.at(-1) === parent && parent.consequent.at(-1) === site.node;
}

function isLoop(node: Node): boolean {
  return (
    node.type === "ForStatement" ||
    node.type === "ForOfStatement" ||
    node.type === "ForInStatement" ||
    node.type === "WhileStatement" ||
    node.type === "DoWhileStatement"
  );
}
