import { dialects } from "../../dialects/index.ts";
import { engineContract } from "../engine.contract.ts";
import { openTestSim, requestOf, saying } from "./fixtures/calling.ts";

for (const dialect of dialects) {
  engineContract(`simulated ${dialect.id}`, async () => {
    const engine = openTestSim(dialect);
    return {
      engine,
      short: requestOf(dialect, saying("hello")),
      long: requestOf(dialect, saying("sim: repeat 12 word"), true),
      close: () => engine.close(),
    };
  });
}
