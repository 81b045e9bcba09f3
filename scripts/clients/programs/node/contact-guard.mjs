// Loaded before a client: writes down every address that the process connects to or looks up, and lets none but loopback pass.

import dns from "node:dns";
import { appendFileSync } from "node:fs";
import net from "node:net";

const contacts = process.env.ABP_CLIENT_CONTACTS;
const isLoopback = (host) => host === "localhost" || host === "::1" || /^127\./.test(host);

function note(host, port) {
  appendFileSync(contacts, `${host}:${port}\n`);
  if (!isLoopback(host)) throw new Error(`a connection to ${host}:${port} was stopped`);
}

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  const [first] = Array.isArray(args[0]) ? args[0] : args;
  if (typeof first === "object" && first !== null && first.path === undefined)
    note(first.host ?? "localhost", first.port);
  else if (typeof first === "number") note(typeof args[1] === "string" ? args[1] : "localhost", first);
  return connect.apply(this, args);
};

for (const names of [dns, dns.promises]) {
  const { lookup } = names;
  names.lookup = (host, ...rest) => {
    if (!isLoopback(host)) note(host, "dns");
    return lookup.call(names, host, ...rest);
  };
}
