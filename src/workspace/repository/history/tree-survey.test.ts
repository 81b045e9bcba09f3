import { describe, expect, it } from "vitest";
import { modes, objectId, type TreeEntry, writeTree } from "../../git/format/git-object.ts";
import { type RuleSource, StageRules } from "../../walk/stage-rules.ts";
import { TreeSurvey } from "./tree-survey.ts";

/** Objects in memory, by their names. */
class Objects {
  readonly reads: string[] = [];
  readonly #all = new Map<string, Buffer>();

  blob(text: string): string {
    return this.#add("blob", Buffer.from(text));
  }

  tree(...entries: readonly TreeEntry[]): string {
    return this.#add("tree", writeTree(entries));
  }

  async read(oid: string): Promise<Buffer | undefined> {
    this.reads.push(oid);
    return this.#all.get(oid);
  }

  #add(type: "blob" | "tree", content: Buffer): string {
    const oid = objectId(type, content);
    this.#all.set(oid, content);
    return oid;
  }
}

const file = (name: string, oid: string): TreeEntry => ({ name, mode: modes.file, oid });
const link = (name: string, oid: string): TreeEntry => ({ name, mode: modes.link, oid });
const below = (name: string, oid: string): TreeEntry => ({ name, mode: modes.tree, oid });
const missing = "1".repeat(40);

function setUp(rules: Partial<RuleSource> = {}) {
  const objects = new Objects();
  const all = new StageRules({ include: [], exclude: [], ...rules });
  const survey = new TreeSurvey(objects as never, all, "/repo");
  const blobsOf = async (tree: string, seen = new Set<string>()) => {
    const key = await survey.add(tree);
    return key === undefined ? undefined : [...survey.blobsOf(key, seen)];
  };
  return { objects, survey, blobsOf };
}
const isDenied = (path: string, resolved: string | undefined) =>
  path.includes("secret") || resolved?.includes("secret") ? "rule" : undefined;

