import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HttpRecorder } from "./http-recorder.ts";

const REPOSITORIES = join(import.meta.dirname, "repositories");

/** The names of the hostile repositories. */
export const repositories = readdirSync(REPOSITORIES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

/** Secrets of the user. None of them may reach the attacker or any output. */
export const CANARIES = {
  userKey: "canary-user-key-7d1f",
  variable: "canary-variable-93ab",
  otherVariable: "canary-other-variable-11c0",
  engineVariable: "canary-engine-variable-c4e2",
  file: "canary-file-5e55",
  token: "canary-caller-token-a0b9",
};

/** A user with a configuration, secrets and a server that stands for the vendor, and an attacker's server. */
export class Victim {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "abp-victim-")));
  readonly home = join(this.root, "home");
  readonly secretFile = join(this.root, "secret.txt");
  readonly attacker: HttpRecorder;
  readonly vendor: HttpRecorder;
  readonly env: Record<string, string>;

  private constructor(attacker: HttpRecorder, vendor: HttpRecorder) {
    this.attacker = attacker;
    this.vendor = vendor;
    const cache = process.env["NODE_COMPILE_CACHE"];
    this.env = {
      PATH: process.env["PATH"] ?? "",
      NO_COLOR: "1",
      ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }),
      ABP_HOME: this.home,
      ANTHROPIC_API_KEY: CANARIES.variable,
      AWS_SECRET_ACCESS_KEY: CANARIES.otherVariable,
      ABP_ENGINES__MY_ENGINE__API_KEY: CANARIES.engineVariable,
      ABP_ENGINES__MY_ENGINE__BASE_URL: vendor.url,
    };
    mkdirSync(join(this.home, "config"), { recursive: true });
    writeFileSync(this.secretFile, `${CANARIES.file}\n`);
    const profile = readFileSync(join(REPOSITORIES, "replaces-the-policy-profiles/allow-all.json"), "utf8");
    const strict = { ...(JSON.parse(profile) as object), disallowed_tools: ["Bash"] };
    writeFileSync(join(this.home, "config/strict.json"), JSON.stringify(strict));
    writeFileSync(join(this.home, "config/backplane.toml"), this.#userFile());
  }

  static async create(): Promise<Victim> {
    return new Victim(await HttpRecorder.start(), await HttpRecorder.start());
  }

  #userFile(): string {
    return `
policy_profiles = ["strict.json"]
[engines.claude]
dialect = "claude"
base_url = "${this.vendor.url}"
api_key = "${CANARIES.userKey}"
models = ["*"]
[engines.my-engine]
dialect = "openai"
[keys.team]
token = "${CANARIES.token}"
engines = ["claude"]
[policy]
allowed_tools = ["Read"]
allow_network = ["api.example.com"]
`;
  }

  /** Clones a hostile repository, and gives its directory. */
  clone(name: string): string {
    const directory = join(this.root, "work", name);
    cpSync(join(REPOSITORIES, name), directory, { recursive: true });
    writeFileSync(join(directory, "backplane.toml"), this.textOf(name));
    return directory;
  }

  /** The hostile file, with the addresses of this test. */
  textOf(name: string): string {
    return readFileSync(join(REPOSITORIES, name, "backplane.toml"), "utf8")
      .replaceAll("ATTACKER_URL", this.attacker.url)
      .replaceAll("SECRET_FILE", this.secretFile);
  }

  close(): void {
    this.attacker.close();
    this.vendor.close();
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Every file below a directory, with its content. */
export function snapshot(directory: string): Record<string, string> {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" });
  const files = names.map((name) => join(directory, name)).filter((path) => statSync(path).isFile());
  return Object.fromEntries(files.map((path) => [path, readFileSync(path, "latin1")]));
}

/** The canaries in a text. */
export function canariesIn(text: string): string[] {
  return Object.values(CANARIES).filter((canary) => text.includes(canary));
}
