const NUMBER = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;
const LARGEST_U64 = 2n ** 64n - 1n;
const LARGEST_I32 = 2 ** 31 - 1;
// Spelled as literals, because `10 ** n` is not the nearest double for every n.
const POWERS_OF_TEN = Array.from({ length: 309 }, (_, power) => Number(`1e${power}`));

/**
 * The double that serde_json without `float_roundtrip` reads from a literal: digits gather in a u64, the rest
 * are dropped, and one multiplication or division scales the result, so it may be off by some units in the last
 * place (`333333333.33333329` gives `333333333.33333325`). Infinity on overflow, undefined when not a number.
 */
export function parseSerdeFloat(literal: string): number | undefined {
  const [, sign, integer = "", fraction = "", exponent = "0"] = NUMBER.exec(literal) ?? [];
  if (sign === undefined) return undefined;
  const digits = gatherDigits(integer, fraction);
  const shift = Number(exponent);
  const size =
    Math.abs(shift) > LARGEST_I32
      ? digits.significand === 0n || shift < 0
        ? 0
        : Number.POSITIVE_INFINITY
      : scale(Number(digits.significand), digits.exponent + shift);
  return sign === "-" ? -size : size;
}

function gatherDigits(integer: string, fraction: string): { significand: bigint; exponent: number } {
  let significand = 0n;
  let exponent = 0;
  let taken = 0;
  for (const digit of integer) {
    const next = significand * 10n + BigInt(digit);
    if (next > LARGEST_U64) break;
    significand = next;
    taken += 1;
  }
  exponent = integer.length - taken;
  // After an overlong integer part a small first digit of the fraction can still fit, and is taken.
  for (const digit of fraction) {
    const next = significand * 10n + BigInt(digit);
    if (next > LARGEST_U64) break;
    significand = next;
    exponent -= 1;
  }
  return { significand, exponent };
}

function scale(significand: number, exponent: number): number {
  let value = significand;
  let left = exponent;
  while (left < -308 && value !== 0) {
    value /= 1e308;
    left += 308;
  }
  if (value === 0) return 0;
  const power = POWERS_OF_TEN[Math.abs(left)] ?? Number.POSITIVE_INFINITY;
  return left >= 0 ? value * power : value / power;
}
