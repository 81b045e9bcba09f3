import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openClient } from "../../src/client/index.ts";
import { TestDaemons } from "../../src/daemon/fixtures/test-daemon.ts";
import type { Daemon } from "../../src/daemon/index.ts";
import { trustKeys, verifyBundle } from "../../src/receipts/index.ts";
import { KeyStore } from "../../src/storage/index.ts";

describe.each([1, 2])("a work order that a client submits to a daemon with %i serving threads", (workers) => {
  const daemons = new TestDaemons();
  const root = join(daemons.home, "project");
  let daemon: Daemon;
  beforeAll(async () => {
    mkdirSync(root);
    writeFileSync(join(root, "a.txt"), "a\n");
    daemon = await daemons.start({ gateway: { workers } }, { env: { ABP_HOME: daemons.home } });
  });
  afterAll(() => daemons.close());

  const key = () => readFileSync(join(daemons.home, "state/admin-token"), "utf8").trim();
  const submit = (client: ReturnType<typeof openClient>) =>
    client.submitRun({ work_order: { task: "Say hello", workspace: { root } } });

  it("runs to a receipt that a stranger verifies, and its events are exact when the stream is cut", async () => {
    let opened = 0;
    // Every stream but the last is cut behind its first event.
    const client = openClient({
      url: daemon.url,
      key: key(),
      fetch: async (input, init) => {
        const answer = await fetch(input, init);
        if (!String(input).includes("/stream")) return answer;
        opened += 1;
        return new Response(cutAfterFirstEvent(answer.body!), answer);
      },
    });
    const { run_id, state } = await submit(client);
    expect(state).toBe("pending");
    const followed = [];
    for await (const item of client.followRunEvents({ run_id })) followed.push(item);
    const listed = [];
    for await (const item of client.listRunEvents({ run_id, limit: 2 })) listed.push(item);
    expect(followed).toEqual(listed);
    expect(followed.map(({ seq }) => seq)).toEqual(followed.map((_, index) => index));
    expect(followed.length).toBeGreaterThan(2);
    expect(opened).toBeGreaterThanOrEqual(followed.length);

    expect(await client.getRun({ run_id })).toMatchObject({ state: "completed", reason: "completed" });
    const receipt = await client.getReceipt(run_id);
    expect(receipt).toMatchObject({ meta: { run_id }, outcome: "complete" });
    const bundle = await client.getBundle({ run_id });
    const keys = trustKeys(await new KeyStore(join(daemons.home, "data/keys")).keySet());
    expect(verifyBundle(bundle, { keys })).toMatchObject({ ok: true, findings: [] });
  });
});

/** The bytes up to the end of the first event with an id, then an error as of a connection that breaks. */
function cutAfterFirstEvent(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let text = "";
  return body.pipeThrough(
    new TransformStream({
      transform: (bytes, controller) => {
        text += Buffer.from(bytes).toString("latin1");
        const end = /id: [^\n]*\ndata: [^\n]*\n\n/.exec(text);
        if (end === null) {
          controller.enqueue(bytes);
          return;
        }
        const rest = text.length - (end.index + end[0].length);
        controller.enqueue(bytes.subarray(0, bytes.length - rest));
        setImmediate(() => controller.error(new TypeError("the connection was cut")));
      },
    }),
  );
}
