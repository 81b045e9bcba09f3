import { Envelope, isCompatibleVersion, wireCapabilities } from "../../../contract/index.ts";
import type { Findings } from "../findings.ts";
import { issueText } from "../issue-text.ts";
import { describeExit, type Peer } from "../session/peer.ts";
import type { Subject } from "../subject.ts";

/** The hello of a sidecar, as far as the other scenarios need it. */
export interface CheckedHello {
  readonly id: string;
  readonly version: string | null;
  readonly asksBeforeTools: boolean;
}

/** Waits for hello and judges it. Undefined if the sidecar cannot be used further. */
export async function checkHello(
  peer: Peer,
  { findings, settings }: Subject,
): Promise<CheckedHello | undefined> {
  const line = await peer.hello();
  const { exit, fault } = peer.session;
  if (line === undefined) {
    if (fault === undefined) {
      findings.miss(
        "hello.in_time",
        exit === undefined
          ? `no line after ${settings.helloMs / 1000} s`
          : `it ended before its hello (${describeExit(exit)})`,
      );
    }
    return undefined;
  }
  if (line.frame?.["t"] !== "hello") {
    findings.miss("hello.first", "the first line is not hello");
    return undefined;
  }
  findings.pass("hello.first", "the first line is hello");
  findings.pass("hello.in_time", `after ${Math.round(line.atMs)} ms`);
  return judgeHello(line.frame, findings);
}

function judgeHello(frame: unknown, findings: Findings): CheckedHello | undefined {
  const read = Envelope.safeParse(frame);
  const version = (frame as { contract_version?: unknown }).contract_version;
  if (typeof version === "string" && !isCompatibleVersion(version)) {
    findings.miss("hello.version", `${JSON.stringify(version.slice(0, 40))} is not compatible with abp/v0.1`);
  } else if (typeof version === "string") findings.pass("hello.version", version);
  if (!read.success) {
    findings.miss("hello.valid", issueText(read.error));
    return undefined;
  }
  if (read.data.t !== "hello" || findings.hasMissed("hello.version")) return undefined;
  const { backend, capabilities } = read.data;
  if (backend.id.trim() === "") {
    findings.miss("hello.valid", "backend.id is empty");
    return undefined;
  }
  findings.pass("hello.valid", `backend ${JSON.stringify(backend.id.slice(0, 40))}`);
  judgeCapabilities(Object.keys(capabilities), findings);
  return {
    id: backend.id,
    version: backend.backend_version,
    asksBeforeTools: read.data.asks_before_tools === true,
  };
}

function judgeCapabilities(names: readonly string[], findings: Findings): void {
  const known = new Set<string>(wireCapabilities);
  const unknown = names.find((name) => !known.has(name));
  if (unknown === undefined) findings.pass("hello.capabilities", `${names.length} names`);
  else findings.miss("hello.capabilities", `${JSON.stringify(unknown.slice(0, 40))} is no known capability`);
}
