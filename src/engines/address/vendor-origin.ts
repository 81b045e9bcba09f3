import { isIP } from "node:net";
import { allowedKinds } from "./address-guard.ts";
import type { BaseUrl } from "./base-url.ts";

/** Second names below a country, under which everybody registers: `co.uk`, `com.au`. */
const COUNTRY_GROUP = /^(?:ac|co|com|edu|go|gob|gouv|gov|mil|ne|net|nom|or|org)$/;

/** Domains of hosting companies whose customers each have a name below them. */
const SHARED_DOMAINS = new Set([
  "appspot.com",
  "azure-api.net",
  "azurewebsites.net",
  "cloudfront.net",
  "deno.dev",
  "fly.dev",
  "github.io",
  "herokuapp.com",
  "hf.space",
  "modal.run",
  "netlify.app",
  "ngrok.app",
  "ngrok.io",
  "ngrok-free.app",
  "onrender.com",
  "pages.dev",
  "railway.app",
  "replit.app",
  "trycloudflare.com",
  "vercel.app",
  "web.app",
  "workers.dev",
]);
/** Below these the names of services stand between the customer's name and the domain, so that the whole host counts. */
const DEEP_DOMAINS = new Set([
  "amazonaws.com",
  "azurecontainerapps.io",
  "cloudapp.net",
  "run.app",
  "windows.net",
]);

/**
 * The domain that one owner registered, to which a host belongs: `vendor.test` of `api.vendor.test`. Undefined for an address,
 * for a host of one name, and for a domain under which everybody registers. Without a list of all such domains, a host of one
 * that is not known here counts as one of its last two names.
 */
export function registeredDomain(host: string): string | undefined {
  const name = host.replace(/\.$/, "");
  if (name.startsWith("[") || isIP(name) !== 0) return undefined;
  const names = name.split(".");
  if (names.length < 2) return undefined;
  const lastTwo = names.slice(-2).join(".");
  if (DEEP_DOMAINS.has(lastTwo)) return name === lastTwo ? undefined : name;
  const isGroup = names.at(-1)!.length === 2 && COUNTRY_GROUP.test(names.at(-2)!);
  if (!isGroup && !SHARED_DOMAINS.has(lastTwo)) return lastTwo;
  return names.length < 3 ? undefined : names.slice(-3).join(".");
}

/**
 * Whether an engine's credential may be sent to an origin that the engine itself named: its own, or an encrypted one of the same
 * host or registered domain. On this machine another port of the same host will do without encryption.
 */
export function isVendorOrigin(base: BaseUrl, origin: URL): boolean {
  if (origin.origin === base.origin) return true;
  const own = new URL(base.origin);
  const isSameHost = origin.hostname === own.hostname;
  if (origin.protocol === "https:") {
    const domain = registeredDomain(own.hostname);
    return isSameHost || (domain !== undefined && domain === registeredDomain(origin.hostname));
  }
  return isSameHost && origin.protocol === own.protocol && allowedKinds(base.host, false).has("loopback");
}
