import { describe, it } from "vitest";
import { faultSize } from "../fault-size.ts";
import { expectNone } from "./failures.ts";
import { generateScene } from "./generate.ts";
import { judge, Tally } from "./judge.ts";
import { mutate } from "./mutate.ts";
import { Random } from "./random.ts";
import { type RenderedRequest, renderRequest } from "./render-request.ts";
import { dialects } from "./subjects.ts";

const TOTAL = faultSize(3_600, 100_000);

/** Small requests, so that the many translations stay affordable. */
function basesOf(id: string): RenderedRequest[] {
  return Array.from({ length: 120 }, (_, seed) => renderRequest(id, generateScene(seed)))
    .filter(({ body }) => JSON.stringify(body).length < 3500)
    .slice(0, 60);
}

describe.each(dialects.map((one, index) => [one.id, one, index] as const))(
  "changed requests of %s",
  (id, source, place) => {
    it("lose nothing in silence", () => {
      const bases = basesOf(id);
      const targets = dialects.filter((one) => one !== source);
      const random = new Random(1000 + place);
      const tally = new Tally();
      const rounds = Math.ceil(TOTAL / dialects.length);
      for (let round = 0; round < rounds; round += 1) {
        const { body, reading } = random.pick(bases);
        const changed = mutate(body, random);
        const target = random.pick(targets);
        tally.add(`round ${round}`, target, judge(source, target, changed, reading));
      }
      console.log(`${id}: ${rounds} changed requests ${JSON.stringify(tally.counts)}`);
      expectNone(tally.lost);
    });
  },
);
