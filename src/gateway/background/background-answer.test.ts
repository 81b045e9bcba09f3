import { describe, expect, it } from "vitest";
import { findDialect } from "../../dialects/index.ts";
import { type AnswerParts, openStreamed, openWhole } from "./background-answer.ts";

const dialect = findDialect("codex");
const request = { model: "m", input: "hi", background: true, previous_response_id: "resp_before" };

function parts() {
  const added: { id: string; firstSeq: number; types: unknown[] }[] = [];
  const addEvents: AnswerParts["responses"]["addEvents"] = async (id, firstSeq, lines) => {
    added.push({ id, firstSeq, types: lines.map((line) => JSON.parse(line).type) });
    return true;
  };
  return { added, parts: { dialect, state: dialect.state!, request, responses: { addEvents } } };
}

describe("the answer to a background call that comes whole", () => {
  const whole = () => openWhole(parts().parts);

  it("is the response under the id that was given out, whatever the engine called it", async () => {
    const answer = whole();
    answer.identify("resp_given");
    answer.sink.head(200, []);
    answer.sink.write('{"id":"theirs","status":"comp');
    answer.sink.end('leted","output":[]}');
    expect(await answer.final).toMatchObject({
      id: "resp_given",
      status: "completed",
      background: true,
      store: true,
      previous_response_id: "resp_before",
    });
  });

  it("is the engine's error with its status, which may have a body that is no JSON", async () => {
    for (const [status, body, message] of [
      [429, '{"error":{"message":"slow down"}}', "slow down"],
      [400, '{"error":{"message":"not so"}}', "not so"],
      [502, "<html>Bad Gateway</html>", expect.any(String)],
    ] as const) {
      const answer = whole();
      answer.sink.head(status, []);
      answer.sink.end(body);
      await expect(answer.final).rejects.toMatchObject({
        code: "backend_unavailable",
        message,
        details: { status },
      });
    }
  });

  it("is none if it broke off, or if it is no JSON", async () => {
    const broken = whole();
    broken.sink.head(200, []);
    broken.sink.break();
    await expect(broken.final).rejects.toMatchObject({ code: "stream_closed" });
    const unreadable = whole();
    unreadable.sink.head(200, []);
    unreadable.sink.end("<html>");
    await expect(unreadable.final).rejects.toThrow(SyntaxError);
  });

  it("keeps nothing besides the response", async () => {
    const { added, parts: own } = parts();
    await openWhole(own).close({ id: "resp_given", status: "completed" });
    expect(added).toEqual([]);
  });
});

describe("the answer to a background call that is streamed", () => {
  const head = ["content-type", "text/event-stream"];
  const frame = (event: object) => `data: ${JSON.stringify(event)}\n\n`;
  const created = frame({ type: "response.created", response: { id: "theirs" } });
  const completed = frame({ type: "response.completed", response: { id: "theirs", status: "completed" } });

  it("keeps its events under the id that was given out, and is the response that they carry", async () => {
    const { added, parts: own } = parts();
    const answer = openStreamed(own);
    answer.identify("resp_given");
    answer.sink.head(200, head);
    answer.sink.write(created);
    answer.sink.end(completed);
    const final = await answer.final;
    expect(final).toMatchObject({ id: "resp_given", status: "completed", background: true });
    await answer.close(final);
    expect(added.map(({ id }) => id)).toEqual(added.map(() => "resp_given"));
    expect(added.flatMap(({ types }) => types)).toEqual(["response.created", "response.completed"]);
  });

  it("stores the end of a response whose stream broke off before the response is stored", async () => {
    const { added, parts: own } = parts();
    const answer = openStreamed(own);
    answer.identify("resp_given");
    answer.sink.head(200, head);
    answer.sink.write(created);
    answer.sink.break();
    await expect(answer.final).rejects.toMatchObject({ code: "stream_closed" });
    await answer.close({ id: "resp_given", status: "failed", output: [] });
    expect(added.flatMap(({ types }) => types)).toEqual(["response.created", "response.failed"]);
  });
});
