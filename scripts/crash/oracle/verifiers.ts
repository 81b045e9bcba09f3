import { spawn } from "node:child_process";
import { join, resolve } from "node:path";

const REPOSITORY = resolve(import.meta.dirname, "../../..");

/** One thing to verify, in the form that `conformance/receipts/batch.py` reads. */
export interface VerifierCase {
  readonly kind: "bundle" | "log";
  /** In Base64. */
  readonly input: string;
  readonly keys: unknown;
  readonly origin: string;
  readonly tenant: string;
  /** In Base64; only for a log. */
  readonly checkpoint?: string;
  readonly remembered?: string;
}

/** The result of one case. */
export interface Verdict {
  readonly ok: boolean;
  readonly codes: readonly string[];
}

/** Gives all cases to both verifiers; returns where one of them refuses a case, or where the two disagree. */
export async function compareVerifiers(cases: readonly VerifierCase[]): Promise<string[]> {
  const input = cases.map((one) => `${JSON.stringify(one)}\n`).join("");
  const python = join(REPOSITORY, "conformance/receipts/batch.py");
  const [ours, second] = await Promise.all([
    runVerifier(process.execPath, [join(import.meta.dirname, "our-verifier.ts")], input),
    runVerifier("python3", [python], input),
  ]);
  return compareVerdicts(cases, ours, second);
}

/** Compares the verdicts of two verifiers, case by case. */
export function compareVerdicts(
  cases: readonly Pick<VerifierCase, "kind" | "tenant">[],
  ours: readonly Verdict[],
  second: readonly Verdict[],
): string[] {
  return cases.flatMap(({ kind, tenant }, at) => {
    const [one, other] = [ours[at], second[at]];
    const name = `the ${kind} number ${at} of ${tenant}`;
    if (one === undefined || other === undefined) return [`a verifier did not answer for ${name}`];
    const codes = `${one.codes.join(" ") || "valid"} by ours, ${other.codes.join(" ") || "valid"} by the second verifier`;
    if (one.ok !== other.ok) return [`the verifiers disagree on ${name}: ${codes}`];
    return one.ok ? [] : [`${name} is invalid: ${codes}`];
  });
}

function runVerifier(command: string, argv: readonly string[], input: string): Promise<Verdict[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, argv, {
      stdio: ["pipe", "pipe", "inherit"],
      env: { PATH: process.env["PATH"] },
    });
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    child.on("error", reject);
    child.on("close", () => {
      const lines = out.split("\n").filter((line) => line !== "");
      resolve(lines.map((line) => JSON.parse(line) as Verdict));
    });
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}
