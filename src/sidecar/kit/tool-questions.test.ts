import { describe, expect, it } from "vitest";
import { ToolQuestions } from "./tool-questions.ts";

const allow = { verdict: "allow", reason: "" } as const;

describe("ToolQuestions", () => {
  it("gives each question an id of its own, and each answer to its question", async () => {
    const questions = new ToolQuestions();
    const ids: string[] = [];
    const first = questions.ask((id) => ids.push(id));
    const second = questions.ask((id) => ids.push(id));
    expect(new Set(ids).size).toBe(2);
    expect(questions.answer(ids[1], { verdict: "deny", reason: "no" })).toBe(true);
    expect(questions.answer(ids[0], allow)).toBe(true);
    expect([await first, await second]).toEqual([allow, { verdict: "deny", reason: "no" }]);
  });

  it("takes one answer for each question", async () => {
    const questions = new ToolQuestions();
    const asked = questions.ask(() => undefined);
    expect(questions.answer("1", allow)).toBe(true);
    expect(questions.answer("1", allow)).toBe(false);
    expect(questions.answer("7", allow)).toBe(false);
    expect(questions.answer(undefined, allow)).toBe(false);
    await asked;
  });

  it("denies open and later questions once nobody answers, without sending them", async () => {
    const questions = new ToolQuestions();
    let sent = 0;
    const open = questions.ask(() => sent++);
    questions.denyAll("gone");
    const later = questions.ask(() => sent++);
    expect([await open, await later, sent]).toEqual([
      { verdict: "deny", reason: "gone" },
      { verdict: "deny", reason: "gone" },
      1,
    ]);
    expect(questions.answer("1", allow)).toBe(false);
  });

  it("rejects open questions, and takes later ones", async () => {
    const questions = new ToolQuestions();
    const open = questions.ask(() => undefined);
    questions.rejectAll(new Error("cancelled"));
    await expect(open).rejects.toThrow("cancelled");
    expect(questions.answer("1", allow)).toBe(false);
    const later = questions.ask(() => undefined);
    questions.answer("2", allow);
    await expect(later).resolves.toEqual(allow);
  });

  it("rejects a question that cannot be sent", async () => {
    const asked = new ToolQuestions().ask(() => {
      throw new TypeError("not JSON");
    });
    await expect(asked).rejects.toThrow("not JSON");
  });
});
