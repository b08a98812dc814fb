/** A change of a template literal with SQL. */
interface SqlMutant {
  /** The changed literal, with its backticks. */
  to: string;
  change: string;
  /** The offset of the change in the literal. */
  at: number;
}

interface Edit {
  start: number;
  end: number;
  to: string;
}

/** Words that begin a condition, and words that end one. */
const words =
  /\(|\)|,|;|\b(?:where|and|or|on|when|having|between|order|group|limit|for|returning|union|then|else|end|do|join|cross|set|from|select|with)\b|\b(?:left|inner)(?=\s+(?:outer\s+)?(?:join|lateral))/g;
/** The text before a parenthesis that contains a condition. */
const opensCondition = /(?:^`|\(|\b(?:where|and|or|on|when|having|not))\s*$/;
const starters = new Set(['where', 'and', 'or', 'on', 'when', 'having']);
/** A fragment of SQL that looks like a condition. */
const conditionLike =
  /[<>=]|\b(?:and|or|is (?:not )?null|exists|any|in|like|between|is distinct)\b|^\s*(?:true|false)\s*$/i;
const statementLike =
  /^[\s,(]*(?:select|insert|update|delete|merge|with|join|left|cross|order|union|for|set|returning|values|case|on|limit|when|array)\b/i;

/** Changes within a statement that are found by their text. */
const replacements: readonly { pattern: RegExp; to: string }[] = [
  { pattern: /\bfor (?:no key update|update|key share|share)(?: of \w+)?(?: skip locked| nowait)?/g, to: '' },
  { pattern: / skip locked\b/g, to: '' },
  { pattern: /\bis not null\b/g, to: 'is null' },
  { pattern: /\bis null\b/g, to: 'is not null' },
  { pattern: /\bselect distinct\b(?: on \([^)]*\))?/g, to: 'select' },
  { pattern: /\bnot (?!null\b|matched\b|nothing\b|materialized\b|distinct\b|exists\b)/g, to: '' },
  { pattern: /\bnot exists\b/g, to: 'exists' },
  { pattern: / desc\b/g, to: '' },
  { pattern: / < /g, to: ' <= ' },
  { pattern: / <= /g, to: ' < ' },
  { pattern: / > /g, to: ' >= ' },
  { pattern: / >= /g, to: ' > ' },
];

/**
 * Finds the mutants of a template literal with SQL: each condition replaced by the neutral value, locks removed,
 * comparisons and null checks changed.
 *
 * @param holes the expressions of the template, with offsets in the source
 */
export function findSqlMutants(
  literal: string,
  holes: { start: number; expressions: readonly { start: number; end: number }[] },
): SqlMutant[] {
  const masked = maskHoles(literal, holes).replace(/'[^'`]*'|--[^\n`]*/g, (text) => "'".repeat(text.length));
  const conditions = conditionEdits(masked);
  // A condition that is replaced as a whole needs no second change of the same test.
  const isCovered = ({ start, end, to }: Edit) =>
    !/[<>]/.test(to) &&
    conditions.some((one) => one.start <= start && one.end >= end && one.end - one.start < 60);
  const edits = [...conditions, ...textEdits(masked).filter((one) => !isCovered(one))];
  return edits.map(({ start, end, to }) => ({
    at: start,
    to: `${literal.slice(0, start)}${to}${literal.slice(end)}`,
    change: `${oneLine(literal.slice(start, end))} → ${to.trim() || 'removed'}`,
  }));
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Replaces `${…}` by characters of the same number that no pattern matches. */
function maskHoles(
  literal: string,
  { start, expressions }: { start: number; expressions: readonly { start: number; end: number }[] },
): string {
  let masked = literal;
  for (const one of expressions) {
    const from = masked.lastIndexOf('${', one.start - start);
    const to = masked.indexOf('}', one.end - start) + 1;
    masked = `${masked.slice(0, from)}${'¤'.repeat(to - from)}${masked.slice(to)}`;
  }
  return masked;
}

const textEdits = (masked: string): Edit[] =>
  replacements.flatMap(({ pattern, to }) =>
    [...masked.matchAll(pattern)].map(({ index, 0: text }) => ({
      start: index,
      end: index + text.length,
      to,
    })),
  );

interface Open {
  starter: string;
  from: number;
  depth: number;
}

/** Replaces each operand of `and` and `or`, and each sole condition, by `true`, or by `false` beside an `or`. */
function conditionEdits(masked: string): Edit[] {
  const edits: Edit[] = [];
  const body = masked.slice(1, -1);
  let depth = 0;
  let between = -1;
  let open: Open[] =
    conditionLike.test(body) && !statementLike.test(body) ? [{ starter: 'start', from: 1, depth: 0 }] : [];
  const close = (end: number, next: string): void => {
    const last = open.at(-1);
    if (!last || last.depth !== depth) return;
    open = open.slice(0, -1);
    const text = masked.slice(last.from, end);
    const start = last.from + text.length - text.trimStart().length;
    // The whole parenthesis is one operand already.
    if (last.starter === '(' && next === ')') return;
    const value = last.starter === 'or' || next === 'or' ? 'false' : 'true';
    if (text.trim()) edits.push({ start, end: last.from + text.trimEnd().length, to: neutral(text, value) });
  };
  for (const { index, 0: word } of masked.matchAll(words)) {
    if (word === '(') {
      depth += 1;
      if (opensCondition.test(masked.slice(0, index))) open.push({ starter: word, from: index + 1, depth });
    } else if (word === ')') {
      close(index, word);
      depth -= 1;
    } else if (word === 'between') between = depth;
    else if (word === 'and' && between === depth) between = -1;
    else if (!isPartOfExpression(masked, index, word)) {
      close(index, word);
      if (starters.has(word)) open.push({ starter: word, from: index + word.length, depth });
    }
  }
  close(masked.length - 1, 'end');
  return edits.filter(({ start, end, to }) => masked.slice(start, end) !== to);
}

/** A condition that is the neutral value already becomes its opposite. */
function neutral(text: string, value: 'true' | 'false'): string {
  if (text.trim() !== value) return value;
  return value === 'true' ? 'false' : 'true';
}

function isPartOfExpression(masked: string, index: number, word: string): boolean {
  if (word === 'from') return /\bdistinct\s+$/.test(masked.slice(0, index));
  if (word === 'on')
    return /^on\s+conflict\b/.test(masked.slice(index)) || /distinct\s+$/.test(masked.slice(0, index));
  return false;
}
