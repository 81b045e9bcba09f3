import { describe, expect, it } from "vitest";
import { parseCommit, writeCommit } from "../../git/format/commit-object.ts";
import { modes, objectId, writeTree } from "../../git/format/git-object.ts";
import { StageRules } from "../../walk/stage-rules.ts";
import { History } from "./history.ts";

/** A repository in memory. Its trees hold links to other repositories only, so that no blob is asked for. */
class Repository {
  readonly #objects = new Map<string, Buffer>();

  commit(message: string, second: number, ...parents: readonly string[]): string {
    const tree = this.#add("tree", writeTree([{ name: message, mode: modes.gitlink, oid: "1".repeat(40) }]));
    const person = (role: string) => `${role} A <a> ${second} +0000`;
    return this.#add(
      "commit",
      writeCommit({ tree, parents, headers: [person("author"), person("committer")], message }),
    );
  }

  read = async (oid: string): Promise<Buffer | undefined> => this.#objects.get(oid);

  #add(type: "tree" | "commit", content: Buffer): string {
    const oid = objectId(type, content);
    this.#objects.set(oid, content);
    return oid;
  }
}

/** The messages of the commits that are kept, sorted, each with those of its parents. */
async function keep(repository: Repository, head: string, limits: object = {}) {
  const history = await History.read({
    gitDir: "/nowhere",
    reader: repository as never,
    rules: new StageRules({ include: [], exclude: [] }),
    rawRoot: "/repo",
    head,
    limits: { maxCommits: 50, maxHistoryBytes: 1000, maxBaselineBytes: 0, ...limits },
    signal: new AbortController().signal,
  });
  const written: { oid: string; message: string; parents: readonly string[] }[] = [];
  const trees: string[] = [];
  const pack = {
    add: (type: "tree" | "commit", content: Buffer) => {
      const oid = objectId(type, content);
      if (type === "tree") trees.push(oid);
      if (type === "commit") {
        const { message, parents } = parseCommit(content)!;
        written.push({ oid, message, parents });
      }
      return oid;
    },
  };
  const { head: first, count, blobs } = history.write(pack as never, new Set(), new Set());
  const nameOf = (oid: string | undefined) => written.find((one) => one.oid === oid)?.message;
  expect([blobs.size, count]).toEqual([0, written.length]);
  // Commits share their trees.
  expect(trees).toEqual([...new Set(trees)]);
  // A name of a parent is known only once that is written.
  expect(written.flatMap(({ parents }) => parents).filter((oid) => nameOf(oid) === undefined)).toEqual([]);
  return {
    head: nameOf(first),
    commits: written.map(({ message, parents }) => [message, ...parents.map(nameOf)].join(" ")).sort(),
  };
}

describe("the history of a stage", () => {
  it("has the newest commits, each after its parents", async () => {
    const repository = new Repository();
    const a = repository.commit("a", 1);
    const b = repository.commit("b", 2, a);
    const c = repository.commit("c", 4, a);
    const d = repository.commit("d", 3, b);
    const e = repository.commit("e", 5, c, d);
    expect(await keep(repository, e)).toEqual({ head: "e", commits: ["a", "b a", "c a", "d b", "e c d"] });
    const messages = async (maxCommits: number) => (await keep(repository, e, { maxCommits })).commits;
    expect(await messages(4)).toEqual(["b", "c", "d b", "e c d"]);
    expect(await messages(3)).toEqual(["c", "d", "e c d"]);
    expect(await messages(2)).toEqual(["c", "e c"]);
    expect(await messages(1)).toEqual(["e"]);
    expect(await keep(repository, e, { maxCommits: 0 })).toEqual({ head: undefined, commits: [] });
  });

  it("has the first parent before another one of the same time", async () => {
    const repository = new Repository();
    const parents = ["a", "b", "c"].map((message) => repository.commit(message, 1));
    const head = repository.commit("head", 2, ...parents);
    expect((await keep(repository, head, { maxCommits: 3 })).commits).toEqual(["a", "b", "head a b"]);
  });

  it("has commits of the same tree", async () => {
    const repository = new Repository();
    const a = repository.commit("a", 1);
    const head = repository.commit("a", 2, repository.commit("b", 1, a));
    expect(await keep(repository, head)).toEqual({ head: "a", commits: ["a", "a b", "b a"] });
  });

  it("goes on without a commit that is missing or damaged", async () => {
    const repository = new Repository();
    const a = repository.commit("a", 1, "2".repeat(40));
    const head = repository.commit("head", 2, "3".repeat(40), a);
    expect((await keep(repository, head)).commits).toEqual(["a", "head a"]);
    expect(await keep(repository, "4".repeat(40))).toEqual({ head: undefined, commits: [] });
  });

  it("has as many commits as fit the bytes of their messages", async () => {
    const repository = new Repository();
    const a = repository.commit("aaaa", 1);
    const b = repository.commit("bbb", 2, a);
    const head = repository.commit("cc", 3, b);
    const count = async (maxHistoryBytes: number) =>
      (await keep(repository, head, { maxHistoryBytes })).commits.length;
    expect([await count(9), await count(8), await count(5), await count(4), await count(1)]).toEqual([
      3, 2, 2, 1, 0,
    ]);
  });
});
