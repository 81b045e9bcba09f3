/** A rule as a program writes it: `Bash`, `Bash(git:*)`, `mcp__server__*`. */
export interface Rule {
  readonly tool: string;
  /** What stands in parentheses. Undefined for a rule on all uses of the tool. */
  readonly pattern: string | undefined;
}

/** Reads one rule. Undefined for a text without the name of a tool. */
export function readRule(text: string): Rule | undefined {
  const [, tool, , pattern] = /^([^\s()]+)(\((.*)\))?$/s.exec(text.trim()) ?? [];
  if (tool === undefined) return undefined;
  return ruleOf(tool, pattern);
}

/** The rule on a tool. An empty pattern and `*` stand for all uses. */
export function ruleOf(tool: string, pattern: string | undefined): Rule {
  const isWhole = pattern === undefined || pattern.trim() === "" || pattern.trim() === "*";
  return { tool, pattern: isWhole ? undefined : pattern };
}

/** The rules of lists that are separated by commas or spaces, which inside of parentheses belong to a rule. */
export function splitRules(values: readonly string[] | undefined): string[] {
  const rules: string[] = [];
  for (const value of values ?? []) {
    let depth = 0;
    let rule = "";
    for (const character of `${value} `) {
      if (depth === 0 && /[\s,]/.test(character)) {
        if (rule !== "") rules.push(rule);
        rule = "";
        continue;
      }
      if (character === "(") depth += 1;
      if (character === ")") depth = Math.max(0, depth - 1);
      rule += character;
    }
    // Parentheses that are left open make it no rule.
    if (rule.trim() !== "") rules.push(rule.trim());
  }
  return rules;
}

/** Whether the name in a rule stands for the tool: by its name, by the name of its MCP server, or with `*` for any characters. */
export function namesTool(rule: string, tool: string): boolean {
  if (rule === tool) return true;
  const isServer = /^mcp__[^*]+$/.test(rule) && !/^mcp__.+?__./.test(rule);
  if (isServer) return tool.startsWith(`${rule}__`);
  return rule.includes("*") && hasWildcards(rule, tool);
}

/** Whether `*` of the pattern can stand for parts of the text, so that both are equal. */
export function hasWildcards(pattern: string, text: string): boolean {
  const parts = pattern.split("*");
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  if (parts.length === 1) return pattern === text;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return false;
  let from = first.length;
  const end = text.length - last.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, from);
    if (found === -1 || found + part.length > end) return false;
    from = found + part.length;
  }
  return true;
}
