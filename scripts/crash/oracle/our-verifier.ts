/** Our own verifier as a program: the same lines in and out as `conformance/receipts/batch.py`. It is judged, not trusted. */
import { createInterface } from "node:readline";
import { splitEntries, trustKeys, verifyBundle, verifyLog } from "../../../src/receipts/index.ts";
import type { VerifierCase } from "./verifiers.ts";

for await (const line of createInterface({ input: process.stdin })) {
  const { kind, input, keys, origin, tenant, checkpoint } = JSON.parse(line) as VerifierCase;
  const bytes = Buffer.from(input, "base64");
  const options = { keys: trustKeys(keys), origin, tenant };
  const { ok, findings } =
    kind === "bundle"
      ? verifyBundle(bytes, options)
      : verifyLog(
          { entries: splitEntries(bytes), checkpoint: Buffer.from(checkpoint ?? "", "base64").toString() },
          options,
        );
  process.stdout.write(`${JSON.stringify({ ok, codes: findings.map(({ code }) => code) })}\n`);
}
