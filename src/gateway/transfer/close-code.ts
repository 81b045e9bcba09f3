/** The codes that mean a missing close frame (RFC 6455 §7.4.1). They are never sent. */
export const NO_STATUS = 1005;
export const BROKEN_OFF = 1006;

/** The code to send on for one that was received; undefined if a frame without a code says the same. */
export function sentCode(code: number): number | undefined {
  return (code >= 1000 && code <= 1014 && code !== 1004 && code !== NO_STATUS && code !== BROKEN_OFF) ||
    (code >= 3000 && code <= 4999)
    ? code
    : undefined;
}

/** Whether a close code says that the session ended in order. */
export function isOrderly(code: number): boolean {
  return code === 1000 || code === 1001 || code === NO_STATUS || code >= 3000;
}
