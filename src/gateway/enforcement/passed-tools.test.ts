import { expect, test } from "vitest";
import { findDialect } from "../../dialects/index.ts";
import { CallPolicies, callPolicyOf } from "./call-policy.ts";
import { PassedJudge } from "./passed-judge.ts";
import { PassedTools } from "./passed-tools.ts";

const policy = callPolicyOf(
  new CallPolicies([], {}).ofKey("k", { disallowed_tools: ["Bash"], require_approval_for: ["Ask"] }),
  undefined,
)!;

function end(...chunks: readonly (string | Buffer)[]): string {
  const tools = new PassedTools(
    { toolPolicies: [policy] },
    findDialect("openai"),
    new PassedJudge(undefined, Date.now),
  );
  try {
    for (const chunk of chunks) tools.push(Buffer.from(chunk));
    tools.end();
    return "passed";
  } catch (error) {
    return (error as { code: string }).code;
  }
}
const offer = (name: string) => JSON.stringify({ tools: [{ type: "function", function: { name } }] });

test("tools of a body are judged when it is whole, however it is divided", () => {
  expect(end(offer("Bash"))).toBe("policy_denied");
  expect(end(offer("Ask"))).toBe("policy_approval_required");
  expect(end(offer("Read"))).toBe("passed");
  expect(end("", " \n", ...offer("Bash"))).toBe("policy_denied");
  expect(end()).toBe("passed");
});

test("a body that is no document is not read", () => {
  expect(end(`--b\r\n${offer("Bash")}`)).toBe("passed");
});

test("a document that cannot be read is denied if it may offer tools", () => {
  expect(end("{tools:[{name:'Bash'}]}")).toBe("policy_denied");
  expect(end("{x:1}")).toBe("passed");
  expect(end('{"t\\u006fols":[{"name":"Bash"}]}')).toBe("policy_denied");
  const long = Buffer.alloc(4 * 1024 * 1024, " ");
  expect(end("{", long)).toBe("policy_denied");
});
