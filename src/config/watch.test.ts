import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { loadConfig } from "./load.ts";
import type { LoadOptions } from "./load-options.ts";
import { readProjectFile } from "./trust/project-file.ts";
import { TrustStore } from "./trust/trust-store.ts";
import { ConfigWatch } from "./watch.ts";

let root: string;
let file: string;
let trust: TrustStore;
let watch: ConfigWatch | undefined;
const onChange = vi.fn();
const onError = vi.fn();
const onUntrusted = vi.fn();

const NEVER_MS = 3_600_000;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-watch-"));
  mkdirSync(join(root, "project"));
  file = join(root, "project/backplane.toml");
  trust = new TrustStore(join(root, "home/state"));
  for (const one of [onChange, onError, onUntrusted]) one.mockReset();
});
afterEach(() => {
  watch?.close();
  rmSync(root, { recursive: true, force: true });
});

function start(options: LoadOptions = {}, intervalMs: number | "usual" = 10): void {
  const all = { cwd: join(root, "project"), home: root, env: { ABP_HOME: join(root, "home") }, ...options };
  watch = new ConfigWatch(
    all,
    loadConfig(all),
    { onChange, onError, onUntrusted },
    ...(intervalMs === "usual" ? [] : [intervalMs]),
  );
}

function trustNow(): void {
  trust.add(readProjectFile(file)!, new Date(0));
}

function writeTrusted(text: string): void {
  writeFileSync(file, text);
  trustNow();
}

const key = (name: string, token = name) => `[keys.${name}]\ntoken = "token-of-${token}"\n`;
const keysNow = () => Object.keys(onChange.mock.lastCall?.[0].config.keys ?? {});

