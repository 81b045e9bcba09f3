import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findAgent } from "../../agents/index.ts";
import { FakeBackend } from "../fixtures/fake-backend.ts";
import { order } from "../fixtures/start-run.ts";
import type { RunOptions } from "../run-options.ts";
import { type HomeSetting, type HomeTools, RunHome } from "./run-home.ts";

let homesDir: string;
let now: Date;
beforeEach(() => {
  homesDir = join(mkdtempSync(join(tmpdir(), "abp-homes-")), "homes");
  now = new Date("2026-01-01T00:00:00Z");
});
afterEach(() => rmSync(join(homesDir, ".."), { recursive: true, force: true }));

function homeOf(
  runId: string,
  more: { resume?: string; options?: Partial<RunOptions>; keeps?: boolean } = {},
) {
  const backend = new FakeBackend();
  backend.keepsSession = more.keeps ?? true;
  const warnings: string[] = [];
  const setting: HomeSetting = {
    runId,
    backend,
    order: order(more.resume === undefined ? {} : { resume: { run_id: more.resume, session: "s" } }),
    options: { software: { name: "test", version: "1" }, homesDir, ...more.options },
    events: { clock: { now: () => now } } as HomeSetting["events"],
    warnings,
  };
  return { home: new RunHome(setting), backend, warnings, setting };
}

/** A home whose directory and sweep are fakes. */
function fakeHome(
  tools: { remove?: () => Promise<readonly string[]>; sweepHomes?: HomeTools["sweepHomes"] },
  days?: number,
) {
  const { setting, warnings } = homeOf(
    "one",
    days === undefined ? {} : { options: { keepSessionsDays: days } },
  );
  const path = join(homesDir, "one");
  mkdirSync(path, { recursive: true });
  const directory = { path, remove: tools.remove ?? (async () => []), close: () => undefined };
  const { sweepHomes = async () => [] } = tools;
  return { home: new RunHome(setting, { makeDirectory: () => directory, sweepHomes }), warnings };
}

async function keep(runId: string, resume?: string): Promise<string> {
  const { home } = homeOf(runId, resume === undefined ? {} : { resume });
  await home.find();
  await home.open();
  writeFileSync(join(home.path!, `of-${runId}`), "x");
  await home.close("session");
  return home.path!;
}

describe("the home of a run", () => {
  it("is a private directory while the run lasts, and gone after it", async () => {
    const { home, warnings } = homeOf("one");
    expect(home.path).toBeUndefined();
    await home.find();
    await home.open();
    expect(home.path).toBe(join(homesDir, "one", "home"));
    expect(statSync(home.path!).mode & 0o777).toBe(0o700);
    expect(statSync(join(homesDir, "one")).mode & 0o777).toBe(0o700);
    expect([home.stageName, home.resumedRun]).toEqual(["one", undefined]);
    await home.close(undefined);
    expect([readdirSync(homesDir), warnings]).toEqual([[], []]);
  });

  it("is kept if the agent named a session, without its caches", async () => {
    const { home, warnings } = homeOf("one");
    await home.open();
    for (const folder of [".cache/big", "tmp/x", ".config"])
      mkdirSync(join(home.path!, folder), { recursive: true });
    await home.close("session");
    expect(readdirSync(home.path!)).toEqual([".config"]);
    expect(JSON.parse(readFileSync(join(homesDir, "one/session.json"), "utf8"))).toEqual({
      run_id: "one",
      conversation: "one",
      backend: "fake",
      kept_at: "2026-01-01T00:00:00.000Z",
    });
    expect(warnings).toEqual([]);
  });

  it("is not made for a backend without private homes", async () => {
    const { home } = homeOf("one", { keeps: false, resume: "missing", options: { homesDir: undefined } });
    await home.find();
    await home.open();
    await home.close("session");
    expect([home.path, home.stageName, existsSync(homesDir)]).toEqual([undefined, "one", false]);
  });

  it("needs a place", async () => {
    const { home } = homeOf("one", { options: { homesDir: undefined } });
    await expect(home.open()).rejects.toMatchObject({
      code: "workspace_init_failed",
      advice: "Pass `homesDir` to the run.",
    });
  });

  it("that cannot be removed is a warning of the run", async () => {
    const left = fakeHome({ remove: async () => ["/a/x"] });
    const failed = fakeHome({ remove: () => Promise.reject(new Error("busy")) });
    for (const { home } of [left, failed]) {
      rmSync(join(homesDir, "one/home"), { recursive: true, force: true });
      await home.open();
      await home.close(undefined);
    }
    expect(left.warnings).toEqual(["the home of the agent could not be removed"]);
    expect(failed.warnings).toEqual(["the home of the agent could not be removed: busy"]);
  });

  it("is made after a sweep of those that are older than the configuration says, else 30 days", async () => {
    const asked: unknown[] = [];
    const sweepHomes: HomeTools["sweepHomes"] = async (...given) => {
      asked.push(given);
      return [];
    };
    for (const { home } of [fakeHome({ sweepHomes }), fakeHome({ sweepHomes }, 5)]) {
      await home.open();
      rmSync(home.path!, { recursive: true });
    }
    expect(asked).toEqual([
      [homesDir, { days: 30, now }],
      [homesDir, { days: 5, now }],
    ]);
  });

  it("is made also if the sweep fails, with a warning", async () => {
    const { home, warnings } = fakeHome({ sweepHomes: () => Promise.reject(new Error("unsafe")) });
    await home.open();
    expect(existsSync(home.path!)).toBe(true);
    expect(warnings).toEqual(["the homes of earlier runs could not be removed: unsafe"]);
  });

  it("that cannot be kept is a warning of the run", async () => {
    const { home, warnings } = homeOf("one");
    await home.open();
    mkdirSync(join(homesDir, "one/session.json"));
    await home.close("session");
    expect(warnings).toEqual([expect.stringMatching(/^the home of the agent could not be kept: EISDIR/)]);
  });
});

