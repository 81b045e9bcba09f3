/** For tests beside the sources of other folders. */
export { MemoryControl } from "../../src/storage/ledger/control/fixtures/memory-control.ts";
