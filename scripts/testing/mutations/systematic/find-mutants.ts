import { type Node, parseSync, Visitor } from 'oxc-parser';
import { findSqlMutants } from './find-sql-mutants.ts';

export type MutantKind =
  | 'condition'
  | 'operand'
  | 'negation'
  | 'comparison'
  | 'statement'
  | 'boolean'
  | 'array'
  | 'sql';

/** A change of one part of a source file. */
export interface FoundMutant {
  kind: MutantKind;
  /** The changed part: offsets in the source. */
  start: number;
  end: number;
  /** Counted from 1. */
  line: number;
  /** The source that replaces the part; empty for a removed statement. */
  to: string;
  /** The change within the part, for reports. */
  change: string;
}

const otherComparison: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
};

const booleanCallee = /^(?:is|has|can|should|some|every|includes|startsWith|endsWith|test)(?:[A-Z]|$)/;

/** Finds the mutants of a TypeScript source, in the order of their positions. */
export function findMutants(file: string, source: string): FoundMutant[] {
  const found: FoundMutant[] = [];
  const types: Node[] = [];
  const loops: Node[] = [];
  const textOf = ({ start, end }: { start: number; end: number }) => source.slice(start, end);
  const add = (
    kind: MutantKind,
    { start, end }: Node,
    to: string,
    change = oneLine(to),
    at = start,
  ): void => {
    const line = source.slice(0, at).split('\n').length;
    found.push({ kind, start, end, line, to, change: change || 'removed' });
  };
  // Replaced by true and by false: the opposite needs no mutant of its own.
  const forced = new Set<Node>();
  const force = (kind: MutantKind, node: Node, values: readonly boolean[]): void => {
    forced.add(node);
    for (const value of values) if (textOf(node) !== `${value}`) add(kind, node, `${value}`);
  };
  // A loop whose condition is always true may block the process: its parts are left alone.
  const addLoop = ({ test }: { test: Node | null }): void => {
    if (!test) return;
    loops.push(test);
    force('condition', test, [false]);
  };
  const addReturned = (node: Node | null): void => {
    if (node && isBoolean(node)) force('boolean', node, [true, false]);
  };

  new Visitor({
    TSLiteralType: (node) => void types.push(node),
    IfStatement: ({ test }) => force('condition', test, [true, false]),
    ConditionalExpression: ({ test }) => force('condition', test, [true, false]),
    WhileStatement: addLoop,
    DoWhileStatement: addLoop,
    ForStatement: addLoop,
    LogicalExpression: (node) => {
      if (node.operator === '??') return;
      for (const one of [node.left, node.right])
        add('operand', node, textOf(one), `only ${oneLine(textOf(one))}`);
    },
    UnaryExpression: (node) => {
      if (node.operator === '!' && !forced.has(node)) add('negation', node, textOf(node.argument));
    },
    BinaryExpression: (node) => {
      const to = otherComparison[node.operator];
      if (!to || (forced.has(node) && /^[!=]==$/.test(to))) return;
      const text = `${textOf(node.left)} ${to} ${textOf(node.right)}`;
      add('comparison', node, text);
    },
    ExpressionStatement: (node) => {
      if (isRemovable(node.expression)) add('statement', node, '');
    },
    ThrowStatement: (node) => add('statement', node, ''),
    ReturnStatement: ({ argument }) => addReturned(argument),
    ArrowFunctionExpression: ({ body }) => {
      if (body.type !== 'BlockStatement') addReturned(body);
    },
    Literal: (node) => {
      if (typeof node.value === 'boolean') add('boolean', node, `${!node.value}`);
    },
    ArrayExpression: (node) => {
      if (node.elements.length > 0) add('array', node, '[]');
    },
    TaggedTemplateExpression: (node) => {
      if (!/(?:^|\.)sql$/.test(textOf(node.tag))) return;
      for (const { to, change, at } of findSqlMutants(textOf(node.quasi), node.quasi)) {
        add('sql', node, `${textOf(node.tag)}${to}`, change, node.quasi.start + at);
      }
    },
    CallExpression: ({ callee, arguments: [first] }) => {
      if (first?.type !== 'TemplateLiteral' || !/(?:^|\.)raw$/.test(textOf(callee))) return;
      for (const { to, change, at } of findSqlMutants(textOf(first), first))
        add('sql', first, to, change, first.start + at);
    },
  }).visit(parseSync(file, source).program);

  const isWithin = (one: FoundMutant, { start, end }: Node) => one.start >= start && one.end <= end;
  return found
    .filter((one) => !types.some((node) => isWithin(one, node)))
    .filter((one) => one.to === 'false' || !loops.some((node) => isWithin(one, node)))
    .sort((a, b) => a.start - b.start || b.end - a.end);
}

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function isBoolean(node: Node): boolean {
  switch (node.type) {
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      return isBoolean(node.expression);
    case 'AwaitExpression':
      return isBoolean(node.argument);
    case 'BinaryExpression':
      return node.operator in otherComparison || node.operator === 'in';
    case 'LogicalExpression':
      return isBoolean(node.left) && isBoolean(node.right);
    case 'UnaryExpression':
      return node.operator === '!';
    case 'CallExpression':
      return booleanCallee.test(calleeName(node.callee));
    default:
      return false;
  }
}

function calleeName(callee: Node): string {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
    ? callee.property.name
    : '';
}

function isRemovable(node: Node): boolean {
  switch (node.type) {
    case 'AwaitExpression':
    case 'UnaryExpression':
      return isRemovable(node.argument);
    case 'ChainExpression':
      return isRemovable(node.expression);
    case 'CallExpression':
      return node.callee.type !== 'Super';
    case 'AssignmentExpression':
    case 'UpdateExpression':
      return true;
    default:
      return false;
  }
}
