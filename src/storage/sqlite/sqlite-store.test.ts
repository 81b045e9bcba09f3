import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { origin } from "../ledger/fixtures/runs.ts";
import { describeStore } from "../ledger/ledger.contract.ts";
import { openTestStore } from "./fixtures/open-test-store.ts";

for (const writer of ["thread", "inline"] as const) {
  let directory: string;
  describeStore(`a store in SQLite, its writer ${writer}`, {
    setUp: () => {
      directory = mkdtempSync(join(tmpdir(), "abp-store-"));
    },
    open: (options) => openTestStore(directory, { origin, writer, ...options }),
    tearDown: () => rmSync(directory, { recursive: true }),
  });
}
