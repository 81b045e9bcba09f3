import { describe, expect, it } from "vitest";
import { loadConfig } from "../config/index.ts";
import { AbpError } from "../contract/index.ts";
import { checkConfig } from "./check-config.ts";

const FILE = "/project/backplane.toml";

/** The places and messages of what is wrong with a file; `env` has the variables. */
function problemsOf(text: string, env: Record<string, string> = {}): string[] {
  const readFile = (path: string) => {
    if (path === FILE) return text;
    throw Object.assign(new Error("no such file"), { code: "ENOENT" });
  };
  const check = (config: Parameters<typeof checkConfig>[0]) => checkConfig(config, { env });
  try {
    loadConfig({ cwd: "/project", home: "/home/ada", env, readFile, configFile: FILE, check });
    return [];
  } catch (error) {
    if (!AbpError.is(error)) throw error;
    const issues = error.details["issues"] as { where: string; message: string }[];
    return issues.map(({ where, message }) => `${where} ${message}`);
  }
}

const TOKEN = 'token = "0123456789abcdef"';

describe("the check of a configuration", () => {
  it.each([
    ["no address", '[engines.a]\ndialect = "openai"', "2:1 `engines.a.base_url` is missing"],
    ["no dialect", '[engines.a]\nbase_url = "http://127.0.0.1"', "2:1 `engines.a.dialect` is missing"],
    [
      "no form of its cloud",
      '[engines.a]\npreset = "vertex"\ndialect = "codex"\nbase_url = "http://127.0.0.1/v1/projects/p/locations/l"',
      "3:1 `engines.a.dialect` is not right: the preset `vertex` does not serve codex",
    ],
    [
      "a bad header",
      '[engines.a]\npreset = "openai"\nheaders = ["x: y", "z"]',
      "3:1 `engines.a.headers[1]` must be",
    ],
    [
      "recordings of a real engine",
      '[engines.a]\npreset = "openai"\nrecordings = "r"',
      "3:1 `engines.a.recordings` is for",
    ],
    [
      "a fallback to nobody",
      '[engines.a]\npreset = "sim"\nfallback = ["b"]',
      '3:1 `engines.a.fallback[0]` names the engine "b"',
    ],
    [
      "a circle of fallbacks",
      '[engines.a]\npreset = "sim"\nfallback = ["a"]',
      "3:1 `engines.a.fallback` has fallbacks that form a circle",
    ],
    [
      "models that are no glob",
      '[engines.a]\npreset = "sim"\nmodels = ["[a"]',
      '3:1 `engines.a.models` has "[a" as item 1: it must be a glob',
    ],
    [
      "a default engine that does not exist",
      'default_engine = "a"',
      '1:1 `default_engine` names the engine "a"',
    ],
    [
      "a route to nobody",
      '[routes.r]\nmodels = ["m"]\nengine = "a"',
      '3:1 `routes.r.engine` names the engine "a"',
    ],
    [
      "a route that falls back to nobody",
      '[routes.r]\nmodels = ["m"]\nengine = "sim"\nfallback = ["sim", "b"]',
      '4:1 `routes.r.fallback[1]` names the engine "b"',
    ],
    [
      "a route whose models are no glob",
      '[routes.r]\nmodels = ["{m"]\nengine = "sim"',
      "2:1 `routes.r.models` has",
    ],
    [
      "a policy of a route that does not compile",
      '[routes.r]\nmodels = ["m"]\nengine = "sim"\n[routes.r.policy]\nallowed_models = ["[a"]',
      "5:1 `routes.r.policy.allowed_models` has",
    ],
    ["a key without a token", '[keys.k]\ntenant = "t"', "2:1 `keys.k` needs either"],
    [
      "a key with two tokens",
      `[keys.k]\n${TOKEN}\ntoken_sha256 = "${"0".repeat(64)}"`,
      "2:1 `keys.k` needs either",
    ],
    [
      "engines of a key that are no glob",
      `[keys.k]\n${TOKEN}\nengines = ["a", "[b"]`,
      '3:1 `keys.k.engines` has "[b" as item 2',
    ],
    [
      "a policy of a key that does not compile",
      `[keys.k]\n${TOKEN}\n[keys.k.policy]\ndisallowed_models = ["[a"]`,
      "4:1 `keys.k.policy.disallowed_models` has",
    ],
    ["a policy that does not compile", '[policy]\ndeny_read = ["a", "[a"]', "2:1 policy.deny_read[1]"],
    [
      "a policy profile that is not there",
      'policy_profiles = ["none.json"]',
      "1:1 the policy profile /project/none.json cannot be read",
    ],
    ["prices for what is no glob", '[prices."a["]\ninput = 1\noutput = 1', '2:1 `prices."a["` is not a glob'],
    [
      "a search without a key",
      '[tools.web_search]\nprovider = "tavily"',
      "2:1 `tools.web_search.api_key` is missing",
    ],
    [
      "a search without an address",
      '[tools.web_search]\nprovider = "searxng"',
      "2:1 `tools.web_search.base_url` is missing",
    ],
    [
      "searches of what is no glob",
      '[tools.web_search]\nengines = ["[a"]',
      "2:1 `tools.web_search.engines` has",
    ],
    ["an open address without keys", 'bind_address = "0.0.0.0"', '1:1 `bind_address` is "0.0.0.0"'],
    [
      "an agent that does not exist",
      '[backends.b]\ntype = "agent"\nagent = "nobody"',
      '3:1 `backends.b.agent` names the agent "nobody"',
    ],
    [
      "a default backend that does not exist",
      'default_backend = "nobody"',
      '1:1 `default_backend` names the backend "nobody"',
    ],
    [
      "a table in the singular",
      '[engine.a]\npreset = "sim"',
      "1:2 `engine` is not a known table: did you mean `engines`?",
    ],
    ["an inline table that is not known", 'key = { a = { token = "x" } }', "1:1 `key` is not a known table"],
    ["a list of tables that is not known", '[[route]]\nengine = "sim"', "1:3 `route` is not a known table"],
    [
      "a table that is not known in an entry",
      '[engines.a]\npreset = "sim"\n[engines.a.limits]\nx = 1',
      "3:2 `engines.a.limits` is not a known table",
    ],
    ["one table too many", "engines = 5", "1:1 `engines` is 5, expected a table"],
  ])("finds %s, with its place", (_, text, expected) => {
    const problems = problemsOf(text);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`backplane.toml:${expected}`);
  });

  it("finds a variable of a table that does not exist", () => {
    expect(problemsOf("", { ABP_ENGINE__A__PRESET: "sim" })).toEqual([
      expect.stringMatching(/^ABP_ENGINE__A__PRESET .* sets a value of `engine`, which is not a known table/),
    ]);
  });

  it("finds everything at once, and nothing that only follows from another problem", () => {
    const text = `port = "x"
default_engine = "nope"
[engines.a]
dialect = "openai"
headers = ["nonsense"]
[engines.b]
preset = "opnai"
[engine.c]
preset = "sim"
[routes.r]
models = ["{a"]
engine = "zz"
[keys.k]
tenant = "t"
[keys."my key"]
tenant = "u"
[keys.unset]
token = "\${NO_SUCH_VARIABLE}"
[backends.x]
type = "agent"
agent = "nope"
`;
    expect(
      problemsOf(text)
        .map((one) => one.split(" ", 2).join(" ").replace("backplane.toml:", ""))
        .sort(),
    ).toEqual(
      [
        "1:1 `port`",
        "2:1 `default_engine`",
        "4:1 `engines.a.base_url`",
        "5:1 `engines.a.headers[0]`",
        "7:1 `engines.b.preset`",
        "8:2 `engine`",
        "11:1 `routes.r.models`",
        "12:1 `routes.r.engine`",
        "14:1 `keys.k`",
        '16:1 `keys."my',
        "18:1 `keys.unset.token`",
        "21:1 `backends.x.agent`",
      ].sort(),
    );
  });

  it("finds nothing if the file is right, and only warns of a single key that it does not know", () => {
    expect(problemsOf("")).toEqual([]);
    const engines = '[engines.a]\npreset = "openai"\nfallback = ["b"]\n[engines.b]\npreset = "sim"';
    const routes = '[routes.r]\nmodels = ["gpt-*"]\nengine = "auto"\nfallback = ["b"]';
    expect(problemsOf(`prot = 1\ndefault_engine = "b"\n${engines}\n${routes}\n[keys.k]\n${TOKEN}`)).toEqual(
      [],
    );
  });
});
