/**
 * Asks a proxy before the gateway, such as nginx, to send each piece of a stream on at once: it would collect them for seconds.
 * Name and value of a header.
 */
export const UNBUFFERED = ["x-accel-buffering", "no"] as const;
