const DATE = /_(?:\d{8}|\d{4}_\d{2}_\d{2})$/;

/** The names of tools that do the same for the model, at all vendors. A rule against one of them is a rule against all. */
const FAMILIES: readonly (readonly string[])[] = [
  [
    "web_search",
    "googleSearch",
    "googleSearchRetrieval",
    "enterpriseWebSearch",
    "exaAiSearch",
    "parallelAiSearch",
    "$web_search",
  ],
  ["web_fetch", "urlContext"],
  [
    "code_execution",
    "code_interpreter",
    "codeExecution",
    "bash_code_execution",
    "text_editor_code_execution",
  ],
  ["file_search", "fileSearch"],
  ["computer", "computer_use", "computerUse", "computer_toolset"],
  ["text_editor", "str_replace_editor", "str_replace_based_edit_tool"],
  ["google_maps", "googleMaps"],
];

/** The spellings of a tool's type that its vendor takes for the same tool: without date and preview, without date, and as it is. */
export function spellingsOfType(type: string): string[] {
  const undated = type.replace(DATE, "");
  return [...new Set([undated.replace(/_preview$/, ""), undated, type])];
}

/** The same name as Google writes it in both of its spellings. */
export function spellingsOfMember(name: string): string[] {
  const camel = camelCase(name);
  return [...new Set([camel, snakeCase(camel)])];
}

/** Names of tools that do the same as one of these, in both spellings. */
export function relativesOf(names: readonly string[]): string[] {
  const family = FAMILIES.filter((one) =>
    one.some((name) => names.some((other) => camelCase(other) === camelCase(name))),
  );
  return family.flat().flatMap((name) => [name, ...spellingsOfMember(name)]);
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
