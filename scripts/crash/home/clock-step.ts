/**
 * Loaded into a daemon with `--import`: from the moment CRASH_CLOCK_AT on (milliseconds since the epoch), its clock is
 * CRASH_CLOCK_BY milliseconds off. Each thread of the daemon loads it.
 */
const RealDate = Date;
const at = Number(process.env["CRASH_CLOCK_AT"] ?? Number.NaN);
const by = Number(process.env["CRASH_CLOCK_BY"] ?? 0);

function steppedNow(): number {
  const now = RealDate.now();
  return now >= at ? now + by : now;
}

class SteppedDate extends RealDate {
  constructor(...values: [] | [number | string | Date]) {
    if (values.length === 0) super(steppedNow());
    else super(...(values as [number]));
  }

  static override now(): number {
    return steppedNow();
  }
}

globalThis.Date = SteppedDate as DateConstructor;
