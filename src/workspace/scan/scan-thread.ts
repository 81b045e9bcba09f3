/** The program of a scan thread. It answers each command once, in order, and loads nothing that it does not need. */
import { parentPort, workerData } from "node:worker_threads";
import { Directory } from "../walk/directory.ts";
import { faultOf } from "../walk/tree-fault.ts";
import { BlobKeeper } from "./blob-keeper.ts";
import { ByteCount } from "./byte-count.ts";
import { ChangingScan } from "./changing-scan.ts";
import { DirectoryScan } from "./directory-scan.ts";
import { ContentReader } from "./file-content.ts";
import type { ScanAnswer, ScanCommand, ScanThreadData } from "./scan-messages.ts";

const data = workerData as ScanThreadData;
const open = (prefix: string) => Directory.open(`${prefix}/.`);
const content = new ContentReader(data.umask);
const bytes = new ByteCount(data.byteCount, data.maxBytes);
const keeper =
  data.keep && new BlobKeeper(data.keep.directory, new ByteCount(data.keep.byteCount, data.keep.maxBytes));
const target = data.target === undefined ? undefined : open(data.target);
const scan =
  data.sinceMs === undefined
    ? new DirectoryScan(open(data.source), target, content, bytes, keeper)
    : new ChangingScan(open(data.source), content, bytes, data.sinceMs, keeper);

parentPort?.on("message", (command: ScanCommand) => parentPort?.postMessage(answer(command)));

function answer(command: ScanCommand): ScanAnswer {
  try {
    if (command.kind === "scan") return { kind: "scanned", result: scan.scan(command.directories) };
    return { kind: "checked", isChanged: scan.check(), kept: keeper?.finish() };
  } catch (error) {
    return { kind: "fault", fault: faultOf(error, "", "source") };
  }
}
