import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Backend, type BackendFacts, inspectBackend } from "../../../backends/index.ts";
import { uuidV7 } from "../../../lib/index.ts";
import type { Host } from "../../terminal/host.ts";

/** How long a backend may take to answer where the user says nothing else. */
export const INSPECTION_TIMEOUT_MS = 10_000;

/** Starts a backend in an empty directory, asks what it can do, and ends it again. */
export async function inspectAlone(
  host: Pick<Host, "now" | "random">,
  backend: Backend,
  signal: AbortSignal,
): Promise<BackendFacts> {
  if (backend.known !== undefined) return backend.known;
  const directory = await mkdtemp(join(tmpdir(), "abp-backend-"));
  try {
    const id = uuidV7(host.now().getTime(), host.random(10));
    return await inspectBackend(backend, { id, directory, now: host.now, signal });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
