import { AbpError } from "../../contract/index.ts";

/** Reads the query of an address. Throws `validation_failed` for a name that stands twice and for encodings that are no text. */
export function readQuery(target: string): Readonly<Record<string, string>> {
  const question = target.indexOf("?");
  if (question === -1) return {};
  const fields = new Map<string, string>();
  for (const pair of target.slice(question + 1).split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    if (fields.has(name))
      throw new AbpError("validation_failed", `The query names ${JSON.stringify(name)} twice.`, {
        where: `query.${name}`,
      });
    fields.set(name, equals === -1 ? "" : decode(pair.slice(equals + 1)));
  }
  return Object.fromEntries(fields);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch (error) {
    throw new AbpError("validation_failed", "The query is not percent-encoded UTF-8.", {
      where: "query",
      cause: error,
    });
  }
}
