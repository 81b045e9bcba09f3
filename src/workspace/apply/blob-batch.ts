import { AbpError } from "../../contract/index.ts";
import { runGit } from "../git/run-git.ts";

/** Gets the contents of a batch, one after another, in the order of the request. */
export interface BlobSink {
  begin(index: number, size: number): Promise<void>;
  data(chunk: Buffer): Promise<void>;
  end(): Promise<void>;
}

/** Reads any number of contents from the saved repository with one git process. Throws if one is missing. */
export async function readBlobs(
  gitDir: string,
  oids: readonly string[],
  sink: BlobSink,
  signal: AbortSignal,
): Promise<void> {
  if (oids.length === 0) return;
  const reader = new BatchReader(sink);
  await runGit({
    gitDir,
    signal,
    args: ["cat-file", "--batch"],
    input: requests(oids),
    onOutput: (chunk) => reader.push(chunk),
  });
  if (reader.count !== oids.length) throw damaged("contents are missing");
}

async function* requests(oids: readonly string[]): AsyncGenerator<Buffer> {
  for (const oid of oids) yield Buffer.from(`${oid}\n`);
}

/** Reads `<oid> blob <size> LF <content> LF`, repeated. */
export class BatchReader {
  /** Contents that are complete. */
  count = 0;
  readonly #sink: BlobSink;
  #head = "";
  /** Bytes of the content that are still to come; undefined while a head is read. */
  #left: number | undefined;

  constructor(sink: BlobSink) {
    this.#sink = sink;
  }

  async push(chunk: Buffer): Promise<void> {
    let rest = chunk;
    while (rest.length > 0) {
      rest =
        this.#left === undefined ? await this.#readHead(rest) : await this.#readContent(rest, this.#left);
    }
  }

  async #readHead(chunk: Buffer): Promise<Buffer> {
    const end = chunk.indexOf(10);
    this.#head += chunk.toString("latin1", 0, end === -1 ? chunk.length : end);
    if (end === -1) return Buffer.alloc(0);
    const match = /^[0-9a-f]+ blob (\d+)$/.exec(this.#head);
    if (match === null) throw damaged(this.#head);
    this.#head = "";
    this.#left = Number(match[1]);
    await this.#sink.begin(this.count, this.#left);
    return chunk.subarray(end + 1);
  }

  // The line feed after the content is read with it, and is not passed on.
  async #readContent(chunk: Buffer, left: number): Promise<Buffer> {
    const content = chunk.subarray(0, left);
    if (content.length > 0) await this.#sink.data(content);
    this.#left = left - content.length;
    if (content.length === chunk.length) return Buffer.alloc(0);
    await this.#sink.end();
    this.count += 1;
    this.#left = undefined;
    return chunk.subarray(content.length + 1);
  }
}

function damaged(detail: string): AbpError {
  return new AbpError("execution_workspace_error", `the saved changes are damaged: ${detail}`, {
    advice: "Run the task again.",
  });
}
