import { AbpError } from "../../contract/index.ts";

/** The command line of `codex exec`. */
export interface CodexCommandLine {
  readonly isVersion: boolean;
  readonly model: string | undefined;
  readonly sandbox: string | undefined;
  readonly directory: string | undefined;
  readonly images: readonly string[];
  readonly outputSchema: string | undefined;
  readonly lastMessage: string | undefined;
  /** `key=value` pairs in TOML. */
  readonly settings: readonly string[];
  /** Flags of other settings that were given. */
  readonly others: readonly string[];
  readonly hasAdditionalDirectories: boolean;
  readonly writesJson: boolean;
  /** The thread to continue: its id, or the latest one of the directory. */
  readonly resume: string | "latest" | undefined;
  /** Undefined if it comes by standard input. */
  readonly prompt: string | undefined;
}

const WITH_VALUE: Readonly<Record<string, string>> = {
  "--model": "--model",
  "-m": "--model",
  "--sandbox": "--sandbox",
  "-s": "--sandbox",
  "--cd": "--cd",
  "-C": "--cd",
  "--image": "--image",
  "-i": "--image",
  "--output-schema": "--output-schema",
  "--output-last-message": "--output-last-message",
  "-o": "--output-last-message",
  "--config": "--config",
  "-c": "--config",
  "--add-dir": "--add-dir",
  "--profile": "--profile",
  "-p": "--profile",
  "--enable": "--enable",
  "--disable": "--disable",
  "--color": "--color",
  "--thread-source": "--thread-source",
  "--cyber-access-program": "--cyber-access-program",
};

const SWITCHES = new Set([
  "--experimental-json",
  "--json",
  "--skip-git-repo-check",
  "--full-auto",
  "--dangerously-bypass-approvals-and-sandbox",
  "--yolo",
  "--oss",
  "--ephemeral",
  "--last",
  "--all",
]);

const OTHER_SETTINGS = ["--profile", "--enable", "--disable", "--oss", "--cyber-access-program"];

/** Splits a command line. Throws `usage_invalid` for what `codex exec` does not have. */
export function readCodexCommandLine(argv: readonly string[]): CodexCommandLine {
  const values = new Map<string, string[]>();
  const words: string[] = [];
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index]!;
    if (word === "--") {
      words.push(...argv.slice(index + 1));
      break;
    }
    if (!word.startsWith("-") || word === "-") {
      words.push(word);
      continue;
    }
    const cut = word.indexOf("=");
    const written = cut === -1 ? word : word.slice(0, cut);
    const name = Object.hasOwn(WITH_VALUE, written) ? WITH_VALUE[written]! : written;
    const given = values.get(name) ?? [];
    values.set(name, given);
    if (SWITCHES.has(name) || name === "--version" || name === "-V") continue;
    if (!Object.hasOwn(WITH_VALUE, written)) throw usage(`unexpected argument '${written}' found`);
    if (cut === -1) index += 1;
    const value = cut === -1 ? argv[index] : word.slice(cut + 1);
    if (value === undefined) throw usage(`a value is required for '${written} <value>'`);
    given.push(value);
  }
  return { ...readWords(words, values), ...readValues(values) };
}

type Values = ReadonlyMap<string, readonly string[]>;

function readValues(values: Values) {
  const last = (name: string) => values.get(name)?.at(-1);
  const isFree = values.has("--dangerously-bypass-approvals-and-sandbox") || values.has("--yolo");
  const implied = values.has("--full-auto") ? "workspace-write" : undefined;
  return {
    isVersion: values.has("--version") || values.has("-V"),
    model: last("--model"),
    sandbox: isFree ? "danger-full-access" : (last("--sandbox") ?? implied),
    directory: last("--cd"),
    images: (values.get("--image") ?? []).flatMap((value) => value.split(",")),
    outputSchema: last("--output-schema"),
    lastMessage: last("--output-last-message"),
    settings: values.get("--config") ?? [],
    others: OTHER_SETTINGS.filter((name) => values.has(name)),
    hasAdditionalDirectories: values.has("--add-dir"),
    writesJson: values.has("--experimental-json") || values.has("--json"),
  };
}

/** `exec [PROMPT]`, or `exec resume ID [PROMPT]`. */
function readWords(words: readonly string[], values: Values) {
  if (values.has("--version") || values.has("-V")) return { resume: undefined, prompt: undefined };
  const [command, ...rest] = words;
  if (command !== "exec" && command !== "e") {
    throw usage(
      `only 'codex exec' is stood in for, not ${command === undefined ? "the interactive Codex" : `'codex ${command}'`}`,
    );
  }
  if (rest[0] !== "resume") return { resume: undefined, prompt: promptOf(rest) };
  if (values.has("--last")) return { resume: "latest", prompt: promptOf(rest.slice(1)) };
  if (rest[1] === undefined) throw usage("'codex exec resume' needs the id of a thread, or --last");
  return { resume: rest[1], prompt: promptOf(rest.slice(2)) };
}

// A single dash stands for standard input.
function promptOf(words: readonly string[]): string | undefined {
  const text = words.join(" ");
  return text === "" || text === "-" ? undefined : text;
}

function usage(message: string): AbpError {
  return new AbpError("usage_invalid", message);
}
