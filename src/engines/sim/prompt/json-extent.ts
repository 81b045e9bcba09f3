/** Splits a text after the JSON object or array at its start. Without one, `json` is empty and `after` is the whole text. */
export function splitJson(text: string): { json: string; after: string } {
  const none = { json: "", after: text };
  if (text[0] !== "{" && text[0] !== "[") return none;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isText) {
      if (character === "\\") at++;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") {
      depth--;
      if (depth === 0) return { json: text.slice(0, at + 1), after: text.slice(at + 1) };
    }
  }
  return none;
}
