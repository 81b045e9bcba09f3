import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AbpError } from "../contract/index.ts";
import { type DaemonNotice, readNotice, removeNotice, writeNotice } from "./daemon-notice.ts";
import { explainStart } from "./running-daemon.ts";

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "abp-notice-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(state, { recursive: true, force: true });
});

const own: DaemonNotice = { url: "http://127.0.0.1:8088", pid: process.pid };
const failure = (code: string) => Object.assign(new Error(code), { code });
const taken = new AbpError("internal", "taken", { cause: failure("EADDRINUSE") });

describe("a start that fails because the port is taken", () => {
  it("says that the daemon is already running, and what to do", async () => {
    await writeNotice(state, own);
    const error = await explainStart(taken, state, 8088);
    expect(error).toMatchObject({
      code: "config_invalid",
      message: `the daemon is already running, pid ${process.pid}, and listens at http://127.0.0.1:8088`,
      where: "port",
      advice: `Use it as it is, stop it with \`kill ${process.pid}\`, or choose another port with --port.`,
      cause: taken,
    });
  });

  it.each([
    ["EPERM", true],
    ["ESRCH", false],
  ])("asks whether the daemon's process runs: %s means %j", async (code, isRunning) => {
    vi.spyOn(process, "kill").mockImplementation(() => {
      throw failure(code);
    });
    await writeNotice(state, { ...own, pid: 4711 });
    expect((await explainStart(taken, state, 8088)) === taken).toBe(!isRunning);
    expect(process.kill).toHaveBeenCalledWith(4711, 0);
  });

  it("says what it is if no daemon is known, or one on another port", async () => {
    expect(await explainStart(taken, state, 8088)).toBe(taken);
    await writeNotice(state, own);
    expect(await explainStart(taken, state, 8089)).toBe(taken);
    await writeNotice(state, { ...own, url: "nowhere" });
    expect(await explainStart(taken, state, 8088)).toBe(taken);
  });
});

it.each([
  failure("EADDRINUSE"),
  new AbpError("config_invalid", "x"),
  new AbpError("internal", "x", { cause: failure("EACCES") }),
])("a start that fails for another reason says that: %s", async (error) => {
  await writeNotice(state, own);
  expect(await explainStart(error, state, 8088)).toBe(error);
});

describe("the notice of a daemon", () => {
  const file = () => join(state, "daemon.json");

  it("is for its owner alone, and there until it is removed", async () => {
    expect(await readNotice(state)).toBeUndefined();
    await writeNotice(state, own);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(await readNotice(state)).toEqual(own);
    await removeNotice(state);
    expect(await readNotice(state)).toBeUndefined();
    await removeNotice(state);
  });

  it("of another process stays, and one that is half written is removed", async () => {
    await writeNotice(state, { ...own, pid: process.pid + 1 });
    await removeNotice(state);
    expect(JSON.parse(readFileSync(file(), "utf8"))).toEqual({ ...own, pid: process.pid + 1 });
    writeFileSync(file(), '{"url":');
    expect(await readNotice(state)).toBeUndefined();
    await removeNotice(state);
    expect(statSync(file(), { throwIfNoEntry: false })).toBeUndefined();
  });

  it("in a directory that is none is an error of the directory", async () => {
    await expect(readNotice(join(file(), "x"))).resolves.toBeUndefined();
    writeFileSync(file(), "");
    await expect(readNotice(file())).rejects.toMatchObject({ code: "directory_unusable" });
  });
});
