import { hash } from "node:crypto";
import type { BodyDigest } from "../../contract/index.ts";

/** The digest of a whole body. */
export function digestBody(body: Buffer): BodyDigest {
  return { bytes: body.length, sha256: hash("sha256", body) };
}
