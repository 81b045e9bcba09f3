import { randomUUID } from "node:crypto";
import { closeSync, openSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Opens a descriptor from which `content` can be read once. No file is left, whatever ends this process. */
export function dataDescriptor(content: string | Buffer): number {
  const path = join(tmpdir(), `abp-data-${randomUUID()}`);
  const writer = openSync(path, "wx", 0o600);
  try {
    const reader = openSync(path, "r");
    unlinkSync(path);
    writeFileSync(writer, content);
    return reader;
  } finally {
    closeSync(writer);
  }
}
