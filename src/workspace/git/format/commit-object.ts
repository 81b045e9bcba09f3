/** The parts of a commit that are kept. Texts have one character per byte. */
export interface Commit {
  readonly tree: string;
  readonly parents: readonly string[];
  /** Seconds since 1970, by which commits are ordered. */
  readonly committedAt: number;
  /** The lines `author`, `committer` and `encoding`. */
  readonly headers: readonly string[];
  readonly message: string;
}

const OID = /^[0-9a-f]{40}$/;
/** Signatures and other headers would not fit a commit with another tree. */
const KEPT = /^(?:author|committer|encoding) /;

/** Undefined if the bytes are no commit. */
export function parseCommit(content: Buffer): Commit | undefined {
  const text = content.toString("latin1");
  const end = text.indexOf("\n\n");
  const head = (end === -1 ? text : text.slice(0, end)).split("\n");
  const tree = head[0]?.startsWith("tree ") ? head[0].slice(5) : "";
  const parents = head.filter((line) => line.startsWith("parent ")).map((line) => line.slice(7));
  const headers = head.filter((line) => KEPT.test(line));
  const committer = /^committer .*> (\d{1,15}) [+-]\d+$/.exec(
    headers.find((line) => line.startsWith("committer ")) ?? "",
  );
  if (![tree, ...parents].every((oid) => OID.test(oid))) return undefined;
  if (committer === null || !headers.some((line) => line.startsWith("author "))) return undefined;
  return {
    tree,
    parents,
    committedAt: Number(committer[1]),
    headers,
    message: end === -1 ? "" : text.slice(end + 2),
  };
}

/** The bytes of a commit. */
export function writeCommit({ tree, parents, headers, message }: Omit<Commit, "committedAt">): Buffer {
  const lines = [`tree ${tree}`, ...parents.map((oid) => `parent ${oid}`), ...headers, "", message];
  return Buffer.from(lines.join("\n"), "latin1");
}
