/** The entry module of a serving thread. */
import { runThread } from "./serving-thread.ts";
import { startThreadServer, type ThreadServerData } from "./thread-server.ts";

await runThread((data, report) => startThreadServer(data as ThreadServerData, report));
