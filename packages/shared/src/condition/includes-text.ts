/** `String.prototype.includes` compares at most this many characters per position. */
const maxShortLength = 16;

/**
 * True if the text contains the other one. Takes time proportional to the lengths of both, while the time of
 * `String.prototype.includes` can be their product: a condition comes from a user, and so does the text.
 */
export function includesText(text: string, sought: string): boolean {
  if (sought.length <= maxShortLength || sought.length > text.length) return text.includes(sought);
  // As numbers in an array, the characters are compared five times as fast.
  const characters = Uint16Array.from({ length: sought.length }, (_, at) => sought.charCodeAt(at));
  const borders = computeBorders(characters);
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    while (matched > 0 && characters[matched] !== character) matched = borders[matched - 1] as number;
    if (characters[matched] === character) matched += 1;
    if (matched === characters.length) return true;
  }
  return false;
}

/** For each prefix, the length of the longest proper prefix of it that it also ends with (Knuth, Morris, Pratt 1977). */
function computeBorders(characters: Uint16Array): Uint16Array {
  const borders = new Uint16Array(characters.length);
  let matched = 0;
  for (let at = 1; at < characters.length; at += 1) {
    while (matched > 0 && characters[matched] !== characters[at]) matched = borders[matched - 1] as number;
    if (characters[matched] === characters[at]) matched += 1;
    borders[at] = matched;
  }
  return borders;
}
