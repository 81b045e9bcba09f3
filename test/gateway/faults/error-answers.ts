import { homedir, tmpdir } from "node:os";
import { resolve } from "node:path";
import { expect } from "vitest";
import type { CallerAnswer } from "./caller-line.ts";

/** The key that the engines of these tests send to the upstream, in no vendor's form. */
export const UPSTREAM_KEY = "upkey-7d1f3c9a5b2e4608";

const noted: CallerAnswer[] = [];
let notedBy: string | undefined;

/** Notes an answer if it is an error in our own words: what an engine of the caller's dialect says is the engine's own. */
export function noteAnswer(answer: CallerAnswer): void {
  if (answer.status < 400) return;
  if (answer.header("x-abp-mode") === "passthrough" && answer.header("x-abp-error") === undefined) return;
  forgetOtherFiles();
  noted.push(answer);
}

/** Test files share a process, and each scans its own answers. */
function forgetOtherFiles(): void {
  const { testPath } = expect.getState();
  if (testPath === notedBy) return;
  notedBy = testPath;
  noted.length = 0;
}

const repository = resolve(import.meta.dirname, "../../..");
const BANNED: readonly (readonly [what: string, pattern: RegExp])[] = [
  ["a stack", /(^|\\n|\n)\s+at .+[:(]/],
  ["a place in the source", /\.[jt]s:\d+|node_modules|node:internal/],
  [
    "a path of this machine",
    new RegExp([repository, homedir(), tmpdir()].filter((path) => path.length > 2).join("|")),
  ],
  ["an address of the upstream", /127\.0\.0\.1:\d+|https?:\/\/(127|localhost|\[)/],
  ["a code of the network or of its client", /UND_ERR|E(?:CONN|PIPE|AI_|NOTFOUND|HOST)|HPE_/],
  ["the start of a key", new RegExp(`${UPSTREAM_KEY.slice(0, 9)}|caller-key-`)],
  ["a name of a library", /undici|llhttp|sqlite|zod/i],
];

/** What the error answers so far tell of our insides; the list should be empty. Counts them too. */
export function scanErrorAnswers(): { readonly scanned: number; readonly leaks: readonly string[] } {
  forgetOtherFiles();
  const leaks = noted.flatMap((answer) => {
    const whole = `${answer.headers.join("\n")}\n${answer.text}`;
    return BANNED.flatMap(([what, pattern]) => {
      const found = pattern.exec(whole);
      return found === null
        ? []
        : [`${what} (${JSON.stringify(found[0])}) in ${answer.status}: ${answer.text.slice(0, 300)}`];
    });
  });
  return { scanned: noted.length, leaks: [...new Set(leaks)] };
}
