// Letters of other scripts that look like Latin ones. NFKC keeps them apart. A selection of the confusables of UTS
// #39.
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

/** Gives lookalikes one spelling: compatibility forms, invisible characters, lookalike letters. */
export function foldLookalikes(text: string): string {
  if (isAscii(text)) return text;
  // Before the compatibility form too, which turns some lookalikes into letters that look like nothing Latin.
  const visible = replaceLookalikes(text).normalize("NFKC").replace(invisible, "").normalize("NFKC");
  return replaceLookalikes(visible);
}

function replaceLookalikes(text: string): string {
  return text.replace(/[^\p{ASCII}]/gu, (character) => lookalikes.get(character) ?? character);
}

export function foldCase(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  // One letter at a time, because the lower case of a Greek sigma depends on its position in a word. Through the lower case first,
  // because only the small sharp s has an upper case of its own, "SS".
  const lowered = [...foldLookalikes(text)].map((letter) => letter.toLowerCase().toUpperCase().toLowerCase());
  return foldLookalikes(lowered.join(""));
}

/** Whether a text is ASCII. Such a text folds by case only. */
export function isAscii(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text);
}
