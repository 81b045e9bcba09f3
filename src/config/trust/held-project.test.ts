import { describe, expect, test } from "vitest";
import { HeldProject } from "./held-project.ts";
import { makeProjectFile, type ProjectFile, ProjectFileError } from "./project-file.ts";

const PATH = "/p/backplane.toml";
const version = (text: string) => makeProjectFile(PATH, Buffer.from(text));
const trusted = version("[keys.ada]\ntoken = 'a'\n");

/** A directory whose file a test replaces. Only the contents in `accepted` are trusted. */
function open(held: ProjectFile | undefined = trusted) {
  const disk: { now: ProjectFile | Error | undefined } = { now: trusted };
  const accepted = new Set([trusted.sha256]);
  const project = new HeldProject(
    {
      read: () => {
        if (disk.now instanceof Error) throw disk.now;
        return disk.now;
      },
      trusts: ({ sha256 }) => accepted.has(sha256),
      trustsSecret: () => true,
    },
    held,
  );
  return { disk, accepted, project };
}

describe("a held project file", () => {
  test("is the file itself while it is trusted", () => {
    const { project } = open();
    expect(project.read(PATH)).toBe(trusted);
    expect(project.change).toBeUndefined();
    expect(project.trusts()).toBe(true);
  });

  test("is the last trusted content if the file is not trusted", () => {
    const { disk, project } = open();
    disk.now = version("port = 1\n[keys.ada]\ntoken = 'a'\n");
    expect(project.read(PATH)).toBe(trusted);
    expect(project.change).toEqual({ file: PATH, id: disk.now.sha256, keys: ["port"] });
    expect([...project.refusedKeys]).toEqual([]);
  });

  test("is nothing if nothing was trusted", () => {
    const { disk, project } = open(undefined);
    disk.now = version("port = 1");
    const fresh = new HeldProject(
      { read: () => disk.now as ProjectFile, trusts: () => false, trustsSecret: () => true },
      undefined,
    );
    expect(fresh.read(PATH)).toBeUndefined();
    expect(fresh.change?.keys).toEqual(["port"]);
    expect(project.change).toBeUndefined();
  });

  test("refuses a removed key until a trusted content is held", () => {
    const { disk, accepted, project } = open();
    disk.now = version("port = 1");
    project.hold(project.read(PATH));
    expect([...project.refusedKeys]).toEqual(["ada"]);
    disk.now = version("port = 2\n[keys.ada]\ntoken = 'a'\n");
    project.hold(project.read(PATH));
    expect([...project.refusedKeys]).toEqual(["ada"]);
    accepted.add(disk.now.sha256);
    project.hold(project.read(PATH));
    expect([...project.refusedKeys]).toEqual([]);
  });

  test("keeps the content of the last successful load, not one that was only read", () => {
    const { disk, accepted, project } = open();
    const next = version("port = 3");
    accepted.add(next.sha256);
    disk.now = next;
    expect(project.read(PATH)).toBe(next);
    disk.now = version("port = 4");
    expect(project.read(PATH)).toBe(trusted);
    project.hold(next);
    expect(project.read(PATH)).toBe(next);
  });

  test("is held over a file that cannot be read, and gone with a file that is gone", () => {
    const { disk, project } = open();
    disk.now = new ProjectFileError("it is a directory");
    expect(project.read(PATH)).toBe(trusted);
    expect(project.change).toEqual({
      file: PATH,
      id: "it is a directory",
      problem: "it is a directory",
      keys: [],
    });
    disk.now = undefined;
    expect(project.read(PATH)).toBeUndefined();
    expect(project.change).toBeUndefined();
    disk.now = new Error("a defect");
    expect(() => project.read(PATH)).toThrow("a defect");
  });

  test("is held over a file that is not TOML, and revokes nothing", () => {
    const { disk, project } = open();
    disk.now = version("[keys.");
    expect(project.read(PATH)).toBe(trusted);
    expect(project.change).toMatchObject({ keys: [] });
    expect(project.refusedKeys.size).toBe(0);
  });
});

describe("a secret in a file of a held project", () => {
  const files = version(
    "[keys.ada]\ntoken_file = 's'\n[keys.bob]\ntoken_file = '/p/s'\n[keys.eve]\ntoken = 's'\n",
  );

  test.each([
    [true, []],
    [false, ["ada", "bob"]],
  ])("is as it was trusted: %j, and refuses the keys %j", (isTrusted, refused) => {
    const asked: unknown[] = [];
    const project = new HeldProject(
      {
        read: () => files,
        trusts: () => true,
        trustsSecret: (...parts) => {
          asked.push(parts);
          return isTrusted;
        },
      },
      files,
    );
    expect(project.trustsSecret(files, "/p/s", "text")).toBe(isTrusted);
    expect(asked).toEqual([[files, "/p/s", "text"]]);
    expect([...project.refusedKeys]).toEqual(refused);
  });
});
