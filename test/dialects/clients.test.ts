import { describe, expect, it } from "vitest";
import { IdMap, Origins } from "../../src/dialects/index.ts";
import { clientRequests } from "./corpus.ts";
import { expectNone } from "./failures.ts";
import { judgeAll } from "./judge.ts";
import { semanticDifference } from "./oracle/index.ts";
import { dialects } from "./subjects.ts";

const requests = clientRequests();

describe.skipIf(requests.length === 0).each(dialects.map((one) => [one.id, one] as const))(
  "requests of real agents in %s",
  (id, source) => {
    const own = requests.filter((one) => one.dialect === id);

    it("are recognised", () => {
      expect(own.length).toBeGreaterThan(0);
    });

    it("survive their own round trip", () => {
      const failures = own.flatMap(({ name, body, reading }) => {
        const conversation = source.readRequest(body, { origins: new Origins(), ...reading });
        const written = source.writeRequest(conversation, { ids: new IdMap(), note: () => undefined });
        const found = semanticDifference(id, body, written.body);
        return found === undefined ? [] : [`${name}: ${found}`];
      });
      expectNone(failures);
    });

    it.each(dialects.filter((one) => one !== source).map((one) => [one.id, one] as const))(
      "are never refused on the way to %s, and lose nothing in silence",
      (_, target) => {
        const tally = judgeAll(
          source,
          target,
          own.map(({ name, body, reading }) => [name, ofAnyModel(body), reading] as const),
        );
        expectNone(tally.lost);
        expect(tally.counts).toEqual({ translated: own.length, refused: 0, unreadable: 0 });
      },
    );
  },
);

// Some models take no tools behind another API, so the request names one without rules of its own.
function ofAnyModel(body: unknown): unknown {
  return typeof body === "object" && body !== null && "model" in body ? { ...body, model: "m" } : body;
}
