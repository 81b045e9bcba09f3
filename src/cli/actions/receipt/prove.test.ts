import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { useMachine } from "../../fixtures/console.ts";

const machine = useMachine();
const prove = (...words: string[]) => machine.run(["receipt", "prove", ...words]);

describe("abp receipt prove", () => {
  let runId: string;
  beforeEach(async () => {
    await machine.run(["run", "--task", "one"]);
    runId = JSON.parse((await machine.run(["receipt", "log", "--json"])).out)[0].run_id;
  });

  it("prints the proof of a receipt that is named by its number or its run, or writes it to a new file", async () => {
    const printed = await prove("0");
    expect([printed.exit, printed.error]).toEqual([0, ""]);
    expect(printed.out).not.toBe("");
    expect((await prove(runId)).out).toBe(printed.out);
    const words = (name: string) =>
      `wrote ${name}; hand it over together with the keys of \`abp receipt keys export\`\n`;
    expect(await prove("0", "-o", "b.tlog-proof")).toEqual({
      exit: 0,
      out: "",
      error: words("b.tlog-proof"),
    });
    expect(readFileSync(join(machine.root, "b.tlog-proof"), "utf8")).toBe(printed.out);
    expect((await prove("0", "-o", "b.txt")).error).toBe(words("b.txt (usually named *.tlog-proof)"));
    expect((await prove("0", "-o", "b.txt")).exit).not.toBe(0);
  });

  it.each(["7", "none", "0x0"])("refuses %j, which the log does not have", async (wanted) => {
    const { exit, out, error } = await prove(wanted);
    expect([exit === 0, out]).toEqual([false, ""]);
    expect(error).toContain(`the log of 1 receipts has no ${JSON.stringify(wanted)}`);
    expect(error).toContain("receipt_not_found");
    const whole = JSON.parse((await prove(wanted, "--json")).error);
    expect(whole.error).toMatchObject({
      code: "receipt_not_found",
      message: `the log of 1 receipts has no ${JSON.stringify(wanted)}`,
      details: { advice: "`abp receipt log` lists run ids and numbers." },
    });
  });
});
