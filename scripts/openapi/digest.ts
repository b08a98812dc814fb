import type { Description } from './sent.ts';

type Json = unknown;

/** Keywords whose changes never break clients. */
const forReaders = new Set([
  'description',
  'summary',
  'title',
  'example',
  'examples',
  'default',
  'tags',
  'info',
]);

/** Objects whose keys are names, not keywords. */
const named = new Set([
  'properties',
  'schemas',
  'parameters',
  'responses',
  'headers',
  'paths',
  'content',
  'callbacks',
]);

/** The part of a document that clients depend on, without texts for readers. */
export function extractContract(description: Description): Description {
  return stripped(description, '') as Description;
}

function stripped(node: Json, parent: string): Json {
  if (Array.isArray(node)) return node.map((one) => stripped(one, ''));
  if (typeof node !== 'object' || node === null) return node;
  const isNames = named.has(parent);
  const entries = Object.entries(node).filter(
    ([key]) => isNames || !(forReaders.has(key) || key.startsWith('x-')),
  );
  return Object.fromEntries(entries.map(([key, value]) => [key, stripped(value, isNames ? '' : key)]));
}

/** Depth to which objects are written with one entry per line. */
const depth = 4;

/** A digest as text: one line each for the parameters, body and responses of an operation, and for each schema. */
export function digestText(description: Description): string {
  return `${written(extractContract(description), 0)}\n`;
}

function written(node: Json, level: number): string {
  const isContainer = typeof node === 'object' && node !== null && !Array.isArray(node);
  if (!isContainer || level >= depth || Object.keys(node).length === 0) return JSON.stringify(node);
  const indent = ' '.repeat(level + 1);
  const lines = Object.entries(node).map(
    ([key, value]) => `${indent}${JSON.stringify(key)}: ${written(value, level + 1)}`,
  );
  return `{\n${lines.join(',\n')}\n${' '.repeat(level)}}`;
}
