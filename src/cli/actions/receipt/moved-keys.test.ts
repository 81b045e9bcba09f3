import { expect, it } from "vitest";
import { useMachine } from "../../fixtures/console.ts";

const machine = useMachine();

it.each([
  [["keys"], "abp receipt keys"],
  [["keys", "export", "--out", "keys.json"], "abp receipt keys export --out keys.json"],
])("`abp %j` says where the commands are now, and does nothing", async (argv, named) => {
  const { exit, out, error } = await machine.run(argv);
  expect([exit, out]).toEqual([2, ""]);
  expect(error).toContain(`Call \`${named}\`. The keys that callers send are below \`abp key\`.`);
});
