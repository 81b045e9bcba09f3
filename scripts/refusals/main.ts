/** `npm run refusals`: how many recorded requests the gateway refuses to translate, for each ordered pair of dialects. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { corpusExists, genuine, recordedRequests } from "../../test/dialects/corpus.ts";
import { checkOut } from "./checkout.ts";
import { countClasses, exceedsLimit, measurePair, type PairMeasurement } from "./measurement.ts";
import { type RefusalReport, renderRefusals } from "./table.ts";
import { loadTranslator, type RecordedRequest, type RefusalTarget } from "./translator.ts";

const HELP = `Translates every recorded request that its vendor accepted to each other dialect, as the gateway does in
best-effort mode, and prints how many are refused and why.

Usage: npm run refusals -- [options]

  --against <ref>  measure this git commit as well, and print it as the column "before"
  --model <to=id>  translate for this model, for example claude=claude-opus-5 (repeatable)
  --json           print JSON
  --help           print this

The recordings are read from ABP_SHARED, or from the folder "shared" beside the repository.
The exit code is 1 where more than 1 % of a pair's requests are refused for a reason that no class allows.
`;

const repository = resolve(import.meta.dirname, "../..");

/** A current model of each vendor. */
const targets: readonly RefusalTarget[] = [
  { dialect: "claude", provider: "anthropic", model: "claude-sonnet-5-5" },
  { dialect: "openai", provider: "openai", model: "gpt-6-sol" },
  { dialect: "codex", provider: "openai", model: "gpt-6-sol" },
  { dialect: "gemini", provider: "google", model: "gemini-3.8-flash" },
  { dialect: "kimi", provider: "moonshotai", model: "kimi-k3" },
  { dialect: "copilot", provider: "github", model: "gpt-5.4" },
];

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      against: { type: "string" },
      model: { type: "string", multiple: true, default: [] },
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
  const chosen = new Map(values.model.map((text) => text.split("=", 2) as [string, string]));
  const measured = targets.map((one) => ({ ...one, model: chosen.get(one.dialect) ?? one.model }));
  const before = values.against === undefined ? undefined : await measureEarlier(values.against, measured);
  const report = { before, now: await measureAll(repository, measured) };
  process.stdout.write(
    values.json ? `${JSON.stringify(asJson(report), undefined, 2)}\n` : renderRefusals(report),
  );
  return report.now.some(exceedsLimit) ? 1 : 0;
}

async function measureEarlier(ref: string, to: readonly RefusalTarget[]): Promise<PairMeasurement[]> {
  const checkout = checkOut(repository, ref);
  try {
    return await measureAll(checkout.directory, to);
  } finally {
    checkout.remove();
  }
}

async function measureAll(checkout: string, to: readonly RefusalTarget[]): Promise<PairMeasurement[]> {
  const translate = await loadTranslator(checkout);
  return targets.flatMap(({ dialect: from }) => {
    const requests = requestsOf(from);
    return to
      .filter(({ dialect }) => dialect !== from)
      .map((target) => measurePair(from, target, requests, translate));
  });
}

function requestsOf(dialect: string): RecordedRequest[] {
  return genuine(recordedRequests(dialect))
    .filter(({ facts }) => facts.status === 200)
    .map((one) => {
      const { model, stream } = one.reading();
      return { name: one.name, body: one.request(), model, stream };
    });
}

function asJson({ before, now }: RefusalReport) {
  const summary = (pair: PairMeasurement) => ({
    requests: pair.requests,
    refused: pair.refusals.length,
    classes: countClasses(pair),
  });
  return now.map((pair) => {
    const old = before?.find(({ from, to }) => from === pair.from && to === pair.to);
    const { from, to, model, refusals } = pair;
    return {
      ...{ from, to, model, ...summary(pair), exceeds: exceedsLimit(pair), refusals },
      ...(old === undefined ? {} : { before: summary(old) }),
    };
  });
}

process.exitCode = await main();