describe("a survey of trees", () => {
  it("takes every blob without rules, and no repository inside", async () => {
    const { objects, survey, blobsOf } = setUp();
    const [a, b, c] = ["a", "b", "c"].map((text) => objects.blob(text)) as [string, string, string];
    const git = objects.tree(file("config", c));
    const root = objects.tree(
      ...[file("a", a), below("dir", objects.tree(link("b", b))), below(".git", git), below(".GIT", git)],
      { name: "module", mode: modes.gitlink, oid: missing },
    );
    expect(await blobsOf(root)).toEqual([a, b]);
    expect([...survey.leftOut]).toEqual([]);
    expect(objects.reads).toHaveLength(2);
  });

  it("tells blobs that are left out, also in everything below a directory", async () => {
    const { objects, survey, blobsOf } = setUp({ isDenied });
    const [a, b, c, d] = ["a", "b", "c", "d"].map((text) => objects.blob(text)) as [
      string,
      string,
      string,
      string,
    ];
    const deep = objects.tree(file("c", c), below("more", objects.tree(file("d", d))));
    const root = objects.tree(
      file("a", a),
      file("secret.txt", b),
      below("secret", deep),
      below("copy", deep),
    );
    expect(await blobsOf(root)).toEqual([a, c, d]);
    expect([...survey.leftOut].sort()).toEqual([b, c, d].sort());
    // The directory is read once for both of its places.
    expect(objects.reads).toHaveLength(3);
  });

  it("judges a directory by its path, and what is in it by whether it is included", async () => {
    const { objects, survey, blobsOf } = setUp({ include: ["src", "doc/*.md"] });
    const [a, b, c] = ["a", "b", "c"].map((text) => objects.blob(text)) as [string, string, string];
    const inner = objects.tree(file("x.md", a), below("deep", objects.tree(file("y", b))));
    const root = objects.tree(below("src", inner), below("doc", inner), file("c", c));
    expect((await blobsOf(root))?.sort()).toEqual([a, a, b].sort());
    expect([...survey.leftOut].sort()).toEqual([b, c].sort());
  });

  it("judges links by what they lead to", async () => {
    const { objects, survey, blobsOf } = setUp({ isDenied });
    const to = (text: string) => objects.blob(text);
    const good = [to("a"), to("../b"), to("/etc/x"), to("/repository")];
    const bad = [to("secret"), to("../secret"), to("/repo/dir/../secret"), to("/etc/secret")];
    const links = [...good, ...bad].map((oid, index) => link(`l${index}`, oid));
    const root = objects.tree(below("dir", objects.tree(...links, link("m", missing))));
    expect(await blobsOf(root)).toEqual(good);
    expect([...survey.leftOut].sort()).toEqual([...bad, missing].sort());
  });

  it("judges links by the place inside of the repository that they lead to", async () => {
    const { objects, survey, blobsOf } = setUp({ include: ["dir", "doc/*.md"], exclude: ["doc/old/**"] });
    const to = (text: string) => objects.blob(text);
    const good = [to("a"), to("../doc/x.md"), to("/repo/doc/x.md"), to("/etc/x"), to("/repository/x")];
    const bad = [to("../doc/x.txt"), to("/repo/other"), to("../doc/old/x.md"), to("/repo/doc/old/y.md")];
    const links = [...good, ...bad].map((oid, index) => link(`l${index}`, oid));
    expect(await blobsOf(objects.tree(below("dir", objects.tree(...links))))).toEqual(good);
    expect([...survey.leftOut].sort()).toEqual(bad.toSorted());
  });

  it("gives blobs of each tree once", async () => {
    const { objects, blobsOf } = setUp();
    const [a, b] = [objects.blob("a"), objects.blob("b")];
    const shared = below("dir", objects.tree(file("a", a)));
    const seen = new Set<string>();
    expect(await blobsOf(objects.tree(shared), seen)).toEqual([a]);
    expect(await blobsOf(objects.tree(shared, file("b", b)), seen)).toEqual([b]);
    expect(await blobsOf(objects.tree(shared), seen)).toEqual([]);
  });

  it("goes on without a tree that is missing or no tree", async () => {
    const { objects, survey, blobsOf } = setUp({ isDenied });
    const a = objects.blob("a");
    const root = objects.tree(below("b", missing), below("c", a), below("secret", missing), file("a", a));
    expect(await blobsOf(root)).toEqual([a]);
    expect([...survey.leftOut]).toEqual([]);
    expect(await blobsOf(missing)).toEqual([]);
  });

  it("reads 256 directories inside of one another", async () => {
    const { objects, survey, blobsOf } = setUp({ isDenied });
    const [a, b] = [objects.blob("a"), objects.blob("b")];
    const nest = (oid: string, count: number) => {
      let tree = oid;
      for (let left = count; left > 0; left -= 1) tree = objects.tree(below("d", tree));
      return tree;
    };
    expect(await blobsOf(nest(objects.tree(file("a", a)), 256))).toEqual([a]);
    expect(await blobsOf(nest(objects.tree(file("b", b)), 257))).toEqual([]);
    const hide = (count: number) =>
      survey.add(objects.tree(below("secret", nest(objects.tree(file(`b${count}`, b)), count))));
    await hide(256);
    expect([...survey.leftOut]).toEqual([]);
    await hide(255);
    expect([...survey.leftOut]).toEqual([b]);
  });

  it("looks at 60,000 directories, also if they are missing", async () => {
    const root = (count: number) => Array.from({ length: count }, (_, at) => below(`d${at}`, missing));
    const whole = setUp();
    expect(await whole.blobsOf(whole.objects.tree(...root(59_999)))).toEqual([]);
    expect(whole.survey.taken.size).toBe(60_000);
    const more = setUp();
    expect(await more.blobsOf(more.objects.tree(...root(60_000)))).toBeUndefined();
  });

  it.each([
    [0, true],
    [1, false],
  ])("looks at 600,000 entries and %i more", async (more, isRead) => {
    const { objects, survey, blobsOf } = setUp({ isDenied });
    const a = objects.blob("a");
    const files = Array.from({ length: 5_999 }, (_, at) => file(`f${at}`, a));
    const hidden = Array.from({ length: 99 }, (_, at) =>
      below(`secret${at}`, objects.tree(...files, file(`last${at}`, a))),
    );
    // The root counts as well: 99 hidden directories and the other entries of it.
    const others = Array.from({ length: 600_000 - 99 * 6_000 - 99 + more }, (_, at) =>
      file(`secret-${at}`, a),
    );
    expect(await blobsOf(objects.tree(...hidden, ...others))).toEqual(isRead ? [] : undefined);
    expect([...survey.leftOut]).toEqual([a]);
  });
});