describe("a run that continues another", () => {
  it("gets a copy of its home and the name of its first stage, over several runs", async () => {
    const first = await keep("one");
    const second = await keep("two", "one");
    expect(readdirSync(second)).toEqual(["of-one", "of-two"]);
    expect(readdirSync(first)).toEqual(["of-one"]);
    const { home } = homeOf("three", { resume: "two" });
    await home.find();
    expect([home.stageName, home.resumedRun]).toEqual(["one", "two"]);
    await home.open();
    expect(readdirSync(home.path!)).toEqual(["of-one", "of-two"]);
    expect(statSync(home.path!).mode & 0o777).toBe(0o700);
    await home.close(undefined);
    expect(readdirSync(homesDir)).toEqual(["one", "two"]);
  });

  it("gets the sessions of the agent from its home, and nothing else that the earlier run wrote there", async () => {
    const path = await keep("one");
    const files = [
      ...[".agent/sessions/a/1.json", ".agent/state_5.db", ".agent/state_5.db-wal", ".agent/config.toml"],
      ...[".agent/hooks/x.json", ".agent/sessions.toml", ".bashrc", "deep/.agent/sessions/2.json"],
    ];
    for (const file of files) {
      mkdirSync(dirname(join(path, file)), { recursive: true });
      writeFileSync(join(path, file), "x");
    }
    symlinkSync("/etc/passwd", join(path, ".agent/sessions/link"));
    mkdirSync(join(path, "elsewhere/sessions"), { recursive: true });
    symlinkSync("elsewhere", join(path, ".linked"));
    const { home, backend } = homeOf("two", { resume: "one" });
    backend.agent = {
      ...findAgent("claude")!,
      sessionFiles: [".agent/sessions/", ".agent/state_", ".linked/sessions/"],
    };
    await home.find();
    await home.open();
    const left = readdirSync(home.path!, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => relative(home.path!, join(entry.parentPath, entry.name)));
    expect(left.sort()).toEqual([
      ...[".agent/sessions/a/1.json", ".agent/sessions/link", ".agent/state_5.db", ".agent/state_5.db-wal"],
    ]);
    expect(readdirSync(home.path!)).toEqual([".agent"]);
  });

  it("gets links as they are, and neither sockets nor pipes", async () => {
    const path = await keep("one");
    symlinkSync("/etc/passwd", join(path, "link"));
    symlinkSync("nowhere", join(path, "broken"));
    writeFileSync(join(path, "script"), "x", { mode: 0o755 });
    const server = createServer().listen(join(path, "s"));
    await new Promise((resolve) => server.once("listening", resolve));
    try {
      const { home } = homeOf("two", { resume: "one" });
      await home.find();
      await home.open();
      expect(readdirSync(home.path!)).toEqual(["broken", "link", "of-one", "script"]);
      expect(readlinkSync(join(home.path!, "link"))).toBe("/etc/passwd");
      expect(lstatSync(join(home.path!, "broken")).isSymbolicLink()).toBe(true);
      expect(statSync(join(home.path!, "script")).mode & 0o777).toBe(0o755);
    } finally {
      server.close();
    }
  });

  it.each(["missing", "../one", "/etc", ""])(
    "is refused for the run %j, whose home is not kept",
    async (resume) => {
      await keep("one");
      await expect(homeOf("two", { resume }).home.find()).rejects.toMatchObject({
        code: "session_not_found",
        details: { run_id: resume },
      });
      expect(readdirSync(homesDir)).toEqual(["one"]);
    },
  );

  it("is refused if the other run has no session, ran on another backend, or there is no place", async () => {
    const { home: running } = homeOf("one");
    await running.open();
    await expect(homeOf("two", { resume: "one" }).home.find()).rejects.toMatchObject({
      code: "session_not_found",
    });
    await running.close("session");
    const other = homeOf("two", { resume: "one" });
    Object.assign(other.backend, { name: "codex" });
    await expect(other.home.find()).rejects.toThrow(
      'run "one" cannot be continued: it ran on the backend fake, and this one is codex',
    );
    const homeless = homeOf("two", { resume: "one", options: { homesDir: undefined } });
    await expect(homeless.home.find()).rejects.toMatchObject({ code: "session_not_found" });
  });

  it("is refused if the note is not ours", async () => {
    await keep("one");
    const note = join(homesDir, "one/session.json");
    const good = JSON.parse(readFileSync(note, "utf8")) as object;
    const wrong = [
      "",
      "null",
      "7",
      "{",
      JSON.stringify({ ...good, run_id: "other" }),
      JSON.stringify({ ...good, conversation: "../../x" }),
      JSON.stringify({ ...good, conversation: 7 }),
      JSON.stringify({ ...good, backend: null }),
      JSON.stringify({ ...good, kept_at: "never" }),
      JSON.stringify({ ...good, kept_at: 7 }),
    ];
    for (const text of wrong) {
      writeFileSync(note, text);
      await expect(homeOf("two", { resume: "one" }).home.find(), text).rejects.toMatchObject({
        code: "session_not_found",
      });
    }
    writeFileSync(note, JSON.stringify(good));
    await homeOf("two", { resume: "one" }).home.find();
  });

  it("is refused if the home is gone in the meantime, and leaves nothing behind", async () => {
    const path = await keep("one");
    const { home } = homeOf("two", { resume: "one" });
    await home.find();
    rmSync(path, { recursive: true });
    await expect(home.open()).rejects.toMatchObject({ code: "session_not_found" });
    await home.close(undefined);
    expect(readdirSync(homesDir)).toEqual(["one"]);
  });
});
