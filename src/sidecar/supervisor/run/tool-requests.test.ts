import { describe, expect, it } from "vitest";
import type { SidecarFrame } from "../../protocol/frame.ts";
import type { ToolDecision } from "../run-request.ts";
import { ToolRequests } from "./tool-requests.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));
const question = (id: unknown, more: object = {}) =>
  ({ t: "tool_request", request_id: id, tool_name: "Bash", input: null, ...more }) as SidecarFrame;

function collect(decide?: ConstructorParameters<typeof ToolRequests>[0]) {
  const answers: [string, ToolDecision][] = [];
  return { answers, requests: new ToolRequests(decide, (id, decision) => answers.push([id, decision])) };
}

describe("ToolRequests", () => {
  it("answers each question with the decision", async () => {
    const { answers, requests } = collect(async ({ toolName, input }) => ({
      verdict: "allow",
      reason: `${toolName} ${JSON.stringify(input)}`,
    }));
    requests.ask(question("1"));
    expect(requests.areWaiting).toBe(true);
    await turn();
    expect(answers).toEqual([["1", { verdict: "allow", reason: "Bash null" }]]);
    expect(requests.areWaiting).toBe(false);
  });

  it("denies without a decider, and when it throws or rejects", async () => {
    for (const decide of [
      undefined,
      () => Promise.reject(new Error("x")),
      () => {
        throw new Error("x");
      },
    ]) {
      const { answers, requests } = collect(decide);
      requests.ask(question("1"));
      await turn();
      expect(answers).toMatchObject([["1", { verdict: "deny" }]]);
    }
  });

  it("refuses questions in a wrong form", () => {
    const { requests } = collect();
    for (const frame of [question(1), question("1", { tool_name: 5 }), question("1", { input: undefined })]) {
      expect(() => requests.ask(frame)).toThrow(
        expect.objectContaining({ code: "protocol_invalid_envelope" }),
      );
    }
  });

  it("refuses an id that is open, and takes it again afterwards", async () => {
    const { requests } = collect(async () => ({ verdict: "deny", reason: "" }));
    requests.ask(question("1"));
    expect(() => requests.ask(question("1"))).toThrow(/repeats/);
    await turn();
    requests.ask(question("1"));
  });

  it("refuses the question after a hundred open ones", () => {
    const { requests } = collect(() => new Promise(() => undefined));
    for (let index = 0; index < 100; index += 1) requests.ask(question(String(index)));
    expect(() => requests.ask(question("100"))).toThrow(/More than 100/);
  });

  it("withdraws open questions at the end of the run and sends no late answer", async () => {
    let signal: AbortSignal | undefined;
    let decide: (decision: ToolDecision) => void = () => undefined;
    const { answers, requests } = collect((_request, given) => {
      signal = given;
      return new Promise((resolve) => {
        decide = resolve;
      });
    });
    requests.ask(question("1"));
    await turn();
    requests.end();
    expect(signal?.aborted).toBe(true);
    expect(requests.areWaiting).toBe(false);
    decide({ verdict: "allow", reason: "" });
    await turn();
    expect(answers).toEqual([]);
  });
});
