import { textOfJson } from "../../lib/index.ts";

/** A refused value, as a schema reports it. It has at least one issue. */
interface SchemaError {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

/** The first fault of a value in words: the path of the member, if it is not the value itself, and what is wrong. */
export function issueText({ issues }: SchemaError): string {
  const { path, message } = issues[0]!;
  return path.length === 0 ? message : `${path.map(textOfJson).join(".")}: ${message}`;
}
