import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { renderRegister } from "../../../scripts/register-pages.ts";

const repository = resolve(import.meta.dirname, "../../..");

/** Checks that the pages of the register that name a dialect say what its feature tables say. */
export function testRegisterPages(id: string): void {
  describe(`the register pages of ${id}`, () => {
    const pages = renderRegister().filter(([path]) => path.includes(id));

    it.each(pages)("agree with its feature tables: %s", (path, derived) => {
      expect(derived).toBe(readFileSync(resolve(repository, path), "utf8"));
    });
  });
}
