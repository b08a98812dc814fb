import { mostOutputBytes } from '../output.ts';
import type { Json } from '../prompt.ts';

const deepest = 32;

/** The JSON that a model answered with, which some wrap in a fence or think aloud before; undefined when there is none. */
export function jsonIn(text: string): Json | undefined {
  const said = text.replace(/^\s*<think>[\s\S]*?<\/think>/, '').trim();
  const fenced = /^```(?:json)?\s*\n([\s\S]*?)\n?```$/.exec(said);
  const json = fenced?.[1] ?? said;
  if (json.length > mostOutputBytes || depthOf(json) > deepest) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** How deep the brackets of a text go; those in strings count as well, which does no harm. */
function depthOf(json: string): number {
  let depth = 0;
  let most = 0;
  for (const character of json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')) {
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    most = Math.max(most, depth);
  }
  return most;
}
