import { describe, expect, it } from "vitest";
import { AbpError, openPolicy } from "../../contract/index.ts";
import { compilePolicy } from "../../policy/index.ts";
import { findRunLevelFault, levelWish } from "./level-fault.ts";

describe("the sandbox that a run asks for", () => {
  it.each([
    [undefined, undefined, { level: "auto", required: undefined }],
    ["auto", "L1", { level: "auto", required: undefined }],
    ["L1", "L2", { level: "off", required: "L2" }],
    ["L2", "L3", { level: "L2", required: "L3" }],
    ["off", "L0", { level: "off", required: undefined }],
  ] as const)("is that of the level %s and the required level %s", (sandbox, required, wish) => {
    const options = sandbox === undefined ? {} : { sandbox };
    expect(levelWish({ options, required } as never)).toEqual(wish);
  });
});

const details = { reason: "no bubblewrap" };
const fault = new AbpError("sandbox_level_unmet", "no L3", { advice: "Install it.", details });

/** The fault of a run on a machine that has `found`. */
async function faultOf(more: object = {}, found: AbpError | undefined = fault) {
  const asked: unknown[] = [];
  const setting = {
    backend: { name: "claude", leastLevel: "L3", needsWorkspace: true },
    order: { workspace: { mode: "staged" } },
    options: {},
    policy: compilePolicy(openPolicy()),
    required: "L3",
    parts: {
      findLevelFault: async (wish: unknown) => {
        asked.push(wish);
        return found;
      },
    },
    ...more,
  };
  const answer = await findRunLevelFault(setting as never);
  expect(asked).toEqual([levelWish(setting as never)]);
  return answer;
}

describe("the fault of a run whose level cannot be reached", () => {
  it("says how to go on without a sandbox if only the backend asks for the level", async () => {
    for (const options of [{}, { sandbox: "auto" }])
      expect(await faultOf({ options })).toMatchObject({
        code: "sandbox_level_unmet",
        message:
          "claude does not start below L3 unless you name a level: no bubblewrap. Set ABP_SANDBOX__LEVEL=off to run it without a sandbox.",
        ...{ advice: "Install it.", details, cause: fault },
      });
  });

  it.each([
    ["the user named it", { options: { sandbox: "L3" } }],
    ["the order requires L2", { order: { workspace: { mode: "staged" }, require_sandbox: "L2" } }],
    ["the order requires L3", { order: { workspace: { mode: "staged" }, require_sandbox: "L3" } }],
    ["the backend asks for none", { backend: { name: "x", leastLevel: undefined, needsWorkspace: true } }],
  ])("stays as it is if %s", async (_, more) => {
    expect(await faultOf(more)).toBe(fault);
  });

  it("says that a run which may change nothing needs L3", async () => {
    const readOnly = {
      order: { workspace: { mode: "pass_through" } },
      policy: compilePolicy({ ...openPolicy(), deny_write: ["**"] }),
    };
    const message = (reason: string) =>
      `the run may change nothing in its directory, and only L3 keeps that: ${reason}`;
    expect(await faultOf(readOnly)).toMatchObject({
      ...{ code: "sandbox_level_unmet", message: message("no bubblewrap") },
      ...{ advice: "Install it.", details, cause: fault },
    });
    const bare = new AbpError("sandbox_level_unmet", "no L3");
    expect((await faultOf(readOnly, bare))?.message).toBe(message("no L3"));
    expect((await faultOf({ ...readOnly, order: { workspace: { mode: "staged" } } }))?.message).toMatch(
      /^claude /,
    );
  });

  it("is none where the level can be reached", async () => {
    const none = { parts: { findLevelFault: async () => undefined } };
    const setting = { backend: { leastLevel: "L3" }, order: {}, options: {}, ...none };
    expect(await findRunLevelFault(setting as never)).toBeUndefined();
  });
});
