import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allCases, makeVectors, vectorDirectory } from "../../conformance/receipts/make-vectors.ts";
import { batchLine, runCase, type VectorCase } from "../../conformance/receipts/vector-case.ts";
import { faultSize } from "../../test/fault-size.ts";
import { parseVerifierKey } from "../lib/index.ts";
import { trustKeys, verifyBundle } from "./index.ts";

const folder = join(vectorDirectory, "..");
const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) console.warn("python3 is absent: the second verifier is not run");

/** What the second verifier says about many cases, in one process. */
function runPython(lines: readonly string[]): string[][] {
  const run = spawnSync("python3", ["-B", join(folder, "batch.py")], {
    input: `${lines.join("\n")}\n`,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  expect(run.stderr).toBe("");
  return run.stdout
    .trimEnd()
    .split("\n")
    .map((line) => (JSON.parse(line) as { codes: string[] }).codes);
}

describe("the vectors", () => {
  it("are what their script writes", () => {
    for (const [name, content] of makeVectors()) {
      const path = join(vectorDirectory, name);
      const found = existsSync(path) ? readFileSync(path, "utf8") : "";
      expect(found === content, `${name} is stale: run node conformance/receipts/make-vectors.ts`).toBe(true);
    }
  });

  it("name each case once", () => {
    const names = allCases.map(({ kind, name }) => `${kind}: ${name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(allCases.map((one): [string, VectorCase] => [`${one.kind}: ${one.name}`, one]))(
    "are judged as they say: %s",
    (_, one) => {
      expect(runCase(one)).toEqual(one.codes);
    },
  );
});

describe.skipIf(!hasPython)("the second verifier", () => {
  it("judges every vector alike", () => {
    const answers = runPython(allCases.map((one) => batchLine(one)));
    const expected = allCases.map((one) => [one.kind, one.name, one.codes]);
    expect(allCases.map((one, index) => [one.kind, one.name, answers[index]])).toEqual(expected);
  });

  it("verifies the sample files from the command line", () => {
    const file = (name: string) => join(vectorDirectory, name);
    const run = (...rest: string[]) =>
      spawnSync("python3", ["-B", join(folder, "verify.py"), ...rest], { encoding: "utf8" });
    const witness = readFileSync(file("witness.txt"), "utf8").trim();
    const trust = ["--keys", file("keys.json")];
    const good = run("bundle", file("receipt.tlog-proof"), ...trust, "--witness", witness, "--json");
    expect([good.status, JSON.parse(good.stdout)]).toEqual([0, { ok: true, findings: [] }]);
    expect(run("envelope", file("envelope.jsonl"), ...trust).stdout).toBe("verified\n");
    const log = ["log", file("log.jsonl"), ...trust, "--checkpoint", file("checkpoint.txt")];
    expect(run(...log, "--remembered", file("checkpoint.txt")).status).toBe(0);
    const other = run(...log, "--tenant", "globex");
    expect([other.status, other.stdout]).toMatchObject([
      7,
      expect.stringContaining("receipt_tenant_mismatch"),
    ]);
    expect(run("bundle", file("receipt.tlog-proof")).status).toBe(2);
    expect(run("bundle", file("absent"), ...trust).status).toBe(2);
  });

  it("verifies the signatures of RFC 8032 §7.1 and refuses every change of them", () => {
    const script = `
import sys; sys.path.insert(0, ${JSON.stringify(folder)})
import ed25519
# Tests 1, 2, 3 and SHA(abc) of RFC 8032, section 7.1.
vectors = [
  ("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
   "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"),
  ("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
   "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"),
  ("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
   "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"),
  ("ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
   "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
   "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704"),
]
for key, message, signature in vectors:
    key, message, signature = map(bytes.fromhex, (key, message, signature))
    assert ed25519.verify(key, message, signature)
    assert not ed25519.verify(key, message + b"!", signature)
    for at in range(0, 64, 5):
        changed = bytearray(signature); changed[at] ^= 1
        assert not ed25519.verify(key, message, bytes(changed)), at
    scalar = int.from_bytes(signature[32:], "little") + ed25519.L
    assert not ed25519.verify(key, message, signature[:32] + scalar.to_bytes(32, "little"))
    assert not ed25519.verify(key, message, signature[:63])
# A key of order one, spelled with an unreduced coordinate, and the same with the sign of zero set.
for bad in (ed25519.P + 1, 1 | 1 << 255):
    assert not ed25519.verify(bad.to_bytes(32, "little"), b"", (1).to_bytes(32, "little") + bytes(32))
print("held")
`;
    const run = spawnSync("python3", ["-B", "-c", script], { encoding: "utf8" });
    expect([run.stdout, run.stderr]).toEqual(["held\n", ""]);
  });
});

/** A small generator with a fixed start, so that a failure can be seen again (Steele and Vigna, splitmix32). */
function makeRandom(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % below;
  };
}

/** Copies of a text with one byte changed each; with `move`, with one byte put in or taken out. */
function* mutate(text: string, count: number, start: number, move = false): Generator<Uint8Array> {
  const random = makeRandom(start);
  const bytes = Buffer.from(text);
  for (let index = 0; index < count; index += 1) {
    const at = random(bytes.length);
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
    if (!move)
      yield Buffer.concat([before, Uint8Array.of(bytes[at]! ^ (1 + random(255))), after.subarray(1)]);
    else if (random(2) === 0) yield Buffer.concat([before, Uint8Array.of(random(256)), after]);
    else yield Buffer.concat([before, after.subarray(1)]);
  }
}

const plain = allCases.find((one) => one.name === "a bundle of a receipt in the middle") as VectorCase;
const witnessed = allCases.find(
  (one) => one.name === "a bundle with everything that the caller expects",
) as VectorCase;

const CHANGES = faultSize(8000, 50_000);
const MOVES = faultSize(2000, 10_000);
const JUDGED_TWICE = faultSize(600, 2000);

describe("a bundle with one byte changed", () => {
  it.each([
    ["without a witness", plain, 1],
    ["with a witness", witnessed, 2],
  ])(`is never accepted, in ${CHANGES} changes and ${MOVES} moves %s`, (_, one, start) => {
    const options = {
      keys: trustKeys(one.keys),
      witnesses: (one.witnesses ?? []).map(parseVerifierKey),
    };
    expect(verifyBundle(one.input, options).ok).toBe(true);
    const accepted: Uint8Array[] = [];
    for (const bytes of mutate(one.input, CHANGES, start))
      if (verifyBundle(bytes, options).ok) accepted.push(bytes);
    for (const bytes of mutate(one.input, MOVES, start, true))
      if (verifyBundle(bytes, options).ok) accepted.push(bytes);
    expect(accepted.map((bytes) => Buffer.from(bytes).toString("latin1"))).toEqual([]);
  });

  it.skipIf(!hasPython)(
    `is judged alike by both verifiers, in the first ${JUDGED_TWICE} of these changes each`,
    () => {
      const changed = [plain, witnessed].flatMap((one, index) =>
        [...mutate(one.input, JUDGED_TWICE, 1 + index)].map((bytes) => ({ one, bytes })),
      );
      const theirs = runPython(changed.map(({ one, bytes }) => batchLine(one, bytes)));
      const ours = changed.map(({ one, bytes }) => runCase(one, bytes));
      expect(theirs).toEqual(ours);
    },
  );
});
