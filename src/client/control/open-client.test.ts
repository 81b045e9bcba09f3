import { describe, expect, it } from "vitest";
import { AbpError, problemOf } from "../../contract/index.ts";
import { openClient } from "./open-client.ts";

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** A client whose requests get these answers, one after the other. */
function clientOf(...answers: (Response | Error)[]) {
  const sent: Sent[] = [];
  const client = openClient({
    url: "http://127.0.0.1:7717/",
    key: "k",
    fetch: async (input, init) => {
      const { method, url, headers, redirect } = new Request(input, init);
      expect(redirect).toBe("error");
      const body = typeof init?.body === "string" ? init.body : "";
      sent.push({ method, url, headers: Object.fromEntries(headers), body });
      const answer = answers.shift() ?? new Error("no further answer");
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return { client, sent };
}

const run_id = "019a0000-0000-7000-8000-000000000001";

describe("a client of the control API", () => {
  it("sends the members of its input where the route has them: path, query, body", async () => {
    const { client, sent } = clientOf(
      Response.json({ run_id }),
      Response.json({ items: [], next_cursor: null }),
    );
    await client.cancelRun({ run_id, reason: "no" }, { idempotencyKey: "once" });
    await client.listRuns({ state: "failed", limit: 5 });
    expect(sent).toEqual([
      {
        method: "POST",
        url: `http://127.0.0.1:7717/abp/v1/runs/${run_id}/cancel`,
        headers: { authorization: "Bearer k", "content-type": "application/json", "idempotency-key": "once" },
        body: '{"reason":"no"}',
      },
      {
        method: "GET",
        url: "http://127.0.0.1:7717/abp/v1/runs?limit=5&state=failed",
        headers: { authorization: "Bearer k" },
        body: "",
      },
    ]);
  });

  it("writes a name into a path so that it stays one part of it", async () => {
    const { client, sent } = clientOf(Response.json({}));
    await client.revokeKey({ name: "../a b" });
    expect(sent[0]!.url).toBe("http://127.0.0.1:7717/abp/v1/keys/..%2Fa%20b");
    await expect(client.getRun({ run_id: "" })).rejects.toMatchObject({
      code: "validation_failed",
      where: "run_id",
    });
  });

  it("throws the error of a refusal as the daemon had it", async () => {
    const error = new AbpError("submission_not_found", "There is no run.", {
      where: "run_id",
      advice: "List them.",
      details: { run_id },
    });
    const timestamp = "2026-03-01T08:00:00Z";
    const problem = problemOf(error, { id: "request", timestamp, instance: "/abp/v1/runs" });
    const { client } = clientOf(Response.json(problem, { status: 404 }));
    const thrown = await client.getRun({ run_id }).then(
      () => undefined,
      (caught: unknown) => caught,
    );
    expect(AbpError.is(thrown) && { ...thrown, message: thrown.message }).toMatchObject({
      code: "submission_not_found",
      message: "There is no run.",
      where: "run_id",
      advice: "List them.",
      details: { run_id, request_id: "request" },
    });
  });

  it("says what else can be wrong: no daemon, an answer that is none", async () => {
    const { client } = clientOf(
      new TypeError("fetch failed"),
      new Response("<html>", { status: 502 }),
      new Response("<html>"),
      Response.json({ code: "of_a_later_version", detail: "What?" }, { status: 409 }),
    );
    const codeOf = () => client.getRun({ run_id }).catch((error: AbpError) => [error.code, error.message]);
    expect([await codeOf(), await codeOf(), await codeOf(), await codeOf()]).toEqual([
      ["daemon_not_running", "nothing answers at http://127.0.0.1:7717/"],
      ["internal", "the daemon answered 502, and gave no reason"],
      ["internal", "the daemon's answer is not JSON"],
      ["internal", "What?"],
    ]);
  });

  it("awaits one page of a list, and iterates over all of them", async () => {
    const page = (name: string, next: string | null) =>
      Response.json({ items: [{ name: `${name}1` }, { name: `${name}2` }], next_cursor: next });
    const { client, sent } = clientOf(page("a", "x"), page("a", "x"), page("b", null), page("a", "x"));
    expect((await client.listKeys()).items).toHaveLength(2);
    const names = [];
    for await (const { name } of client.listKeys({ limit: 2 })) names.push(name);
    expect(names).toEqual(["a1", "a2", "b1", "b2"]);
    expect(sent.map(({ url }) => url.split("?")[1])).toEqual([undefined, "limit=2", "cursor=x&limit=2"]);
    for await (const { items } of client.listKeys().pages()) {
      expect(items).toHaveLength(2);
      break;
    }
    expect(sent).toHaveLength(4);
  });

  it("iterates over events until nothing has happened behind them yet, or nothing can", async () => {
    const page = (seqs: number[], next: string, has_ended: boolean) =>
      Response.json({ items: seqs.map((seq) => ({ seq, event: {} })), next_after: next, has_ended });
    const going = clientOf(page([0, 1], "1", false), page([], "1", false));
    expect((await going.client.listRunEvents({ run_id }).all()).map(({ seq }) => seq)).toEqual([0, 1]);
    expect(going.sent.map(({ url }) => url.split("?")[1])).toEqual([undefined, "after=1"]);
    const ended = clientOf(page([0], "0", false), page([1], "1", true));
    expect((await ended.client.listRunEvents({ run_id }).all()).map(({ seq }) => seq)).toEqual([0, 1]);
  });

  it("uploads bytes as they are", async () => {
    const { client, sent } = clientOf(Response.json({ sha256: "0", bytes: 3, entries: 0 }, { status: 201 }));
    await client.uploadArchive({ content: Buffer.from("abc") });
    expect(sent[0]!.headers["content-type"]).toBe("application/gzip");
  });

  it("gives no receipt of a run that has none yet", async () => {
    const error = new AbpError("receipt_not_found", "There is no receipt.");
    const problem = problemOf(error, { id: "r", timestamp: "2026-03-01T08:00:00Z", instance: "/" });
    const { client } = clientOf(Response.json(problem, { status: 404 }), Response.json({}));
    expect(await client.getReceipt(run_id)).toBe(undefined);
    await expect(client.getReceipt(run_id, { tenant: "a" })).rejects.toMatchObject({
      code: "contract_schema_violation",
    });
  });
});
