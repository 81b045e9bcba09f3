import { describe, expect, it } from "vitest";
import { PassedJudge } from "../../enforcement/passed-judge.ts";
import { fakeEngine } from "../../fixtures/engines.ts";
import { admissionTo, testCaller, testContext } from "../../fixtures/test-context.ts";
import { planTransfer } from "../plan-transfer.ts";

const caller = testCaller({
  name: "me",
  isOnlyKey: false,
  endpoints: ["files", "batches", "uploads", "cached_contents"],
});

function open() {
  const engines = ["openai", "kimi", "gemini"].map((id) =>
    fakeEngine(id, id, { isSimulated: false, location: "https://api.test" }),
  );
  const context = testContext({ engines });
  const ledger = context.ledger;
  const keep = (owner: string, engine: string, ...ids: readonly string[]) =>
    ledger.resources.of(owner).keep(ids.map((id) => ({ engine, id })));
  /** Sends a body; answers how it ended, or `passed`, after the vendor's answer was taken. */
  const send = async (
    target: string,
    body: string,
    { type = "application/json", headers = [], answer = {} }: SendOptions = {},
  ) => {
    const plain = admissionTo(target, headers, caller, "POST");
    const admission = { ...plain, head: { ...plain.head, headers: ["content-type", type, ...headers] } };
    try {
      const plan = await planTransfer(
        context,
        admission,
        undefined,
        new PassedJudge(caller.policies, context.now),
      );
      const watch = plan.openBodyWatch(type)!;
      for (let at = 0; at < body.length; at += 7) watch.push(Buffer.from(body.slice(at, at + 7)));
      await watch.end();
      const passed = plan.openAnswer(200, ["content-type", "application/json"]);
      passed.push(Buffer.from(JSON.stringify(answer)));
      await passed.end();
      return "passed";
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  return { ledger, keep, send };
}

interface SendOptions {
  readonly type?: string;
  readonly headers?: readonly string[];
  readonly answer?: object;
}

const form = (content: string) =>
  [
    '--b\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nbatch\r\n',
    `--b\r\ncontent-disposition: form-data; name="file"; filename="x.jsonl"\r\n\r\n${content}\r\n--b--\r\n`,
  ].join("");
const FORM = "multipart/form-data; boundary=b";
const line = (body: object) => JSON.stringify({ custom_id: "1", method: "POST", url: "/v1/responses", body });
const GOOD = line({ model: "m", input: "hi" });

describe("the lines of a file that is uploaded for a batch", () => {
  const bodies: readonly (readonly [string, (owner: string) => object])[] = [
    ["a file", (owner) => ({ input: [{ content: [{ type: "input_file", file_id: `file-${owner}` }] }] })],
    ["a file of a chat", (owner) => ({ messages: [{ content: [{ file: { file_id: `file-${owner}` } }] }] })],
    ["a vector store", (owner) => ({ tools: [{ type: "file_search", vector_store_ids: [`vs_${owner}`] }] })],
    ["a container", (owner) => ({ tools: [{ type: "code_interpreter", container: `cntr_${owner}` }] })],
    ["an earlier response", (owner) => ({ previous_response_id: `resp_${owner}` })],
    ["a conversation", (owner) => ({ conversation: { id: `conv_${owner}` } })],
    ["an item", (owner) => ({ input: [{ type: "item_reference", id: `msg_${owner}` }] })],
    ["a model", (owner) => ({ model: `ft:gpt:${owner}` })],
  ];
  it.each(bodies)("name nothing of somebody else: %s", async (_, bodyOf) => {
    const { ledger, keep, send } = open();
    for (const owner of ["me", "you"]) {
      const ids = ["file-", "vs_", "cntr_", "msg_", "ft:gpt:"].map((prefix) => `${prefix}${owner}`);
      await keep(`key:${owner}`, "openai", ...ids);
      for (const prefix of ["resp_", "conv_"])
        ledger.engineIds.set(`${prefix}${owner}`, new Map([["openai", owner === "me" ? "own" : "foreign"]]));
    }
    const upload = (body: object) =>
      send("/openai/v1/files", form(`${GOOD}\n${line(body)}\n`), { type: FORM });
    expect(await upload(bodyOf("you"))).toBe("resource_not_found");
    expect(await upload(bodyOf("me"))).toBe("passed");
    expect(await upload({ input: JSON.stringify(bodyOf("you")) })).toBe("passed");
  });

  it("must have been read, or the file cannot be the input of a batch", async () => {
    const { keep, send } = open();
    const upload = (id: string, content: string) =>
      send("/openai/v1/files", form(content), { type: FORM, answer: { id } });
    const batch = (id: string) => send("/openai/v1/batches", JSON.stringify({ input_file_id: id }));
    expect(await upload("file-good", `\uFEFF${GOOD}\r\n${GOOD}`)).toBe("passed");
    expect(await batch("file-good")).toBe("passed");
    const unread = [
      `{"body":{\n"previous_response_id":"resp_x"}}`,
      "{body:{file_id:'x'}}",
      "%PDF-1.7",
      "",
      line({ input: [{ content: [{ file_id: "x".repeat(9000) }] }] }),
    ];
    for (const [index, content] of unread.entries()) {
      expect(await upload(`file-${index}`, content)).toBe("passed");
      expect([content, await batch(`file-${index}`)]).toEqual([content, "validation_failed"]);
    }
    // Such as one that was uploaded in parts.
    await keep("key:me", "openai", "file-parts");
    expect(await batch("file-parts")).toBe("validation_failed");
    expect(await batch("file-nobody")).toBe("resource_not_found");
  });

  it("of another vendor are read alike", async () => {
    const { keep, send } = open();
    await keep("key:you", "kimi", "file-y");
    const named = line({ messages: [{ content: [{ image_url: { url: "ms://file-y" } }] }] });
    const upload = (content: string) =>
      send("/kimi/v1/files", form(content), { type: FORM, answer: { id: "file-k" } });
    expect(await upload(named)).toBe("resource_not_found");
    expect(await upload(GOOD)).toBe("passed");
    expect(await send("/kimi/v1/batches", JSON.stringify({ input_file_id: "file-k" }))).toBe("passed");
  });

  it("of a resumable upload are read if one request brings them all", async () => {
    const { keep, send } = open();
    await keep("key:you", "gemini", "files/y", "cachedContents/y");
    await keep("key:me", "gemini", "upload_id=u");
    const upload = (content: string, command: string, offset: string) =>
      send("/gemini/upload/v1beta/files?upload_id=u", content, {
        type: "application/jsonl",
        headers: ["x-goog-upload-command", command, "x-goog-upload-offset", offset],
        answer: { file: { name: "files/in" } },
      });
    const batch = () =>
      send(
        "/gemini/v1beta/models/m:batchGenerateContent",
        JSON.stringify({ batch: { input_config: { file_name: "files/in" } } }),
      );
    const asking = (more: object) => JSON.stringify({ key: "1", request: { contents: [], ...more } });
    const file = {
      contents: [{ parts: [{ fileData: { fileUri: "https://x.googleapis.com/v1beta/files/y" } }] }],
    };
    expect(await upload(asking(file), "upload, finalize", "0")).toBe("resource_not_found");
    expect(await upload(asking({ cachedContent: "cachedContents/y" }), "upload, finalize", "0")).toBe(
      "resource_not_found",
    );
    expect(await upload(asking({}), "upload", "0")).toBe("passed");
    expect(await batch()).toBe("validation_failed");
    expect(await upload(asking({}), "upload, finalize", "8")).toBe("passed");
    expect(await batch()).toBe("validation_failed");
    expect(await upload(asking({}), "upload, finalize", "0")).toBe("passed");
    expect(await batch()).toBe("passed");
  });
});
