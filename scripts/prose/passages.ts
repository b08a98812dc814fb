import { parseSync, Visitor } from 'oxc-parser';
import type { PassageKind } from './word-list.ts';

/** One line of text that people read. */
export interface Passage {
  kind: PassageKind;
  /** Counted from 1. */
  line: number;
  text: string;
}

/** The lines of comments, strings and pages in a file, in order; none for a file of an unknown kind. */
export function passagesIn(file: string, content: string): Passage[] {
  if (/\.(?:tsx?|mts|mjs|cjs|js)$/.test(file)) return passagesInCode(file, content);
  if (file.endsWith('.md'))
    return content.split('\n').map((text, index) => passage('markdown', index + 1, text));
  if (/\.(?:sql|prisma|ya?ml|conf|sh)$|Dockerfile$/.test(file)) return passagesInLineComments(content);
  return [];
}

function passagesInCode(file: string, content: string): Passage[] {
  const { comments, program } = parseSync(file, content);
  const found: Passage[] = [];
  const lineAt = lineCounter(content);
  const add = (kind: PassageKind, start: number, text: string): void => {
    for (const [index, line] of text.split('\n').entries())
      found.push(passage(kind, lineAt(start) + index, line));
  };
  for (const comment of comments) add('comment', comment.start, comment.value);
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') add('string', node.start, node.value);
    },
    JSXText: (node) => add('string', node.start, node.value),
    TemplateElement: (node) => add('string', node.start, node.value.raw),
  }).visit(program);
  return found.sort((a, b) => a.line - b.line);
}

/** Line comments that begin with `--`, `//` or `#`. */
const passagesInLineComments = (content: string): Passage[] =>
  content.split('\n').flatMap((line, index) => {
    const comment = /(?:--|\/\/\/?|(?:^|\s)#)\s*(.*)$/.exec(line)?.[1];
    return comment === undefined ? [] : [passage('comment', index + 1, comment)];
  });

/** Strips the decoration of a comment. A line of SQL that begins with `--` is a comment also inside a string. */
function passage(kind: PassageKind, line: number, raw: string): Passage {
  const text = raw.trim();
  if (kind === 'string' && text.startsWith('--'))
    return { kind: 'comment', line, text: text.slice(2).trim() };
  return { kind, line, text: kind === 'comment' ? text.replace(/^[/*\s]+/, '') : text };
}

function lineCounter(content: string): (offset: number) => number {
  const ends: number[] = [];
  for (let at = content.indexOf('\n'); at >= 0; at = content.indexOf('\n', at + 1)) ends.push(at);
  return (offset) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
