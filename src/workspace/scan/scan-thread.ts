/** The program of a scan thread. It answers each command once, in order, and loads nothing that it does not need. */
import { parentPort } from "node:worker_threads";
import { Directory } from "../walk/directory.ts";
import { faultOf } from "../walk/tree-fault.ts";
import { BlobKeeper } from "./blob-keeper.ts";
import { ByteCount } from "./byte-count.ts";
import { ChangingScan } from "./changing-scan.ts";
import { DirectoryScan } from "./directory-scan.ts";
import { ContentReader } from "./file-content.ts";
import {
  type ScanAnswer,
  type ScanCommand,
  type ScannedRoots,
  toBlobColumns,
  toEntryColumns,
} from "./scan-messages.ts";

/** The tree that is scanned now. */
interface OpenScan {
  readonly scan: DirectoryScan | ChangingScan;
  readonly keeper: BlobKeeper | undefined;
  readonly roots: readonly Directory[];
}

let current: OpenScan | undefined;

parentPort?.on("message", (command: ScanCommand) => parentPort?.postMessage(answer(command)));

function answer(command: ScanCommand): ScanAnswer {
  try {
    if (command.kind === "open") return open(command.roots);
    if (command.kind === "close") return close();
    if (current === undefined) throw new Error("no tree is open");
    const { scan, keeper } = current;
    if (command.kind === "scan") {
      const result = scan.scan(command.directories);
      return { kind: "scanned", result: { ...result, entries: toEntryColumns(result.entries) } };
    }
    const isChanged = scan.check();
    const kept = keeper?.finish();
    return { kind: "checked", isChanged, kept: kept && { ...kept, blobs: toBlobColumns(kept.blobs) } };
  } catch (error) {
    return { kind: "fault", fault: faultOf(error, "", "source") };
  }
}

function open({ sinceMs, maxBytes, byteCount, umask, keep, ...paths }: ScannedRoots): ScanAnswer {
  close();
  const content = new ContentReader(umask);
  const bytes = new ByteCount(byteCount, maxBytes);
  const keeper = keep && new BlobKeeper(keep.directory, new ByteCount(keep.byteCount, keep.maxBytes));
  const source = Directory.open(`${paths.source}/.`);
  const target = paths.target === undefined ? undefined : Directory.open(`${paths.target}/.`);
  const scan =
    sinceMs === undefined
      ? new DirectoryScan(source, target, content, bytes, keeper)
      : new ChangingScan(source, content, bytes, sinceMs, keeper);
  current = { scan, keeper, roots: target === undefined ? [source] : [source, target] };
  return { kind: "opened" };
}

function close(): ScanAnswer {
  current?.scan.close();
  current?.keeper?.close();
  for (const root of current?.roots ?? []) root.close();
  current = undefined;
  return { kind: "closed" };
}
