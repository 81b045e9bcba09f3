import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openPolicy } from "../../contract/index.ts";
import { readFloors } from "./profile-files.ts";

test("the configuration and the files of profiles apply together, each under its own name", () => {
  const directory = mkdtempSync(join(tmpdir(), "abp-profiles-"));
  try {
    const file = join(directory, "p.json");
    writeFileSync(
      file,
      JSON.stringify({ ...openPolicy(), disallowed_tools: ["Bash"], allowed_models: ["m"] }),
    );
    const floors = readFloors(openPolicy(), [file]);
    expect(floors.map(({ prefix }) => prefix)).toEqual(["policy.", "policy_profiles[0]."]);
    expect(floors[1]?.profile).toMatchObject({ disallowed_tools: ["Bash"], allowed_models: ["m"] });
    writeFileSync(file, "{}");
    expect(() => readFloors(openPolicy(), [file])).toThrow(/allowed_tools/);
    expect(() => readFloors(openPolicy(), [join(directory, "none.json")])).toThrow(
      /none\.json cannot be read/,
    );
  } finally {
    rmSync(directory, { recursive: true });
  }
});
