import { describe, expect, it } from "vitest";
import { IdMap, Origins } from "../../src/dialects/index.ts";
import { faultSize } from "../fault-size.ts";
import {
  corpusExists,
  countLine,
  type Recording,
  recordedErrors,
  recordedReplies,
  recordedRequests,
  recordedStreams,
} from "./corpus.ts";
import { expectNone } from "./failures.ts";
import { generateAnswer, generateScene } from "./generate.ts";
import {
  contradictionsOf,
  firstDeepDifference,
  framesOf,
  oracleOf,
  semanticDifference,
  settled,
  wireOf,
} from "./oracle/index.ts";
import { renderReply, renderStream } from "./render-reply.ts";
import { renderRequest } from "./render-request.ts";
import { bytesOf, dialects, translateStream, writing } from "./subjects.ts";
import { unreadable } from "./unreadable.ts";

const SEEDS = faultSize(100, 300);

/** Runs a check over recordings and gives every failure, so that one bad recording does not hide the others. */
function failuresOver(list: readonly Recording[], check: (one: Recording) => string | undefined): string[] {
  return list.flatMap((one) => {
    let found: string | undefined;
    try {
      found = check(one);
    } catch (error) {
      found = `threw ${String(error)}`;
    }
    return found === undefined || unreadable.has(one.name) ? [] : [`${one.name}: ${found}`];
  });
}

describe.skipIf(!corpusExists).each(dialects.map((one) => [one.id, one] as const))(
  "recordings of %s",
  (id, dialect) => {
    it("give the same request back", () => {
      const list = recordedRequests(id);
      console.log(countLine(`${id} requests`, list));
      const failures = failuresOver(list, (one) => {
        const body = one.request();
        const conversation = dialect.readRequest(body, { origins: new Origins(), ...one.reading() });
        const written = dialect.writeRequest(conversation, { ids: new IdMap(), note: () => undefined });
        return semanticDifference(id, body, written.body);
      });
      expectNone(failures);
    });

    it("give the same reply back", () => {
      const list = recordedReplies(id);
      console.log(countLine(`${id} replies`, list));
      const failures = failuresOver(list, (one) => {
        const reply = dialect.readReply(one.body(), new Origins());
        return semanticDifference(id, one.body(), dialect.writeReply(reply, writing()));
      });
      expectNone(failures);
    });

    it("give a stream back that amounts to the same reply", () => {
      const list = recordedStreams(id);
      console.log(countLine(`${id} streams`, list));
      const oracle = oracleOf(id);
      const failures = failuresOver(list, (one) => {
        const bytes = one.bytes();
        const written = framesOf(translateStream(dialect, dialect, bytes));
        const [contradiction] = wireOf(id) === "responses" ? contradictionsOf(written) : [];
        const before = oracle.reply(oracle.collapse(framesOf(bytes)));
        const after = oracle.reply(oracle.collapse(written));
        // Some look-alikes close a stream with [DONE] and give no reason; the wire requires one.
        if (before.answers[0]?.ending === undefined && after.answers[0]?.ending === "end") return undefined;
        // If the vendor names no model, the one that was asked for is named.
        const named = { ...after, model: before.model === undefined ? undefined : after.model };
        // Behind a relay's message stand the words of the vendor.
        if (before.failure !== undefined && named.failure?.startsWith(`${before.failure} (`))
          named.failure = before.failure;
        return contradiction ?? firstDeepDifference(settled({ ...before }), settled(named));
      });
      expectNone(failures);
    });

    it("give an error back with its status and message", () => {
      const list = recordedErrors(id);
      console.log(countLine(`${id} errors`, list));
      const failures = failuresOver(list, (one) => {
        const failure = dialect.readError(one.facts.status, one.body());
        const again = dialect.writeError(failure);
        const second = dialect.readError(again.status, again.body);
        if (again.status !== one.facts.status) return `status became ${again.status}`;
        return second.message === failure.message ? undefined : `message became ${second.message}`;
      });
      expectNone(failures);
    });
  },
);

describe.each(dialects.map((one) => [one.id, one] as const))(
  "generated conversations in %s",
  (id, dialect) => {
    it("survive their own round trip", () => {
      const oracle = oracleOf(id);
      for (let seed = 0; seed < SEEDS; seed += 1) {
        const { body, reading } = renderRequest(id, generateScene(seed));
        const conversation = dialect.readRequest(body, { origins: new Origins(), ...reading });
        const written = dialect.writeRequest(conversation, { ids: new IdMap(), note: () => undefined });
        expect(semanticDifference(id, body, written.body), `request ${seed}`).toBeUndefined();

        const answer = generateAnswer(seed);
        const reply = renderReply(id, answer);
        const again = dialect.writeReply(dialect.readReply(reply, new Origins()), writing());
        expect(semanticDifference(id, reply, again), `reply ${seed}`).toBeUndefined();

        const stream = renderStream(id, answer, seed);
        const before = oracle.reply(oracle.collapse(framesOf(stream)));
        const after = oracle.reply(
          oracle.collapse(framesOf(translateStream(dialect, dialect, bytesOf(stream)))),
        );
        expect(
          firstDeepDifference(settled({ ...before }), settled({ ...after })),
          `stream ${seed}`,
        ).toBeUndefined();
      }
    });
  },
);