describe("a trusted or named file", () => {
  test("is read again when it changes, also when it is replaced by another", async () => {
    writeFileSync(file, key("ada"));
    start({ configFile: file });
    writeFileSync(file, key("ada") + key("bob"));
    await eventually(() => expect(keysNow()).toEqual(["ada", "bob"]));
    writeFileSync(`${file}.new`, key("bob"));
    renameSync(`${file}.new`, file);
    await eventually(() => expect(keysNow()).toEqual(["bob"]));
    expect(onError).not.toHaveBeenCalled();
    expect(onUntrusted).not.toHaveBeenCalled();
  });

  test("that was not there is seen when it comes and is trusted", async () => {
    start();
    writeTrusted(key("ada"));
    await eventually(() => expect(keysNow()).toEqual(["ada"]));
  });

  test("that changed before the first check is found by it", async () => {
    writeTrusted(key("ada"));
    start();
    writeTrusted(key("bob"));
    await eventually(() => expect(keysNow()).toEqual(["bob"]));
  });

  test("is not reported when only its time changes", async () => {
    writeTrusted(key("ada"));
    start({}, NEVER_MS);
    await watch?.reload();
    expect(onChange).toHaveBeenCalledOnce();
    watch?.close();
    start();
    writeTrusted(key("ada"));
    writeTrusted(key("bob"));
    await eventually(() => expect(keysNow()).toEqual(["bob"]));
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  test("may name a file with a secret, whose changes are seen as well", async () => {
    const secret = join(root, "token");
    writeFileSync(secret, "the first one\n");
    writeTrusted('[keys.ada]\ntoken_file = "../token"\n');
    start();
    writeFileSync(secret, "another one\n");
    await eventually(() => expect(onChange.mock.lastCall?.[0].config.keys.ada.token).toBe("another one"));
  });

  test("may name a secret beside it, which changes only when it is trusted again", async () => {
    const secret = join(root, "project/token");
    writeFileSync(secret, "the first one\n");
    writeTrusted('[keys.ada]\ntoken_file = "token"\n');
    start({}, NEVER_MS);
    writeFileSync(secret, "of a stranger\n");
    await watch?.reload();
    expect(onError.mock.lastCall?.[0].message).toContain("is not as you trusted it");
    expect(onChange).toHaveBeenCalledOnce();
    expect(keysNow()).toEqual([]);
    trustNow();
    await watch?.reload();
    expect(onChange.mock.lastCall?.[0].config.keys.ada.token).toBe("of a stranger");
  });

  test("that is invalid is reported, once for each change, and the previous one stays in force", async () => {
    writeTrusted(key("ada"));
    start();
    writeTrusted("[keys.ada\n");
    await eventually(() => expect(onError).toHaveBeenCalled());
    expect(onError.mock.lastCall?.[0]).toMatchObject({ code: "config_invalid" });
    expect(onChange).not.toHaveBeenCalled();
    writeTrusted(key("bob"));
    await eventually(() => expect(keysNow()).toEqual(["bob"]));
  });

  test.each([
    ["a token that is too short", '[keys.ada]\ntoken = "tiny-x"\n', "is shorter than 8 characters"],
    [
      "one token for two keys",
      '[keys.ada]\ntoken = "token-of-ada"\n[keys.eve]\ntoken = "token-of-ada"\n',
      "is also the token of `keys.ada`; each key needs its own",
    ],
  ])(
    "with %s is reported without the token, and the previous keys stay in force",
    async (_, text, message) => {
      writeTrusted(key("ada"));
      start();
      writeTrusted(text);
      await eventually(() => expect(onError).toHaveBeenCalled());
      const error = onError.mock.lastCall?.[0];
      expect(error).toMatchObject({ code: "config_invalid" });
      expect(error.message).toContain(message);
      expect(JSON.stringify([error.message, error.details])).not.toMatch(/tiny-x|token-of-ada/);
      expect(onChange).not.toHaveBeenCalled();
    },
  );

  test("is loaded and reported by `reload` even if nothing changed", async () => {
    writeTrusted(key("ada"));
    start({}, NEVER_MS);
    await watch?.reload();
    expect(keysNow()).toEqual(["ada"]);
    writeTrusted("[keys.ada\n");
    await watch?.reload();
    expect(onError).toHaveBeenCalledOnce();
  });

  test("is not looked at any more after `close`", async () => {
    vi.useFakeTimers();
    try {
      writeTrusted(key("ada"));
      start();
      watch?.close();
      writeTrusted(key("bob"));
      vi.advanceTimersByTime(1000);
      expect(onChange).not.toHaveBeenCalled();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("an untrusted change of the project's file", () => {
  beforeEach(() => {
    writeTrusted(key("ada") + key("bob"));
    start({}, NEVER_MS);
  });

  test("brings no key, and is reported once with the names of the keys that would change", async () => {
    writeFileSync(file, `port = 1\n${key("ada")}${key("bob")}${key("eve", `\${HOME}`)}`);
    await watch?.reload();
    await watch?.reload();
    expect(keysNow()).toEqual(["ada", "bob"]);
    expect(onUntrusted).toHaveBeenCalledOnce();
    expect(onUntrusted.mock.lastCall?.[0]).toEqual({
      file,
      id: readProjectFile(file)?.sha256,
      keys: ["keys.eve.token", "port"],
    });
    expect(onChange.mock.lastCall?.[0].config.port).toBe(8088);
  });

  test("takes effect when it is trusted, without another change of the file", async () => {
    watch?.close();
    start();
    writeFileSync(file, key("eve"));
    await eventually(() => expect(onUntrusted).toHaveBeenCalledOnce());
    await eventually(() => expect(onChange.mock.lastCall?.[0].config.keys).toEqual({}));
    trustNow();
    await eventually(() => expect(keysNow()).toEqual(["eve"]));
  });

  test("that removes or changes a key refuses that key at once", async () => {
    writeFileSync(file, key("bob", "another"));
    await watch?.reload();
    expect(keysNow()).toEqual([]);
    expect(onUntrusted).toHaveBeenCalledOnce();
  });

  test("cannot bring back a key that was removed, until a trusted content does", async () => {
    writeFileSync(file, key("ada"));
    await watch?.reload();
    expect(keysNow()).toEqual(["ada"]);
    writeFileSync(file, `port = 1\n${key("ada")}${key("bob")}`);
    await watch?.reload();
    expect(keysNow()).toEqual(["ada"]);
    trustNow();
    await watch?.reload();
    expect(keysNow()).toEqual(["ada", "bob"]);
  });

  test("that is not TOML revokes nothing: the file may be half written", async () => {
    writeFileSync(file, "[keys.a");
    await watch?.reload();
    expect(keysNow()).toEqual(["ada", "bob"]);
    expect(onUntrusted.mock.lastCall?.[0]).toMatchObject({ keys: [] });
    expect(onError).not.toHaveBeenCalled();
  });

  test("to a link or a directory keeps the trusted content and says why", async () => {
    writeFileSync(join(root, "other.toml"), key("eve"));
    rmSync(file);
    symlinkSync(join(root, "other.toml"), file);
    await watch?.reload();
    expect(onUntrusted.mock.lastCall?.[0].problem).toContain("symbolic link");
    rmSync(file);
    mkdirSync(file);
    await watch?.reload();
    expect(onUntrusted.mock.lastCall?.[0].problem).toContain("directory");
    expect(keysNow()).toEqual(["ada", "bob"]);
  });

  test("to no file at all ends its keys, and an untrusted file that comes later changes nothing", async () => {
    rmSync(file);
    await watch?.reload();
    expect(keysNow()).toEqual([]);
    writeFileSync(file, key("ada"));
    await watch?.reload();
    expect(keysNow()).toEqual([]);
    expect(onUntrusted.mock.lastCall?.[0]).toMatchObject({ keys: ["keys.ada.token"] });
  });

  test("with another directory in the place of the project's is untrusted", async () => {
    renameSync(join(root, "project"), join(root, "moved"));
    mkdirSync(join(root, "project"));
    writeFileSync(file, key("eve"));
    await watch?.reload();
    expect(keysNow()).toEqual([]);
    expect(onUntrusted).toHaveBeenCalledOnce();
  });

  test("does not refuse a key whose token comes from the environment", async () => {
    watch?.close();
    start({ env: { ABP_HOME: join(root, "home"), ABP_KEYS__ADA__TOKEN: "operator" } }, NEVER_MS);
    writeFileSync(file, "port = 1\n");
    await watch?.reload();
    expect(keysNow()).toEqual(["ada"]);
  });
});

test("a removed key is refused although the rest of the configuration became invalid", async () => {
  writeTrusted(key("ada") + key("bob"));
  start({}, NEVER_MS);
  mkdirSync(join(root, "home/config"));
  writeFileSync(join(root, "home/config/backplane.toml"), "port = 'x'");
  writeFileSync(file, key("bob"));
  await watch?.reload();
  expect(onError).toHaveBeenCalledOnce();
  expect(keysNow()).toEqual(["bob"]);
});

test("files are read again only after a change", () => {
  vi.useFakeTimers();
  try {
    writeTrusted(key("ada"));
    const read: string[] = [];
    const readFile = (path: string): string => {
      read.push(path);
      throw Object.assign(new Error("none"), { code: "ENOENT" });
    };
    start({ readFile }, 10);
    read.length = 0;
    vi.advanceTimersByTime(100);
    expect(read).toHaveLength(1);
    writeTrusted(key("bob"));
    vi.advanceTimersByTime(100);
    expect(read).toHaveLength(2);
    expect(keysNow()).toEqual(["bob"]);
  } finally {
    vi.useRealTimers();
  }
});

test("files are checked every 400 ms, so that a revoked key is refused within a second", () => {
  vi.useFakeTimers();
  try {
    writeTrusted(key("ada"));
    start({}, "usual");
    vi.advanceTimersByTime(400);
    writeTrusted(key("bob"));
    vi.advanceTimersByTime(399);
    expect(onChange).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(keysNow()).toEqual(["bob"]);
  } finally {
    vi.useRealTimers();
  }
});

test("a configuration that the listener cannot use is an error, and the next one is reported again", async () => {
  writeTrusted(key("ada"));
  start({}, NEVER_MS);
  onChange.mockImplementationOnce(() => {
    throw new Error("not usable");
  });
  writeTrusted(key("bob"));
  await watch?.reload();
  expect(onError.mock.lastCall?.[0].message).toBe("not usable");
  writeTrusted(key("eve"));
  await watch?.reload();
  expect(keysNow()).toEqual(["eve"]);
  onChange.mockImplementation(() => {
    throw new Error("never usable");
  });
  writeFileSync(file, "");
  await watch?.reload();
  expect(onError).toHaveBeenCalledTimes(3);
});

test("a file that the user ignores is not reported, whatever becomes of it", async () => {
  writeFileSync(file, key("ada"));
  start({ ignoreProjectConfig: true }, NEVER_MS);
  writeFileSync(file, key("eve"));
  await watch?.reload();
  expect(keysNow()).toEqual([]);
  expect(onUntrusted).not.toHaveBeenCalled();
});

test("a trust store that others can change stops the reload and keeps the configuration", async () => {
  writeTrusted(key("ada"));
  start({}, NEVER_MS);
  chmodSync(join(root, "home/state/trust"), 0o777);
  await watch?.reload();
  expect(onError.mock.lastCall?.[0]).toMatchObject({ code: "config_invalid" });
  expect(onChange).not.toHaveBeenCalled();
});
