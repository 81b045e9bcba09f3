import type { AbpError } from "../../contract/index.ts";
import { type Dialect, listToolsWithin, type OfferedTool } from "../../dialects/index.ts";
import type { CallPolicy } from "./call-policy.ts";
import type { PassedJudge } from "./passed-judge.ts";
import { judgeOffers, unreadableOffer } from "./tool-decisions.ts";

/** A longer document is not read, and so it is denied. */
const MAX_DOCUMENT_BYTES = 4 * 1024 * 1024;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
/** White space of JSON, and the bytes of a mark of the encoding. */
const BLANK: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);
/** Members that offer tools whatever the vendor, or name a file with requests. A name can hide behind escapes. */
const MARKS = ["tools", "functions", "input_file_id", "fileName", "file_name", "\\u00"];

/** Which policies judge the tools of a call. */
export interface ToolRights {
  /** Those that apply to the models which the call has named so far. */
  readonly toolPolicies: readonly CallPolicy[];
}

/** Judges the tools that a body or the messages of a call offer that passes through unchanged. */
export class PassedTools {
  readonly #rights: ToolRights;
  readonly #judge: Pick<PassedJudge, "deny" | "refuse">;
  readonly #members: Dialect["toolMembers"];
  #chunks: Uint8Array[] | undefined = [];
  #bytes = 0;
  #hasBegun = false;

  constructor(
    rights: ToolRights,
    { toolMembers }: Pick<Dialect, "toolMembers">,
    judge: Pick<PassedJudge, "deny" | "refuse">,
  ) {
    this.#rights = rights;
    this.#judge = judge;
    this.#members = toolMembers;
  }

  /** Takes a part of a body. */
  push(chunk: Uint8Array): void {
    if (!this.#hasBegun) {
      const first = chunk.find((byte) => !BLANK.has(byte));
      this.#hasBegun = first !== undefined;
      if (first !== undefined && first !== OPEN_BRACE && first !== OPEN_BRACKET) this.#chunks = undefined;
    }
    this.#bytes += chunk.length;
    if (this.#bytes <= MAX_DOCUMENT_BYTES) this.#chunks?.push(chunk);
  }

  /** Judges the body. Throws `policy_denied` and `policy_approval_required`: nobody can be asked here. */
  end(): void {
    if (this.#chunks === undefined || !this.#hasBegun) return;
    if (this.#rights.toolPolicies.length === 0) return;
    if (this.#bytes > MAX_DOCUMENT_BYTES) throw this.#unreadable("the body is too long");
    this.check(Buffer.concat(this.#chunks));
  }

  /** Judges a document. Throws as `end`. */
  check(document: Buffer): void {
    const { known, hidden, servers } = this.#members;
    const marks = [
      ...MARKS,
      ...known,
      ...hidden,
      ...hidden.map(snakeCase),
      ...(servers === undefined ? [] : [servers]),
    ];
    if (!marks.some((mark) => document.includes(mark)) || this.#rights.toolPolicies.length === 0) return;
    const offers = listToolsWithin(this.#parse(document), this.#members);
    this.#judgeTools(offers.tools);
    if (offers.hidden !== undefined)
      throw this.#unreadable(`${JSON.stringify(offers.hidden)} may bring tools that are not listed`);
  }

  /** Judges the tool that the endpoint itself runs. Throws as `end`. */
  checkEndpoint(type: string): void {
    const { tools } = listToolsWithin({ tools: [{ type }] }, this.#members);
    this.#judgeTools(tools.map((tool) => ({ ...tool, where: "path" })));
  }

  #judgeTools(tools: readonly OfferedTool[]): void {
    const judged = this.#rights.toolPolicies.map((policy) => judgeOffers(policy, tools));
    const errors = judged.flatMap(({ denied }) => denied).map((judgement) => this.#judge.deny(judgement));
    if (errors[0] !== undefined) throw errors[0];
    const unapproved = judged.flatMap(({ toAsk }) => toAsk).map((judgement) => this.#judge.refuse(judgement));
    if (unapproved[0] !== undefined) throw unapproved[0];
  }

  #parse(document: Buffer): unknown {
    try {
      return JSON.parse(document.toString("utf8").replace(/^\uFEFF/, ""));
    } catch (error) {
      if (error instanceof SyntaxError) throw this.#unreadable("it is not valid JSON");
      throw error;
    }
  }

  #unreadable(why: string): AbpError {
    return this.#judge.deny(unreadableOffer("$", why));
  }
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
