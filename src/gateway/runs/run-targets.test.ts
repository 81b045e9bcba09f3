import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileGlobSet } from "../../lib/index.ts";
import { callPolicyOf } from "../enforcement/call-policy.ts";
import { judgeModel } from "../enforcement/plan-decisions.ts";
import { directoryOf, fakeEngine } from "../fixtures/engines.ts";
import { testCaller } from "../fixtures/test-context.ts";
import { listCandidates } from "../routing/auto-engine.ts";
import { openRouter } from "../routing/router.ts";
import { bindRun } from "./run-binding.ts";

const ENGINES = ["e1", "e2", "e3"];
/** Every text of at most four of three letters: enough to tell any of the patterns below apart. */
const TEXTS = [0, 1, 2, 3, 4].flatMap((length) => textsOf(length));

function textsOf(length: number): string[] {
  return length === 0
    ? [""]
    : textsOf(length - 1).flatMap((text) => ["a", "b", "z"].map((one) => text + one));
}

const name = fc.constantFrom<string[]>("a", "b", "ab", "ba", "abb", "M1");
const pattern = fc.constantFrom("*", "a*", "*b", "?b", "ab?", "a?*", "[ab]*", "{a,ba}");
const entries = fc.array(fc.oneof(name, pattern), { minLength: 1, maxLength: 2 });
const mapped = fc.option(fc.constantFrom("M1", "M2", "M3"), { nil: undefined });
const engine = fc.constantFrom(...ENGINES);
const fallback = fc.array(fc.record({ engine, model: mapped }), { maxLength: 1 });
const route = fc.record({
  models: entries,
  engine: fc.constantFrom(...ENGINES, "auto"),
  model: mapped,
  fallback: fc.option(fallback, { nil: undefined }),
});
const setting = fc.record({
  routes: fc.array(route, { maxLength: 3 }),
  served: fc.array(fc.array(fc.oneof(name, pattern), { maxLength: 1 }), { minLength: 3, maxLength: 3 }),
  fallbacks: fc.array(fallback, { minLength: 3, maxLength: 3 }),
  preset: fc.option(fc.constantFrom(...ENGINES, "auto"), { nil: undefined }),
  engine: fc.option(engine, { nil: undefined }),
  names: fc.array(name, { maxLength: 2 }),
  patterns: fc.array(pattern, { maxLength: 2 }),
});

describe("the models and engines of a run's key", () => {
  it("are exactly those that the router gives for the permitted names", () => {
    fc.assert(
      fc.property(setting, ({ routes: list, served, fallbacks, preset, engine: own, names, patterns }) => {
        fc.pre(names.length + patterns.length > 0);
        const engines = directoryOf(
          ...ENGINES.map((one, at) =>
            fakeEngine(one, "openai", {
              models: served[at]!,
              fallback: fallbacks[at]!.filter((other) => other.engine !== one),
              isSimulated: false,
            }),
          ),
        );
        const routes = Object.fromEntries(list.map((one, at) => [`r${at}`, one]));
        const router = openRouter(routes, engines, preset);
        const bound = bindRun(
          testCaller(),
          { engine: own, models: { names, patterns } },
          { engines, router, routes },
        );

        /** What the router gives, worked out from its answer alone. */
        const targetsOf = (model: string) => {
          let choice: ReturnType<typeof router.route>;
          try {
            choice = router.route({ model, engine: own, caller: testCaller() });
          } catch {
            return [];
          }
          const first =
            choice.engine === undefined
              ? listCandidates(engines, choice.model ?? model, undefined).map((one) => ({
                  engine: one.engine.name,
                  sent: one.replacement ?? choice.model,
                }))
              : [{ engine: choice.engine.name, sent: choice.model }];
          return [
            ...first,
            ...choice.fallback.map((one) => ({ engine: one.engine, sent: one.model ?? choice.model })),
          ];
        };
        const globs = compileGlobSet(patterns);
        const texts = [...TEXTS, "M1", "M2", "M3"];
        const permitted = texts.filter((text) => names.includes(text) || globs.matches(text));
        const all = permitted.flatMap((model) => targetsOf(model));
        const sent = new Set(all.map((target) => target.sent));
        const policy = callPolicyOf(bound.policies, undefined)!;

        const callable = texts.filter((text) => judgeModel(policy, text, "") === undefined);
        expect(callable).toEqual(texts.filter((text) => permitted.includes(text) || sent.has(text)));
        for (const model of callable) {
          const given = [
            ...(permitted.includes(model) ? targetsOf(model) : []),
            ...all.filter((target) => target.sent === model),
          ].map((target) => target.engine);
          const usable = ENGINES.filter((one) => bound.mayUse(one, model));
          expect([model, usable]).toEqual([model, ENGINES.filter((one) => given.includes(one))]);
        }
        expect(ENGINES.filter((one) => bound.mayUse(one))).toEqual(
          ENGINES.filter((one) => all.some((target) => target.engine === one)),
        );
      }),
      { numRuns: process.env["ABP_FAULTS_FULL"] === "1" ? 3000 : 150 },
    );
  });
});
