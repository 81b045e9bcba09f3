import { describe, expect, it } from "vitest";
import type { Host } from "./host.ts";
import { type GlobalOptions, isAttended, openTerminal, wantsColor } from "./terminal.ts";

/** A host that keeps the texts of both streams. Both are terminals of 80 columns unless `more` says otherwise. */
function keepingHost(more: Partial<Host> = {}) {
  const written: string[] = [];
  const host = {
    writeOut: (text: string) => void written.push(`out ${text}`),
    writeError: (text: string) => void written.push(`error ${text}`),
    env: {},
    isTerminal: { out: true, error: true },
    columns: () => 80,
    ...more,
  } as unknown as Host;
  return { host, written };
}

it("a terminal without flags takes none of them as given", () => {
  const { host } = keepingHost();
  const { colors: _colors, out: _out, outJson: _outJson, say: _say, ...facts } = openTerminal(host, {});
  expect(facts).toEqual({
    host,
    json: false,
    quiet: false,
    verbose: false,
    configFile: undefined,
    ignoreProjectConfig: false,
    isLive: true,
  });
});

it.each<[GlobalOptions, object]>([
  [{ json: true }, { json: true, quiet: true, verbose: false, ignoreProjectConfig: false, isLive: false }],
  [{ quiet: true }, { json: false, quiet: true, verbose: false, ignoreProjectConfig: false, isLive: false }],
  [{ verbose: true }, { json: false, quiet: false, verbose: true, ignoreProjectConfig: false, isLive: true }],
  [{ ignoreProjectConfig: true }, { quiet: false, verbose: false, ignoreProjectConfig: true, isLive: true }],
  [{ config: "c.toml" }, { configFile: "c.toml", ignoreProjectConfig: false }],
])("a terminal with the flags %j says so", (options, facts) => {
  expect(openTerminal(keepingHost().host, options)).toMatchObject(facts);
});

it.each<[GlobalOptions, string[]]>([
  [{}, ["out a\nb\n", 'out {"c":1}\n', "error d\ne\n"]],
  [{ quiet: true }, ["out a\nb\n", 'out {"c":1}\n']],
  [{ json: true }, ["out a\nb\n", 'out {"c":1}\n']],
])("with the flags %j the lines that are written at once are %j", (options, lines) => {
  const { host, written } = keepingHost();
  const terminal = openTerminal(host, options);
  terminal.out("a", "b");
  terminal.outJson({ c: 1 });
  terminal.say("d", "e");
  expect(written).toEqual(lines);
});

describe("colours", () => {
  const both = { out: true, error: true };
  const none = { out: false, error: false };
  it.each<[string, boolean, GlobalOptions, Record<string, string>, Host["isTerminal"]]>([
    ["on a terminal", true, {}, {}, both],
    ["with --color", true, { color: true }, {}, both],
    ["elsewhere", false, {}, {}, none],
    ["with errors on a terminal only", false, {}, {}, { out: false, error: true }],
    ["with --no-color", false, { color: false }, {}, both],
    ["with --no-color and FORCE_COLOR", false, { color: false }, { FORCE_COLOR: "1" }, both],
    ["with --json", false, { json: true }, {}, both],
    ["with --json and FORCE_COLOR", false, { json: true }, { FORCE_COLOR: "1" }, both],
    ["with NO_COLOR", false, {}, { NO_COLOR: "1" }, both],
    ["with NO_COLOR and FORCE_COLOR", false, {}, { NO_COLOR: "1", FORCE_COLOR: "1" }, both],
    ["with an empty NO_COLOR", true, {}, { NO_COLOR: "" }, both],
    ["on a terminal that understands none", false, {}, { TERM: "dumb" }, both],
    ["on a named terminal", true, {}, { TERM: "xterm" }, both],
    ["elsewhere with a named terminal", false, {}, { TERM: "xterm" }, none],
    ["elsewhere with FORCE_COLOR", true, {}, { FORCE_COLOR: "1" }, none],
    ["elsewhere with an empty FORCE_COLOR", false, {}, { FORCE_COLOR: "" }, none],
    ["on a terminal with an empty FORCE_COLOR", true, {}, { FORCE_COLOR: "" }, both],
    ["on a terminal with FORCE_COLOR=0", false, {}, { FORCE_COLOR: "0" }, both],
    [
      "with FORCE_COLOR on a terminal that understands none",
      true,
      {},
      { FORCE_COLOR: "1", TERM: "dumb" },
      both,
    ],
  ])("%s: %s", (_place, isWanted, options, env, isTerminal) => {
    const { host } = keepingHost({ env, isTerminal });
    expect(wantsColor(host, options)).toBe(isWanted);
    expect(openTerminal(host, options).colors.isColorSupported).toBe(isWanted);
  });
});

describe("lines that are redrawn", () => {
  it.each<[string, boolean, GlobalOptions, Partial<Host>]>([
    ["on a terminal", true, {}, {}],
    ["with --color", true, { color: true }, {}],
    ["with --no-color", false, { color: false }, {}],
    ["with NO_COLOR", false, {}, { env: { NO_COLOR: "1" } }],
    ["in a pipeline of a build", false, {}, { env: { CI: "true" } }],
    ["with empty variables", true, {}, { env: { NO_COLOR: "", CI: "" } }],
    ["on a terminal that cannot", false, {}, { env: { TERM: "dumb" } }],
    ["on a named terminal", true, {}, { env: { TERM: "xterm" } }],
    ["with data on a terminal only", false, {}, { isTerminal: { out: true, error: false } }],
    ["with messages on a terminal only", true, {}, { isTerminal: { out: false, error: true } }],
    ["without columns", false, {}, { columns: () => undefined }],
  ])("%s: %s", (_place, isLive, options, more) => {
    expect(openTerminal(keepingHost(more).host, options).isLive).toBe(isLive);
  });
});

it("somebody is there to be asked if the host can ask and messages are shown", () => {
  const ask = async () => "";
  const attended = (more: Partial<Host>, quiet: boolean) =>
    isAttended({ host: keepingHost(more).host, quiet });
  expect(attended({ ask }, false)).toBe(true);
  expect(attended({ ask }, true)).toBe(false);
  expect(attended({}, false)).toBe(false);
  expect(attended({}, true)).toBe(false);
});
