import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { displayPath } from "../manifest/display-path.ts";
import { localHost } from "../opening/stage-host.ts";
import { canOverlay, NEEDS_OVERLAY } from "./fixtures/overlay-support.ts";
import { namesIn, StageCase } from "./fixtures/stage-case.ts";

let stageCase: StageCase;
beforeEach(() => {
  stageCase = new StageCase();
});
afterEach(() => stageCase.clean());

const ignoresCase = { ...localHost, isCaseInsensitive: () => true };

describe("a stage on a disk that ignores case", () => {
  it("W11 refuses names that differ only in case, and names both", async () => {
    stageCase.write({ "dir/Readme": "1", "dir/README": "2" });
    const error = await stageCase.open({}, ignoresCase).catch((reason: unknown) => reason);
    expect(AbpError.is(error) && error.code).toBe("workspace_staging_failed");
    expect(AbpError.is(error) && (error.details["paths"] as string[]).toSorted()).toEqual([
      "dir/README",
      "dir/Readme",
    ]);
    expect(stageCase.stages()).toEqual([]);
  });

  it("W11 refuses directories and composed letters that become one name", async () => {
    mkdirSync(join(stageCase.source, "A"));
    stageCase.write({ a: "1" });
    await expect(stageCase.open({}, ignoresCase)).rejects.toThrow(/A and a|a and A/);
    const other = new StageCase();
    other.write({ "caf\u00e9": "1", "cafe\u0301": "2" });
    await expect(other.open({}, ignoresCase)).rejects.toThrow("differ in nothing else");
    await other.clean();
  });

  it("W11 stages names that stay different", async () => {
    stageCase.write({ a: "1", b: "2", "c/a": "3" });
    const stage = await stageCase.open({}, ignoresCase);
    expect((await stage.before()).entries).toHaveLength(4);
  });

  it("is recognised by the disk, and leaves no probe behind", async (context) => {
    stageCase.write({ a: "1" });
    const stage = await stageCase.open();
    expect(await namesIn(stage)).toEqual(["a"]);
    if (process.platform !== "linux") context.skip("the disk may ignore case");
    expect(localHost.isCaseInsensitive(stage.root)).toBe(false);
  });
});

describe.each(["copy", "overlay"] as const)("names by %s", (method) => {
  beforeEach(async (context) => {
    if (method === "overlay" && !(await canOverlay())) context.skip(NEEDS_OVERLAY);
  });

  it("W12 keeps names that differ only in composition", async () => {
    stageCase.write({ "caf\u00e9": "composed", "cafe\u0301": "decomposed" });
    const stage = await stageCase.open({ method });
    expect((await stage.before()).entries.map(({ rawPath }) => displayPath(rawPath))).toEqual([
      "cafe\u0301",
      "caf\u00e9",
    ]);
    expect(readFileSync(join(stage.root, "caf\u00e9"), "utf8")).toBe("composed");
    expect(readFileSync(join(stage.root, "cafe\u0301"), "utf8")).toBe("decomposed");
  });

  it("W13 keeps every byte of unusual names", async () => {
    const names = [
      "a\nb",
      'quo"te',
      "-rf",
      "a -> b",
      "back\\slash",
      "\xff\xfe",
      "tab\t",
      " ",
      "é".repeat(10),
    ];
    const raw = names.map((name) => (name.startsWith("\xff") ? name : Buffer.from(name).toString("latin1")));
    for (const name of raw) {
      mkdirSync(Buffer.from(`${stageCase.source}/${name}`, "latin1"));
      writeFileSync(Buffer.from(`${stageCase.source}/${name}/${name}`, "latin1"), name);
    }
    const stage = await stageCase.open({ method });
    const expected = raw.flatMap((name) => [name, `${name}/${name}`]).toSorted();
    expect((await stage.before()).entries.map(({ rawPath }) => rawPath)).toEqual(expected);
    expect((await stage.after()).entries.map(({ rawPath }) => rawPath)).toEqual(expected);
    expect(await namesIn(stage)).toEqual(raw.toSorted());
    expect(await stage.remove()).toEqual([]);
  });
});

describe("displayPath", () => {
  it.each([
    ["plain/path", "plain/path"],
    [Buffer.from("grün/日本").toString("latin1"), "grün/日本"],
    [Buffer.from("\ufeffbom").toString("latin1"), "\ufeffbom"],
    ["\xff\xfe", "base64://4="],
    ["base64:abc", "base64:YmFzZTY0OmFiYw=="],
  ])("W13 shows %j as %j", (rawPath, shown) => {
    expect(displayPath(rawPath)).toBe(shown);
  });
});
