import { describe, expect, it } from "vitest";
import { faultSize } from "../fault-size.ts";
import { expectNone } from "./failures.ts";
import { DialectFuzzer } from "./fuzz.ts";
import { dialects } from "./subjects.ts";

const INPUTS = faultSize(1_200, 20_000);

describe.each(dialects.map((one, index) => [one.id, one, index] as const))(
  "the readers of %s",
  (_, dialect, seed) => {
    it(`answer ${INPUTS} random and changed inputs with a value or a typed error`, () => {
      const fuzzer = new DialectFuzzer(dialect, seed);
      fuzzer.run(INPUTS);
      const { inputs, read, refused, slowest, crashes } = fuzzer.count;
      console.log(
        `${dialect.id}: ${inputs} inputs, ${read} read, ${refused} refused, slowest ${slowest.toFixed(1)} ms`,
      );
      expectNone(
        crashes.map(
          ({ kind, message, input }) => `${kind}: ${message.slice(0, 300)} ← ${input.slice(0, 600)}`,
        ),
      );
      expect(read).toBeGreaterThan(INPUTS / 20);
      expect(refused).toBeGreaterThan(INPUTS / 20);
    });
  },
);
