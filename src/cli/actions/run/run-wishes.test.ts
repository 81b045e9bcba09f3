import { describe, expect, it } from "vitest";
import { openPolicy } from "../../../contract/index.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { readRunWishes } from "./run-wishes.ts";

const policy = { ...openPolicy(), disallowed_tools: ["Bash"] };
const terminal = {
  host: { cwd: "/work", readStdin: async () => Buffer.from(JSON.stringify(policy)) },
} as unknown as Terminal;

describe("what the flags of a run say beside its order", () => {
  it("is a level, a check, and a policy that tightens that of a document", async () => {
    const options = { sandbox: "L3", verify: "npm test", verifyTimeout: "5", policy: "-" };
    const check = { command: "npm test", timeoutMs: 5000 };
    expect(await readRunWishes(terminal, { ...options, workOrder: "order.json" })).toEqual({
      ...{ sandbox: "L3", check, policy },
    });
    expect(await readRunWishes(terminal, options)).toEqual({ sandbox: "L3", check, policy: undefined });
    expect(await readRunWishes(terminal, {})).toEqual({
      ...{ sandbox: undefined, check: undefined, policy: undefined },
    });
  });
});
