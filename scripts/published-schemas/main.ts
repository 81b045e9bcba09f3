/** `npm run schemas`: whether what we say fits the schemas that vendors publish. */
import { parseArgs } from "node:util";
import { openTestGateway } from "../../test/gateway/test-gateway.ts";
import { openSchemas } from "../../test/schemas/dialect-schemas.ts";
import { type Exception, exceptions } from "../../test/schemas/exceptions.ts";
import { type Measured, measure } from "../../test/schemas/measure.ts";
import { publishedExist } from "../../test/schemas/published.ts";
import { servedSettings, servedTo } from "../../test/schemas/said/served.ts";
import { simulatedInto } from "../../test/schemas/said/simulated.ts";
import { translatedInto } from "../../test/schemas/said/translated.ts";
import { renderMeasured } from "./table.ts";

const HELP = `Translates every recorded and many generated answers, streams and errors of each engine into the four large dialects,
asks the simulator in each of them, asks a whole gateway over HTTP on every simulated engine, and checks all of it against the
schemas that the vendors publish.

Usage: npm run schemas -- [options]

  --dialect <name>  only what is said in this dialect (repeatable): ${Object.keys(openSchemas).join(", ")}
  --generated <n>   generated answers per dialect and engine (200 by default)
  --examples <n>    things to show for each kind of violation (1 by default)
  --help            print this

The schemas and recordings are read from ABP_SHARED, or from the folder "shared" beside the repository.
The exit code is 1 if anything does not fit, or if an exception is not needed.
`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      dialect: { type: "string", multiple: true },
      generated: { type: "string", default: "200" },
      examples: { type: "string", default: "1" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  if (!publishedExist) {
    process.stderr.write("There are no published schemas: set ABP_SHARED to the folder that holds them.\n");
    return 2;
  }
  const wanted = values.dialect ?? Object.keys(openSchemas);
  const unknown = wanted.filter((name) => !Object.hasOwn(openSchemas, name));
  if (unknown.length > 0) {
    process.stderr.write(`There are no schemas of ${unknown.join(", ")}. Try --help.\n`);
    return 2;
  }
  const amount = { recordings: Number.POSITIVE_INFINITY, generated: Number(values.generated) };
  const used = new Set<Exception>();
  const measured: Measured[] = [];
  const gateway = await openTestGateway(servedSettings);
  for (const dialect of wanted) {
    measured.push(...(await measure(translatedInto(dialect, amount), used)));
    measured.push(...(await measure(simulatedInto(dialect), used)));
    measured.push(...(await measure(servedTo(gateway, dialect, 1), used)));
  }
  await gateway.close();
  process.stdout.write(
    renderMeasured(
      measured,
      exceptions.filter((one) => used.has(one)),
      Number(values.examples),
    ),
  );
  const unused = exceptions.filter((one) => wanted.includes(one.dialect) && !used.has(one));
  for (const { dialect, fault } of unused)
    process.stdout.write(`unused exception in ${dialect}: ${fault.source}\n`);
  return unused.length > 0 || measured.some(({ violations }) => violations.length > 0) ? 1 : 0;
}

process.exitCode = await main();
