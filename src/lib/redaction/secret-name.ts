/** Words that end with one of these name a secret, as `clientsecret` and `apikey` do. */
const NOUNS =
  /(?:password|passwd|passphrase|secret|credential|apikey|accesskey|secretkey|privatekey|signingkey|(?:access|auth|bearer|refresh|session|id|api)token)s?$/;

/** Words that name a secret by themselves. */
const WHOLE_WORDS = new Set(["authorization", "bearer", "cookie", "cookies", "jwt", "pwd", "passcode"]);

/** Words before `key` that make it a secret. */
const KEY_KINDS: ReadonlySet<string | undefined> = new Set(
  "api private access secret signing encryption auth session ssh master account service subscription".split(
    " ",
  ),
);

/** Words before `tokens` that make them secrets and not a count. */
const TOKEN_KINDS: ReadonlySet<string | undefined> = new Set(
  "access api auth bearer refresh session id".split(" "),
);

/** Words before `token` that make it a piece of text: `cost_per_token`, `eos_token`. */
const TEXT_TOKENS: ReadonlySet<string | undefined> = new Set(
  "per stop eos bos pad unk sep mask cls start end first last special max min prompt completion input output".split(
    " ",
  ),
);

/** A last word that describes a secret instead of holding it: `api_key_env`, `token_count`. */
const DESCRIPTIONS: ReadonlySet<string | undefined> = new Set(
  (
    "id ids name names env file path ref hint type types kind count counts length limit limits url uri endpoint " +
    "expiry expires ttl source provider algorithm budget usage method required enabled policy version details"
  ).split(" "),
);

const LONGEST_NAME = 128;

/** Whether a member of this name holds a secret, whatever its value looks like: `apiKey`, `X-Auth-Token`. */
export function isSecretName(name: string): boolean {
  const words = splitWords(name);
  const last = words.at(-1);
  if (DESCRIPTIONS.has(last)) return false;
  // `auth` alone holds credentials. Before another word it only describes that word.
  return last === "auth" || words.some((word, index) => isSecretWord(word, words[index - 1]));
}

function isSecretWord(word: string, before: string | undefined): boolean {
  if (WHOLE_WORDS.has(word) || NOUNS.test(word)) return true;
  if (word === "key" || word === "keys") return KEY_KINDS.has(before);
  if (word === "token") return !TEXT_TOKENS.has(before);
  return word === "tokens" && TOKEN_KINDS.has(before);
}

function splitWords(name: string): readonly string[] {
  return name
    .slice(-LONGEST_NAME)
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+|(?<=[a-z])(?=[0-9]+$)/)
    .filter((word) => word !== "" && !/^[0-9]+$/.test(word));
}
