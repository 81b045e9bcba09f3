// Letters of other scripts that are drawn like Latin ones; a selection of UTS #39's confusables, which NFKC keeps apart.
const lookalikes = new Map(
  Object.entries({
    a: "аα",
    c: "сϲ",
    d: "ԁ",
    e: "е",
    g: "ɡ",
    h: "һ",
    i: "іıι",
    j: "ј",
    k: "κ",
    o: "оο",
    p: "рρ",
    q: "ԛ",
    s: "ѕ",
    v: "ѵν",
    w: "ԝ",
    x: "хχ",
    y: "уγ",
    A: "АΑ",
    B: "ВΒ",
    C: "С",
    E: "ЕΕ",
    H: "НΗ",
    I: "ІΙ",
    J: "Ј",
    K: "КΚ",
    M: "МΜ",
    N: "Ν",
    O: "ОΟ",
    P: "РΡ",
    S: "Ѕ",
    T: "ТΤ",
    X: "ХΧ",
    Y: "УΥ",
    Z: "Ζ",
    "/": "⁄∕╱",
    "-": "‐−",
    _: "ˍ",
  }).flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)),
);

const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Folds what looks alike into one spelling: compatibility forms, invisible characters, lookalike letters. */
export function foldLookalikes(text: string): string {
  if (isAscii(text)) return text;
  const visible = text.normalize("NFKC").replace(invisible, "").normalize("NFKC");
  return visible.replace(/[^\p{ASCII}]/gu, (character) => lookalikes.get(character) ?? character);
}

/** Folds lookalikes and case. */
export function foldCase(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  // Letter by letter, because a whole word's lower case depends on where a Greek sigma stands.
  const lowered = [...foldLookalikes(text)].map((letter) => letter.toUpperCase().toLowerCase());
  return foldLookalikes(lowered.join(""));
}

/** Whether a text consists of ASCII alone, so that only its case can fold. */
export function isAscii(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text);
}
