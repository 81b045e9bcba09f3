import { describe, it } from "vitest";
import { faultSize } from "../../fault-size.ts";
import { expectNone } from "../failures.ts";
import { judge, Tally } from "../judge.ts";
import { Random } from "../random.ts";
import { dialectNamed, dialects } from "../subjects.ts";
import { requestWith } from "./planted-request.ts";
import { membersOf, sampleValue, schemasExist } from "./schema-values.ts";

const ROUNDS = faultSize(2, 60);

// The text of an input and of messages comes from the recordings; these also decide what else may stand beside them.
const LEFT = new Set(["messages", "input", "model", "stream"]);

describe.skipIf(!schemasExist).each([
  ["openai", "CreateChatCompletionRequest"],
  ["kimi", "CreateChatCompletionRequest"],
  ["copilot", "CreateChatCompletionRequest"],
  ["codex", "CreateResponse"],
])("requests of %s with members by the published schema of %s", (id, name) => {
  it.each(dialects.filter((one) => one.id !== id).map((one) => [one.id, one] as const))(
    "lose nothing in silence on the way to %s",
    (_, target) => {
      const tally = new Tally();
      const source = dialectNamed(id);
      const members = membersOf(name).filter(([member]) => !LEFT.has(member));
      for (let seed = 0; seed < ROUNDS; seed += 1)
        for (const [place, [member, schema]] of members.entries()) {
          const random = new Random(seed * 1009 + place);
          const body = { ...requestWith(id, []), [member]: sampleValue(schema, random) };
          tally.add(`${member} ${seed}`, target, judge(source, target, body, {}));
        }
      expectNone(tally.lost.map((one) => `${id} → ${one}`));
    },
  );
});
