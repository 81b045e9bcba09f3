/**
 * An MCP server on standard input and output that passes every line on to a socket. The agent starts it inside its sandbox; the
 * stand-in listens at the socket. Arguments: the path of the socket, and the name of the server.
 */
import { connect } from "node:net";

const [path = "", server = ""] = process.argv.slice(2);
const socket = connect(path, () => {
  socket.write(`${JSON.stringify({ server })}\n`);
  process.stdin.pipe(socket);
  socket.pipe(process.stdout);
});
socket.on("error", (error) => {
  process.stderr.write(`the MCP server ${server} cannot be reached: ${error.message}\n`);
  process.exitCode = 1;
});
socket.on("close", () => process.stdin.destroy());
