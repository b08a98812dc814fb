import type { z } from 'zod';
import { type FieldType, fieldTypes } from './fields/json-schema.ts';
import type { Operator } from './platform.contract.ts';

type Declared = z.output<typeof Operator>;

const ordered: FieldType[] = ['integer', 'number', 'timestamp', 'date'];
const texts: FieldType[] = ['string', 'email', 'url'];
const single: FieldType[] = [...ordered, ...texts, 'boolean', 'enum'];
const all: FieldType[] = [...fieldTypes];

const operator = (code: string, label: string, value: Declared['value'], types: FieldType[]): Declared => ({
  code,
  label,
  value,
  types,
});

export const operators: readonly Declared[] = [
  operator('eq', 'is', 'one', single),
  operator('ne', 'is not', 'one', single),
  operator('in', 'is one of', 'list', single),
  operator('not_in', 'is none of', 'list', single),
  operator('gt', 'is more than', 'one', ordered),
  operator('gte', 'is at least', 'one', ordered),
  operator('lt', 'is less than', 'one', ordered),
  operator('lte', 'is at most', 'one', ordered),
  operator('between', 'is between', 'two', ordered),
  operator('contains', 'contains', 'one', texts),
  operator('starts_with', 'starts with', 'one', texts),
  operator('is_set', 'has a value', 'none', all),
  operator('is_empty', 'has no value', 'none', all),
  operator('has_any', 'has any of', 'list', ['array']),
  operator('has_all', 'has all of', 'list', ['array']),
  operator('changed', 'has changed', 'none', all),
  operator('changed_to', 'has changed to', 'one', single),
];
