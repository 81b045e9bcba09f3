/**
 * An MCP server on standard input and output that passes every line on through two named pipes. The agent starts it inside its
 * sandbox, where sockets are refused; the stand-in holds the other ends. Arguments: the pipe to write to, the pipe to read from.
 */
import { openPipe } from "./named-pipe.ts";

const [to = "", from = ""] = process.argv.slice(2);
const output = await openPipe(to, "write");
const input = await openPipe(from, "read");
// A line that an earlier program left unfinished ends here.
output.write("\n");
process.stdin.pipe(output);
input.pipe(process.stdout);
process.stdin.on("end", () => process.exit(0));
