import type { Node } from "../syntax-tree.ts";
import type { Operator } from "./operator.ts";

/** Forces a condition to true or to false. A loop is only forced to false: the other would never end. */
export const condition: Operator = ({ node }) => {
  switch (node.type) {
    case "IfStatement":
    case "ConditionalExpression":
      return force(node.test, ["true", "false"]);
    case "WhileStatement":
    case "DoWhileStatement":
      return force(node.test, ["false"]);
    case "ForStatement":
      return node.test === null ? [] : force(node.test, ["false"]);
    default:
      return [];
  }
};

function force(test: Node, values: readonly string[]) {
  if (test.type === "Literal") return [];
  return values.map((text) => ({ start: test.start, end: test.end, text }));
}
