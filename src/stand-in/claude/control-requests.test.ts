import { describe, expect, it, vi } from "vitest";
import { answerControl } from "./control-requests.ts";

describe("answerControl", () => {
  const session = (approvals: readonly string[] = ["*"], isRunning = false) => ({
    interrupt: vi.fn(),
    setModel: vi.fn(),
    mcpMessage: vi.fn(),
    permission: { mode: "default" as const, approvals: () => approvals },
    isRunning,
    mcpServers: ["a"],
  });

  it("passes requests on to the session", () => {
    const one = session();
    expect(answerControl({ subtype: "interrupt" }, one)).toEqual({ still_queued: [] });
    expect(answerControl({ subtype: "set_model", model: "m" }, one)).toEqual({});
    expect(answerControl({ subtype: "mcp_message", server_name: "s", message: { id: 1 } }, one)).toEqual({});
    expect(answerControl({ subtype: "mcp_status" }, one)).toEqual({
      mcpServers: [{ name: "a", status: "pending" }],
    });
    expect(one.interrupt).toHaveBeenCalledOnce();
    expect(one.setModel).toHaveBeenCalledWith("m");
    expect(one.mcpMessage).toHaveBeenCalledWith("s", { id: 1 });
  });

  it("does not change the mode of a running agent that asks for nothing", () => {
    const change = (approvals: readonly string[], isRunning: boolean, mode = "plan") => {
      const one = session(approvals, isRunning);
      answerControl({ subtype: "set_permission_mode", mode }, one);
      return one.permission.mode;
    };
    expect(change(["*"], true)).toBe("plan");
    expect(change([], false)).toBe("plan");
    expect(change([], true, "default")).toBe("default");
    expect(() => change([], true)).toThrow("can be changed when it has ended");
  });
});

it("a request whose kind hides its text is refused in words", () => {
  const request = { subtype: { toString: 1, valueOf: 1 } };
  expect(() => answerControl(request, {} as never)).toThrow("[object] is not supported here");
});
