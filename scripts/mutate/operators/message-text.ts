import { type Node, parentOf, type Site, textOf } from "../syntax-tree.ts";

/** Calls whose texts are read by people: they make an error, refuse something or write to the log. */
const MESSAGE_CALL =
  /error|fail|refus|malformed|invalid|unsupported|describe|explain|^(warn|info|debug|trace|log)$/i;
const THREE_WORDS = /\p{L}+[^\p{L}]*\s[^\p{L}]*\p{L}+[^\p{L}]*\s[^\p{L}]*\p{L}+/u;
/** Members that hold a text for people. */
const MESSAGE_KEY = /^(title|summary|description|message|hint|help|label)$/;

/**
 * Whether a string is prose for people. No test should depend on its wording.
 * Inside a call that makes an error, a string of two words or more is prose; elsewhere, one of three words or more.
 */
export function isMessageText(site: Site): boolean {
  const text = textOf(site, site.node);
  if (THREE_WORDS.test(text.replace(/\$\{[^}]*\}/g, "x"))) return true;
  const parent = parentOf(site);
  if (parent?.type === "Property" && parent.key.type === "Identifier" && MESSAGE_KEY.test(parent.key.name))
    return true;
  return /\s/.test(text.trim()) && site.ancestors.some(isMessageCall);
}

function isMessageCall(node: Node): boolean {
  if (node.type === "ThrowStatement") return true;
  if (node.type !== "NewExpression" && node.type !== "CallExpression") return false;
  return MESSAGE_CALL.test(nameOf(node.callee));
}

function nameOf(callee: Node): string {
  if (callee.type === "Identifier") return callee.name;
  if (callee.type === "MemberExpression" && !callee.computed) return callee.property.name;
  return "";
}
