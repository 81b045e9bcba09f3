import { describe, expect, it } from "vitest";
import { findDialect } from "../../registry/lookup.ts";
import { explainRequest, translateRequest } from "../../translate/request.ts";
import { codex } from "../index.ts";

const text = (value: string) => ({ type: "input_text", text: value });
const message = (...content: object[]) => ({
  type: "agent_message",
  author: "/root/reviewer",
  recipient: "/root",
  content,
});
const body = (item: object) => ({ model: "m", input: [{ role: "user", content: "go" }, item] });

describe("a message of another agent of Codex", () => {
  it.each(["claude", "openai", "gemini", "kimi", "copilot"])(
    "reaches %s as a text of the user that names the agents",
    (to) => {
      const { request, report } = translateRequest(codex, findDialect(to), body(message(text("all good"))));
      expect(JSON.stringify(request.body)).toContain(
        "Message from the agent /root/reviewer to /root:\\n\\nall good",
      );
      const paths = report.entries.filter(({ disposition }) => disposition === "disclosed");
      expect(paths.map(({ path }) => path)).toEqual(["$.input[1].author", "$.input[1].recipient"]);
    },
  );

  it.each([
    [message(text("one"))],
    [message(text("one"), text("two"), text(""))],
    [message()],
    [{ type: "agent_message", id: "am_1", content: [text("x")] }],
    [message({ type: "encrypted_content", encrypted_content: "sealed" })],
  ])("goes back to Codex as it came: %j", (item) => {
    expect(translateRequest(codex, codex, body(item)).request.body).toEqual(body(item));
  });

  it("is refused if it is sealed, because nobody else can read it", () => {
    const sealed = message({ type: "encrypted_content", encrypted_content: "sealed" });
    const { entries } = explainRequest(codex, findDialect("claude"), body(sealed));
    expect(entries).toContainEqual(expect.objectContaining({ path: "$.input[1]", disposition: "refused" }));
  });
});
