import { hash } from "node:crypto";

/** The least length of a key that callers of the gateway send. Whoever can reach the port can try shorter ones. */
export const MIN_TOKEN_LENGTH = 8;

/** The members of a key that hold its token. */
export interface TokenHolder {
  readonly token?: string | undefined;
  readonly token_sha256?: string | undefined;
}

/** Why the keys of a configuration cannot be distinguished, or can be guessed too easily. It never contains a token. */
export interface TokenProblem {
  readonly name: string;
  readonly member: "token" | "token_sha256";
  /** Goes on after the path of the member. */
  readonly message: string;
}

/**
 * The SHA-256 of a key's token, in hexadecimal digits; undefined for a key that has none.
 *
 * @example
 * import { tokenDigest } from "agent-backplane/contract";
 * const token_sha256 = tokenDigest({ token: "the token that callers send" });
 */
export function tokenDigest({ token, token_sha256 }: TokenHolder): string | undefined {
  return token === undefined ? token_sha256 : hash("sha256", token, "hex");
}

/**
 * Lists the tokens that are too short, and those that another key has as well: its calls would be booked to that key.
 *
 * @example
 * import { listTokenProblems } from "agent-backplane/contract";
 * const problems = listTokenProblems({ ci: { token: "too short" } });
 * console.log(problems[0]?.message);
 */
export function listTokenProblems(keys: Readonly<Record<string, TokenHolder>>): TokenProblem[] {
  const problems: TokenProblem[] = [];
  const names = new Map<string, string>();
  for (const [name, key] of Object.entries(keys)) {
    const member = key.token === undefined ? "token_sha256" : "token";
    if (key.token !== undefined && [...key.token].length < MIN_TOKEN_LENGTH)
      problems.push({ name, member, message: `is shorter than ${MIN_TOKEN_LENGTH} characters` });
    const digest = tokenDigest(key);
    if (digest === undefined) continue;
    const other = names.get(digest);
    if (other === undefined) names.set(digest, name);
    else
      problems.push({
        name,
        member,
        message: `is also the token of \`keys.${other}\`; each key needs its own`,
      });
  }
  return problems;
}
