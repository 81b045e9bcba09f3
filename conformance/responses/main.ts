/** Tests a Responses endpoint: `node conformance/responses/main.ts --base-url … --key … --model …`. */
import { parseArgs } from "node:util";
import { Endpoint } from "./endpoint.ts";
import { cases, runCases } from "./suite.ts";

const USAGE = `usage: npm run conformance:responses -- --base-url URL --key KEY --model MODEL [--header "name: value"] [--only ID]

  --base-url URL   where the API is, up to and including /v1
  --key KEY        sent as a bearer token; without it, the variable RESPONSES_KEY
  --model MODEL    the model of every request
  --header LINE    a further header of each call; may be repeated
  --only ID        runs this test alone; may be repeated
  --json           one line of JSON for each test
`;

const { values } = parseArgs({
  options: {
    "base-url": { type: "string" },
    key: { type: "string" },
    model: { type: "string" },
    header: { type: "string", multiple: true, default: [] },
    only: { type: "string", multiple: true },
    json: { type: "boolean", default: false },
  },
});
const { model, only } = values;
const key = values.key ?? process.env["RESPONSES_KEY"];
const baseUrl = values["base-url"]?.replace(/\/$/, "");
if (baseUrl === undefined || key === undefined || model === undefined) {
  process.stderr.write(USAGE);
  process.exit(2);
}
const unknown = only?.find((id) => !cases.some((one) => one.id === id));
if (unknown !== undefined) {
  process.stderr.write(`There is no test ${unknown}. There are ${cases.map(({ id }) => id).join(", ")}.\n`);
  process.exit(2);
}

const headers = Object.fromEntries(
  values.header.map((line) => {
    const end = line.indexOf(":");
    return [line.slice(0, end).trim(), line.slice(end + 1).trim()];
  }),
);
const chosen = only === undefined ? cases : cases.filter(({ id }) => only.includes(id));
let failed = 0;
for await (const outcome of runCases(new Endpoint({ baseUrl, key, model, headers }), chosen)) {
  if (outcome.faults.length > 0) failed += 1;
  process.stdout.write(values.json ? `${JSON.stringify(outcome)}\n` : lineOf(outcome));
}
process.stdout.write(values.json ? "" : `${chosen.length - failed} of ${chosen.length} passed\n`);
process.exitCode = failed === 0 ? 0 : 1;

function lineOf({ id, title, faults }: { id: string; title: string; faults: readonly string[] }): string {
  const marks = faults.map((fault) => `        ${fault}\n`).join("");
  return `${faults.length === 0 ? "passed" : "FAILED"}  ${id.padEnd(28)} ${title}\n${marks}`;
}
