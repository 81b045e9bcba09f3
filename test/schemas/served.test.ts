import { afterAll, describe, expect, it } from "vitest";
import { expectNone } from "../dialects/failures.ts";
import { openTestGateway } from "../gateway/test-gateway.ts";
import { openSchemas } from "./dialect-schemas.ts";
import { measure, violationsOf } from "./measure.ts";
import { publishedExist } from "./published.ts";
import { servedSettings, servedTo } from "./said/served.ts";

// `npm run schemas` asks all questions.
const EVERY = 6;

const gateway = await openTestGateway(servedSettings);
afterAll(() => gateway.close());

describe.each(Object.keys(openSchemas))("what a whole gateway says in %s", (dialect) => {
  const needsPublished = dialect === "openai" || dialect === "codex";

  it.skipIf(needsPublished && !publishedExist)(
    "fits the published schemas on every engine, errors included",
    async () => {
      const measured = await measure(servedTo(gateway, dialect, EVERY));
      expect(measured.length).toBe(7);
      expect(measured.every(({ checked, engine }) => engine === "gateway all" || checked > 20)).toBe(true);
      expectNone(violationsOf(measured));
    },
  );
});
