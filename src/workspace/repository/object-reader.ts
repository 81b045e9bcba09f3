import { type ObjectType, objectId } from "../git/format/git-object.ts";
import { runGit } from "../git/run-git.ts";

/** The largest tree, commit or link target that is read. */
const MAX_OBJECT_BYTES = 32 * 1024 * 1024;

/** Reads trees, commits and links of a view with one process of git. */
export class ObjectReader {
  readonly #requests: string[] = [];
  readonly #waiting: { readonly oid: string; readonly type: ObjectType; readonly resolve: Answer }[] = [];
  readonly #parser = new AnswerParser((found) => this.#answer(found));
  readonly #ended: Promise<unknown>;
  #wake: (() => void) | undefined;
  #isClosed = false;

  constructor(gitDir: string, signal: AbortSignal) {
    this.#ended = runGit({
      gitDir,
      signal,
      args: ["cat-file", "--batch"],
      input: this.#input(),
      onOutput: (chunk) => this.#parser.push(chunk),
    }).then(
      () => this.#end(),
      () => this.#end(),
    );
  }

  /** Undefined if the object is missing, damaged, of another type, or too large. */
  read(oid: string, type: ObjectType): Promise<Buffer | undefined> {
    if (this.#isClosed) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#waiting.push({ oid, type, resolve });
      this.#requests.push(oid);
      this.#wake?.();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake?.();
    await this.#ended;
  }

  async *#input(): AsyncGenerator<Buffer> {
    while (!this.#isClosed) {
      if (this.#requests.length > 0) yield Buffer.from(`${this.#requests.splice(0).join("\n")}\n`);
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  #answer({ type, content }: FoundObject): void {
    const request = this.#waiting.shift();
    // git itself does not compare the content with the name.
    const isSound =
      request !== undefined &&
      content !== undefined &&
      type === request.type &&
      objectId(request.type, content) === request.oid;
    request?.resolve(isSound ? content : undefined);
  }

  /** git ends early if an object is so damaged that it gives up. */
  #end(): void {
    this.#isClosed = true;
    this.#wake?.();
    for (const { resolve } of this.#waiting.splice(0)) resolve(undefined);
  }
}

type Answer = (content: Buffer | undefined) => void;

interface FoundObject {
  readonly type: string;
  /** Undefined if it is missing or too large. */
  readonly content: Buffer | undefined;
}

/** Reads `<oid> <type> <size> LF <content> LF` or `<oid> missing LF`, repeated. */
class AnswerParser {
  readonly #onObject: (found: FoundObject) => void;
  #head = "";
  #type = "";
  #parts: Buffer[] | undefined;
  /** Bytes of the content with its line feed that are still to come; undefined while a head is read. */
  #left: number | undefined;

  constructor(onObject: (found: FoundObject) => void) {
    this.#onObject = onObject;
  }

  push(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0)
      rest = this.#left === undefined ? this.#readHead(rest) : this.#readBody(rest, this.#left);
  }

  #readHead(chunk: Buffer): Buffer {
    const end = chunk.indexOf(10);
    this.#head += chunk.toString("latin1", 0, end === -1 ? chunk.length : end);
    if (end === -1) return Buffer.alloc(0);
    const match = /^[0-9a-f]+ ([a-z]+) (\d+)$/.exec(this.#head);
    this.#head = "";
    if (match === null) this.#onObject({ type: "", content: undefined });
    else {
      this.#type = match[1]!;
      this.#left = Number(match[2]) + 1;
      this.#parts = this.#left > MAX_OBJECT_BYTES ? undefined : [];
    }
    return chunk.subarray(end + 1);
  }

  #readBody(chunk: Buffer, left: number): Buffer {
    const part = chunk.subarray(0, left);
    this.#parts?.push(part);
    this.#left = left - part.length;
    if (this.#left === 0) {
      this.#left = undefined;
      this.#onObject({
        type: this.#type,
        content: this.#parts && Buffer.concat(this.#parts).subarray(0, -1),
      });
    }
    return chunk.subarray(part.length);
  }
}

/** The sizes of those blobs that exist. */
export async function blobSizes(
  gitDir: string,
  oids: Iterable<string>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  const input = [...new Set(oids)].join("\n");
  if (input === "") return sizes;
  let rest = "";
  await runGit({
    gitDir,
    signal,
    args: ["cat-file", "--batch-check", "--buffer"],
    input: (async function* () {
      yield Buffer.from(`${input}\n`);
    })(),
    onOutput: (chunk) => {
      const lines = (rest + chunk.toString("latin1")).split("\n");
      rest = lines.pop()!;
      for (const line of lines) {
        const match = /^([0-9a-f]{40}) blob (\d+)$/.exec(line);
        if (match !== null) sizes.set(match[1]!, Number(match[2]));
      }
    },
  });
  return sizes;
}
