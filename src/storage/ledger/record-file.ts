import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { AbpError } from "../../contract/index.ts";
import { sha256Hex } from "../../lib/index.ts";
import { syncDirectory } from "../durable-file.ts";

/** Where a record lies in the file. */
export interface RecordPlace {
  readonly offset: number;
  readonly length: number;
}

/** A record as it was found. */
export interface FoundRecord extends RecordPlace {
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

const NEWLINE = 0x0a;
const SPACE = 0x20;
const DIGEST = 64;
const HEAD = DIGEST + 1;
const CHUNK = 1 << 20;

/**
 * An append-only file of records, one line each: the SHA-256 of the record, a space, the record.
 * Records hold no newline, so a line that was cut off by a crash cannot pass for a whole one.
 */
export class RecordFile {
  readonly #handle: FileHandle;
  readonly #path: string;
  #end = 0;

  private constructor(handle: FileHandle, path: string) {
    this.#handle = handle;
    this.#path = path;
  }

  /** Opens the file, making it if it may be written. */
  static async open(path: string, isWriter: boolean): Promise<RecordFile> {
    const handle = await open(path, isWriter ? "a+" : "r", 0o600);
    if (isWriter) await syncDirectory(dirname(path));
    return new RecordFile(handle, path);
  }

  /**
   * Reads every whole record; answers how many bytes of an unfinished write follow them.
   * Such a write lacks its end, or holds zeros where the file system lost it; any other fault is damage.
   */
  async scan(visit: (record: FoundRecord) => void): Promise<number> {
    let offset = 0;
    let torn: number | undefined;
    let data = Buffer.alloc(0);
    for (let at = 0; ; ) {
      const { buffer, bytesRead } = await this.#handle.read(Buffer.alloc(CHUNK), 0, CHUNK, at);
      if (bytesRead === 0) break;
      at += bytesRead;
      data = Buffer.concat([data, buffer.subarray(0, bytesRead)]);
      let start = 0;
      for (let end = data.indexOf(NEWLINE); end >= 0; end = data.indexOf(NEWLINE, start)) {
        const line = data.subarray(start, end);
        const record = checkLine(line, offset);
        if (record === undefined ? !line.includes(0) : torn !== undefined)
          throw this.#damaged(torn ?? offset);
        if (record === undefined) torn ??= offset;
        else visit(record);
        offset += end + 1 - start;
        start = end + 1;
      }
      data = data.subarray(start);
    }
    this.#end = torn ?? offset;
    return offset + data.length - this.#end;
  }

  /** Cuts off what follows the last whole record. */
  async truncate(): Promise<void> {
    await this.#handle.truncate(this.#end);
    await this.#handle.sync();
  }

  /** Appends records and answers their places once they are on disk. */
  async append(
    records: readonly { readonly bytes: Uint8Array; readonly sha256: string }[],
  ): Promise<RecordPlace[]> {
    const places: RecordPlace[] = [];
    const parts: Uint8Array[] = [];
    let end = this.#end;
    for (const { bytes, sha256 } of records) {
      places.push({ offset: end + HEAD, length: bytes.length });
      parts.push(Buffer.from(`${sha256} `), bytes, Buffer.from("\n"));
      end += HEAD + bytes.length + 1;
    }
    await this.#handle.appendFile(Buffer.concat(parts));
    await this.#handle.datasync();
    this.#end = end;
    return places;
  }

  /** The bytes of a record. */
  async read({ offset, length }: RecordPlace): Promise<Uint8Array> {
    const { buffer, bytesRead } = await this.#handle.read(Buffer.alloc(length), 0, length, offset);
    if (bytesRead !== length) throw this.#damaged(offset);
    return buffer;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  #damaged(offset: number): AbpError {
    return new AbpError("receipt_store_failed", "a record of the ledger is damaged", {
      where: `${this.#path}, byte ${offset}`,
      advice: "Restore the file from a copy; nothing was changed.",
    });
  }
}

function checkLine(line: Buffer, offset: number): FoundRecord | undefined {
  const bytes = Buffer.from(line.subarray(HEAD));
  const sha256 = line.subarray(0, DIGEST).toString("latin1");
  const isWhole = line[DIGEST] === SPACE && sha256Hex(bytes) === sha256;
  return isWhole ? { offset: offset + HEAD, length: bytes.length, bytes, sha256 } : undefined;
}
