import { formatKeyPath, listTokenProblems, type TokenHolder } from "../../contract/index.ts";
import type { ConfigIssue } from "../issue.ts";
import type { Leaf } from "../layers/layer.ts";

/** Lists the keys whose token is too short, or is another key's as well. No message contains a token. */
export function listTokenIssues(leaves: readonly Leaf[]): ConfigIssue[] {
  const keys: Record<string, TokenHolder> = Object.create(null);
  const places = new Map<string, string>();
  for (const { path, value, origin } of leaves) {
    const [section, name, member] = path;
    if (section !== "keys" || name === undefined || typeof value !== "string" || value === "") continue;
    if (path.length !== 3 || (member !== "token" && member !== "token_sha256")) continue;
    keys[name] = { ...keys[name], [member]: value };
    places.set(formatKeyPath(path), origin.where);
  }
  return listTokenProblems(keys).map(({ name, member, message }) => {
    const key = formatKeyPath(["keys", name, member]);
    return { message: `\`${key}\` ${message}`, where: places.get(key) ?? "configuration", key };
  });
}
