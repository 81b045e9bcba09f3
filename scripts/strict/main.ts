/** `npm run strict`: whether strict vendors accept the requests that the gateway writes. */
import { parseArgs } from "node:util";
import { corpusExists } from "../../test/dialects/corpus.ts";
import {
  type Acceptance,
  acceptedRequests,
  measureAcceptance,
  measureOwn,
  openTarget,
} from "./acceptance.ts";
import { renderAcceptance } from "./table.ts";
import { targets } from "./targets.ts";

const HELP = `Translates every recorded request that its vendor accepted to each other dialect and model, as the gateway does,
and checks the result with the strict simulated engine. The rows "own" check recordings unchanged.

Usage: npm run strict -- [options]

  --from <dialect>  only requests of this dialect (repeatable)
  --to <dialect>    only engines of this dialect (repeatable)
  --model <name>    only this model (repeatable)
  --rule <name>     print every request that breaks a rule whose name contains this
  --examples <n>    requests to show for each broken rule (3 by default)
  --json            print JSON
  --help            print this

The recordings are read from ABP_SHARED, or from the folder "shared" beside the repository.
The exit code is 1 if a request is rejected.
`;

function main(): number {
  const { values } = parseArgs({
    options: {
      from: { type: "string", multiple: true },
      to: { type: "string", multiple: true },
      model: { type: "string", multiple: true },
      rule: { type: "string" },
      examples: { type: "string", default: "3" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  if (!corpusExists) {
    process.stderr.write("There are no recordings: set ABP_SHARED to the folder that holds them.\n");
    return 2;
  }
  const wanted = (list: readonly string[] | undefined, one: string) =>
    list === undefined || list.includes(one);
  const measured: Acceptance[] = [];
  const sources = targets.filter(({ dialect }) => wanted(values.from, dialect));
  for (const { dialect: from, vendors } of sources) {
    const requests = acceptedRequests(from);
    for (const target of targets.filter(({ dialect }) => wanted(values.to, dialect))) {
      if (target.dialect === from) {
        if (values.model === undefined) measured.push(measureOwn(from, vendors));
        continue;
      }
      const engine = openTarget(target);
      for (const model of target.models.filter((one) => wanted(values.model, one)))
        measured.push(measureAcceptance(from, engine, model, requests));
    }
  }
  const { rule } = values;
  if (rule !== undefined) process.stdout.write(`${listRejections(measured, rule)}\n`);
  else if (values.json) process.stdout.write(`${JSON.stringify(measured, undefined, 2)}\n`);
  else process.stdout.write(renderAcceptance(measured, Number(values.examples)));
  return measured.some(({ rejections }) => rejections.length > 0) ? 1 : 0;
}

function listRejections(measured: readonly Acceptance[], rule: string): string {
  return measured
    .flatMap(({ from, model, rejections }) =>
      rejections
        .filter((one) => one.rule.includes(rule))
        .map((one) => `${from} → ${model}  ${one.rule}  ${one.name}\n    ${one.message}`),
    )
    .join("\n");
}

process.exitCode = main();
