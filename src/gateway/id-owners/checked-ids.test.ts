import { describe, expect, it } from "vitest";
import type { Engine } from "../../engines/index.ts";
import { fakeEngine } from "../fixtures/engines.ts";
import { MemoryResources } from "../fixtures/memory-resources.ts";
import { admissionTo, bodyOf, testCaller } from "../fixtures/test-context.ts";
import { CallRequest } from "../request/call-request.ts";
import { SliceQueue } from "../slices/slice-queue.ts";
import { checkIds } from "./checked-ids.ts";

const vendor = fakeEngine("v", "codex", { isSimulated: false });
const other = fakeEngine("w", "codex", { isSimulated: false });
const simulated = fakeEngine("s", "codex");
const naming = (id: string) => ({
  model: "m",
  input: [{ role: "user", content: [{ type: "input_file", file_id: id }] }],
});

async function check(engines: readonly Engine[], body: object, expanded?: Record<string, unknown>) {
  const owners = new MemoryResources(async () => undefined);
  await owners.of("key:dev").keep([{ engine: "v", id: "file-mine" }]);
  const admission = admissionTo("/v1/responses", [], testCaller({ isOnlyKey: false }));
  const request = new CallRequest(admission, bodyOf(body));
  request.scan(64);
  if (expanded !== undefined) request.expand(expanded);
  const [first, ...fallbacks] = engines.map((engine) => ({ engine, model: undefined, getsCallerKey: true }));
  const plan = { first: first!, fallbacks };
  return checkIds(request, plan, owners.of("key:dev"), new SliceQueue()).catch(
    (error: { code: string }) => error.code,
  );
}

describe("the ids of a request", () => {
  it("have to be the caller's own if its first engine or a further one is of a shared account", async () => {
    expect(await check([vendor], naming("file-mine"))).toEqual(expect.any(Boolean));
    expect(await check([vendor], naming("file-other"))).toBe("resource_not_found");
    expect(await check([simulated, vendor], naming("file-other"))).toBe("resource_not_found");
    expect(await check([other], naming("file-mine"))).toEqual(expect.any(Boolean));
    expect(await check([simulated], naming("file-other"))).toEqual(expect.any(Boolean));
  });

  it("are looked for in what was put in as well", async () => {
    const body = { model: "m", input: "hi" };
    expect(await check([vendor], body, naming("file-other"))).toBe("resource_not_found");
    expect(await check([vendor], body, naming("file-mine"))).toEqual(expect.any(Boolean));
  });
});
