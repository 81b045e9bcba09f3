import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildWorkOrder, openPolicy } from "../../contract/index.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { readPolicyFlag, readWorkOrder } from "./work-order-flags.ts";

const id = "01890a5d-ac96-774b-bcce-b302099a8057";
let cwd: string;
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), "abp-order-")));
});
afterEach(() => rmSync(cwd, { recursive: true }));

const terminal = () => ({ host: { cwd } }) as Terminal;
const read = (options: object) => readWorkOrder(terminal(), { ...options }, id);
const put = (name: string, value: unknown) => writeFileSync(join(cwd, name), JSON.stringify(value));

describe("the flags of a work order", () => {
  it("are a task in the current directory unless they say more", async () => {
    expect(await read({ task: "t" })).toEqual(
      buildWorkOrder(id, "t", { lane: "patch_first", workspace: { root: ".", mode: "staged" } }),
    );
    expect(await read({ task: "t", lane: "patch-first", workspaceMode: "staged", strict: false })).toEqual(
      await read({ task: "t" }),
    );
  });

  it("are every member of it", async () => {
    const policy = { ...openPolicy(), disallowed_tools: ["Bash"] };
    put("policy.json", policy);
    const lists = { include: ["a/**"], exclude: ["b"], env: ["A=1", "B=x=y"] };
    const options = {
      lane: "workspace-first",
      workspaceMode: "pass-through",
      root: cwd,
      model: "m",
      strict: true,
    };
    const require = ["streaming", "tool_bash:native", "vision:any"];
    const param = ["a.b=1", "a.c=x", "d=true"];
    const order = await read({ task: "t", ...options, ...lists, require, param, policy: "policy.json" });
    expect(order).toEqual(
      buildWorkOrder(id, "t", {
        lane: "workspace_first",
        workspace: { root: cwd, mode: "pass_through", include: ["a/**"], exclude: ["b"] },
        policy,
        requirements: order.requirements.required,
        config: { model: "m", vendor: { a: { b: 1, c: "x" }, d: true }, env: { A: "1", B: "x=y" } },
        compatibility: "strict",
      }),
    );
    expect(order.requirements.required).toEqual([
      { capability: "streaming", min_support: "emulated" },
      { capability: "tool_bash", min_support: "native" },
      { capability: expect.any(String), min_support: "any" },
    ]);
  });

  it("may be a document", async () => {
    const order = buildWorkOrder("01890a5d-ac96-774b-bcce-b302099a8058", "t", { workspace: { root: cwd } });
    put("order.json", order);
    expect(await read({ workOrder: "order.json" })).toEqual(order);
    put("blank.json", { ...order, workspace: { ...order.workspace, root: "" } });
    expect((await read({ workOrder: "blank.json" })).workspace.root).toBe("");
  });

  it.each([
    [{}, "give either --task or --work-order", "abp run"],
    [{ task: "t", workOrder: "o" }, "give either --task or --work-order", "abp run"],
    [
      { task: "t", require: ["streeming"] },
      /^"streeming" is not a capability .*; did you mean "streaming"\?$/,
      "--require",
    ],
    [{ task: "t", require: ["qqqqqqqq"] }, '"qqqqqqqq" is not a capability of work orders', "--require"],
    [{ task: "t", require: ["streaming:often"] }, '"often" is not native, emulated or any', "--require"],
  ])("are refused: %j", async (options, message, where) => {
    await expect(read(options)).rejects.toMatchObject({
      code: "usage_invalid",
      message: typeof message === "string" ? message : expect.stringMatching(message),
      where,
    });
  });

  it("name a directory that exists", async () => {
    await expect(read({ task: "t", root: "none" })).rejects.toMatchObject({ where: join(cwd, "none") });
  });
});

it("the flag of a policy names a profile", async () => {
  expect(await readPolicyFlag(terminal(), {})).toBeUndefined();
  const profile = { ...openPolicy(), deny_read: ["x"] };
  put("p.json", profile);
  expect(await readPolicyFlag(terminal(), { policy: "p.json" })).toEqual(profile);
});
