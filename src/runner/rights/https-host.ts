const DEFAULT_PORT = "443";
/** Visible ASCII: what else an address holds would be read differently by another program. */
const PLAIN = /^https:\/\/[!-~]+$/;

/**
 * The address if it is a plain https one on a host of the list; undefined otherwise. An entry without a port means the default
 * port. Credentials, backslashes and fragments are refused, because programs read them differently.
 */
export function permittedAddress(text: string, hosts: readonly string[]): URL | undefined {
  if (!PLAIN.test(text) || text.includes("\\") || text.includes("#")) return undefined;
  const url = URL.parse(text);
  if (url === null || url.protocol !== "https:" || url.username !== "" || url.password !== "")
    return undefined;
  // An empty user name leaves no trace in the parsed address.
  if (text.slice("https://".length).split(/[/?]/, 1)[0]?.includes("@") === true) return undefined;
  const isPermitted = hosts.some((entry) => {
    const [name, port = DEFAULT_PORT] = entry.split(":");
    return url.hostname === name && (url.port === "" ? DEFAULT_PORT : url.port) === port;
  });
  return isPermitted ? url : undefined;
}
