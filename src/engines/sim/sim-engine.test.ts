import { describe, expect, it } from "vitest";
import { dialects } from "../../dialects/index.ts";
import { ask } from "./fixtures/asking.ts";
import { openTestSim, post, requestOf, saying, send } from "./fixtures/calling.ts";

describe.each(dialects.map((dialect) => [dialect.id, dialect] as const))(
  "the simulated engine in %s",
  (_id, dialect) => {
    const engine = openTestSim(dialect);

    it.each([400, 401, 404, 429, 500, 503])(
      "answers with the error %d in its own envelope",
      async (status) => {
        for (const isStream of [false, true]) {
          const conversation = saying(`sim: error ${status} no luck`);
          const answer = await send(engine, requestOf(dialect, conversation, isStream));
          expect(answer.status).toBe(status);
          const failure = dialect.readError(answer.status, JSON.parse(answer.text));
          expect(failure).toMatchObject({
            status,
            message: "no luck",
            code: dialect.readError(status, {}).code,
          });
          expect(answer.headers["retry-after"]).toBe(status === 429 || status === 503 ? "1" : undefined);
          expect(answer.headers["x-abp-simulated"]).toBe("true");
        }
      },
    );

    it("refuses what it cannot read with a 400, and a path that is not its own with a 404", async () => {
      const { path } = requestOf(dialect, saying("x"));
      for (const body of ["", "{", "[]", "{}", '"x"', '{"messages":1,"contents":1,"input":1}']) {
        const answer = await send(engine, post(path, body));
        if (body === "{}" && answer.status === 200) continue;
        expect(answer.status, body).toBe(400);
        expect(dialect.readError(400, JSON.parse(answer.text)).message).toMatch(/^\[simulated\] /);
      }
      const deep = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`;
      const nested = JSON.parse(String(requestOf(dialect, saying("x"), false).body)) as object;
      const bomb = `${JSON.stringify(nested).slice(0, -1)},"tools":[${deep}]}`;
      expect([200, 400]).toContain((await send(engine, post(path, bomb))).status);
      const nowhere = await send(engine, post("/v9/nothing", "{}"));
      expect(nowhere.status).toBe(404);
      expect(dialect.readError(404, JSON.parse(nowhere.text)).message).toContain("/v9/nothing");
    });

    it("counts tokens as its usage does", async () => {
      const endpoint = dialect.endpoints.find(({ operation }) => operation === "count_tokens");
      const conversation = saying("count these words");
      const { usage } = await ask(engine, conversation);
      expect(usage?.input).toBe(5);
      if (endpoint === undefined) return;
      const { body } = requestOf(dialect, conversation);
      const counted = await send(engine, post(endpoint.path.replace(":model", "sim-model"), String(body)));
      expect(dialect.readTokenCount(JSON.parse(counted.text))).toBe(5);
    });

    it("lists its models", async () => {
      const endpoint = dialect.endpoints.find(({ operation }) => operation === "list_models")!;
      const ids = async (models: string[]) => {
        const one = openTestSim(dialect, { models });
        const answer = await send(one, { method: "GET", path: endpoint.path, headers: [], repeatable: true });
        const listed = await one.listModels(new AbortController().signal);
        const read = dialect.readModels(JSON.parse(answer.text)).map(({ id }) => id);
        expect(listed.map(({ id }) => id)).toEqual(read);
        return read;
      };
      expect(await ids(["small", "large-*", "big"])).toEqual(["small", "big"]);
      expect(await ids(["*"])).toEqual(["sim-model"]);
    });
  },
);
