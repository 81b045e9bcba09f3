import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FoundSettings } from "../../workspace/index.ts";
import { changedSettingsWarning, findExposedSettings } from "./exposed-settings.ts";

const active = { path: ".agent", documents: ["skills"], holds: "plugins" };
const single = { path: "agent.json", holds: "hooks" };
const off = { path: ".mcp.json", holds: "servers", switchedOffBy: "a flag" };
const agent = { repositorySettings: { leftOut: [active, single, off], switchedOff: [] } };

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "abp-exposed-")));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), "");
  }
}

function find(
  found: Partial<FoundSettings> = {},
  place = { root, source: root },
  of: typeof agent | undefined = agent,
  home = dirname(root),
) {
  const settings = { entries: [], isComplete: true, ...found };
  return findExposedSettings(of, { ...place, settings }, home);
}

const nothing = { hidden: [], withoutSandbox: [], withSandbox: [] };

describe("settings in the workspace itself", () => {
  it("are hidden, and need a sandbox unless the host switches them off", () => {
    const entries = [
      { path: ".agent/plugin", place: active, canBeHidden: true },
      { path: ".mcp.json", place: off, canBeHidden: true },
    ];
    expect(find({ entries })).toEqual({
      hidden: [join(root, ".agent/plugin"), join(root, ".mcp.json")],
      withoutSandbox: [".agent/plugin"],
      withSandbox: [],
    });
  });

  it("are not hidden if the agent would fail of that, as the host switches them off", () => {
    const unhidden = { path: ".mcp.json", holds: "servers", switchedOffBy: "a flag", failsIfHidden: true };
    const entries = [{ path: ".mcp.json", place: unhidden, canBeHidden: true }];
    const other = { repositorySettings: { leftOut: [unhidden], switchedOff: [] } };
    expect(find({ entries }, { root, source: root }, other)).toEqual(nothing);
  });

  it("are a danger in a sandbox too if they cannot be hidden, unless the host switches them off", () => {
    const entries = [
      { path: ".agent", place: active, canBeHidden: false },
      { path: ".mcp.json", place: off, canBeHidden: false },
    ];
    expect(find({ entries })).toEqual({ hidden: [], withoutSandbox: [".agent"], withSandbox: [".agent"] });
  });

  it("are a danger if they are not all known", () => {
    expect(find({ isComplete: false }).withSandbox).toEqual(["more than can be listed"]);
    const harmless = { repositorySettings: { leftOut: [off], switchedOff: [] } };
    expect(find({ isComplete: false }, undefined, harmless as never)).toEqual(nothing);
  });

  it("are none for a backend that drives no agent", () => {
    write(".git/HEAD", ".agent/plugin", "sub/a");
    expect(
      findExposedSettings(undefined, {
        root: join(root, "sub"),
        source: root,
        settings: { entries: [], isComplete: true },
      }),
    ).toEqual(nothing);
  });
});

describe("settings above the workspace", () => {
  it("need a sandbox, up to the root of the repository", () => {
    write(
      ".git/HEAD",
      ".agent/plugin/a",
      ".agent/skills/b",
      ".mcp.json",
      "packages/agent.json",
      "packages/one/a",
    );
    const one = join(root, "packages/one");
    expect(find({}, { root: one, source: one })).toEqual({
      hidden: [],
      withoutSandbox: ["../agent.json", "../../.agent/plugin"],
      withSandbox: [],
    });
  });

  it("do not count above the repository", () => {
    write("agent.json", "repository/.git/HEAD");
    const repository = join(root, "repository");
    expect(find({}, { root: repository, source: repository })).toEqual(nothing);
  });

  it("count without a repository up to the user's home, or to the root of the system", () => {
    write("agent.json", "one/agent.json", "one/two/a");
    const two = join(root, "one/two");
    const place = { root: two, source: two };
    expect(find({}, place).withoutSandbox).toEqual(["../agent.json", "../../agent.json"]);
    expect(find({}, place, agent, root).withoutSandbox).toEqual(["../agent.json"]);
    expect(find({}, place, agent, join(root, "one"))).toEqual(nothing);
    expect(find({}, place, agent, two)).toEqual(nothing);
    // Only the real root of the system ends the search then.
    expect(find({}, place, agent, "/elsewhere").withoutSandbox.slice(0, 2)).toEqual([
      "../agent.json",
      "../../agent.json",
    ]);
    expect(find({}, { root: join(two, "stage"), source: two })).toEqual(nothing);
  });

  it("count for a stage that lies in the repository, and not for one elsewhere", () => {
    write(".git/HEAD", "agent.json", "state/stage/a");
    expect(find({}, { root: join(root, "state/stage"), source: root }).withoutSandbox).toEqual([
      "../../agent.json",
    ]);
    expect(find({}, { root: "/elsewhere/stage", source: root })).toEqual(nothing);
  });

  it("count if a file or a link stands in the place of their directory", () => {
    write(".git/HEAD", ".agent", "sub/a");
    expect(find({}, { root: join(root, "sub"), source: join(root, "sub") }).withoutSandbox).toEqual([
      "../.agent",
    ]);
  });
});

it("a run that changed settings is warned about, with some of the paths", () => {
  const words =
    "the run changed settings of its agent, which obeys them if it starts in the repository itself:";
  expect(changedSettingsWarning(["a"])).toBe(`${words} "a"`);
  expect(changedSettingsWarning(["a", "b", "c", "d", "e", "f"])).toBe(
    `${words} "a", "b", "c", "d", "e" and 1 more`,
  );
});
