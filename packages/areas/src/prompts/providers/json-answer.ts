import { mostOutputBytes } from '../evaluation/output.ts';
import type { Json } from '../prompt.ts';

const deepest = 32;

/** The JSON that a model answered with, which some wrap in a fence or think aloud before; undefined when there is none. */
export function jsonIn(text: string): Json | undefined {
  const json = withoutFence(withoutThoughts(text.trim()));
  if (json.length > mostOutputBytes || depthOf(json) > deepest) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

// No patterns here: some take the square of the time for a text of a million line breaks.

function withoutThoughts(said: string): string {
  const end = said.startsWith('<think>') ? said.indexOf('</think>') : -1;
  return end < 0 ? said : said.slice(end + '</think>'.length).trim();
}

function withoutFence(said: string): string {
  if (said.length < 6 || !said.startsWith('```') || !said.endsWith('```')) return said;
  const inside = said.slice(3, -3);
  return (inside.startsWith('json') ? inside.slice(4) : inside).trim();
}

/** How deep the brackets of a text go, without those in strings. */
function depthOf(json: string): number {
  let depth = 0;
  let most = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (isInString && character === '\\') at += 1;
    else if (character === '"') isInString = !isInString;
    else if (isInString) continue;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    most = Math.max(most, depth);
  }
  return most;
}
