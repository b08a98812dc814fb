const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openings = new Set([0x5b, 0x7b]);
const closings = new Set([0x5d, 0x7d]);
const lastWhitespace = 0x20;

/** Maximum numbers of keys, and of keys and list items together. */
interface ValueLimits {
  keys: number;
  values: number;
}

/**
 * True if a JSON text has more keys, or more keys and list items, than the limits, nested ones included. Counts without
 * parsing: parsing an object with many keys costs far more. Any result is possible for invalid JSON.
 */
export function hasMoreValuesThan(limits: ValueLimits, text: Uint8Array): boolean {
  // Each value but the last needs a character and a comma, and each key two quotes and a colon, too.
  if (text.length <= 2 * limits.values && text.length <= 5 * limits.keys) return false;
  let [keys, values] = [0, 0];
  let isFirst = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0;
    if (byte <= lastWhitespace) continue;
    if (byte === colon) keys += 1;
    if (byte === comma || (isFirst && !closings.has(byte))) values += 1;
    if (values > limits.values || keys > limits.keys) return true;
    isFirst = openings.has(byte);
    if (byte === quote) at = endOfString(text, at);
  }
  return false;
}

/** The index of the quote that ends a string, or the length of the text. */
function endOfString(text: Uint8Array, start: number): number {
  for (let at = start + 1; at < text.length; at += text[at] === backslash ? 2 : 1)
    if (text[at] === quote) return at;
  return text.length;
}
