const ops: Readonly<Record<string, string>> = {
  eq: 'is',
  ne: 'is not',
  in: 'is one of',
  not_in: 'is none of',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  between: 'is between',
  contains: 'contains',
  starts_with: 'starts with',
  is_set: 'is set',
  is_empty: 'is empty',
  has_any: 'has any of',
  has_all: 'has all of',
  changed: 'was changed',
  changed_to: 'was changed to',
};

/** Of dates and times. */
const timeOps: Readonly<Record<string, string>> = {
  gt: 'is after',
  gte: 'is on or after',
  lt: 'is before',
  lte: 'is on or before',
};

const variables: Readonly<Record<string, string>> = {
  '': 'a value',
  me: 'the acting user',
  today: 'today',
  now: 'now',
};

export const conditionWords = {
  add: (label: string) => `Add: ${label}`,
  remove: (label: string) => `Remove: ${label}`,
  asJson: 'Edit as JSON',
  asFields: 'Edit with inputs',
  unreadable: 'Only as JSON: the inputs cannot show this value.',
  match: 'Matches if',
  modes: {
    all: 'all of these are true',
    any: 'at least one of these is true',
    none: 'none of these is true',
  },
  addComparison: 'Add a comparison',
  addGroup: 'Add a group',
  comparison: (number: string) => `Comparison ${number}`,
  group: (number: string) => `Group ${number}`,
  field: 'Field',
  op: 'Comparison',
  opName: (op: string, isTime: boolean) => (isTime ? timeOps[op] : undefined) ?? ops[op] ?? op,
  operand: 'Compare with',
  operandName: (variable: string, labelOf: (name: string) => string) => {
    const [source, name] = variable.split('.');
    if (!name) return variables[variable] ?? variable;
    return source === 'input' ? `in the request: ${labelOf(name)}` : `of the record: ${labelOf(name)}`;
  },
  days: 'Days to add',
  between: 'Two values: the first, then the last one',
  dates: (hasTime: boolean) =>
    hasTime ? 'Such as 2026-03-01 or 2026-03-01T10:00:00Z' : 'Such as 2026-03-01',
};
