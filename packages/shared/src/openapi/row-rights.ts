import type { z } from 'zod';
import { rights } from '../access/rights.ts';
import { type Endpoint, successOf } from '../endpoint/endpoint.ts';
import type { ComponentNames } from './component-names.ts';
import { refTo, type Schema } from './document-types.ts';
import { listRowSchema } from './operation-id.ts';

const componentName = 'RecordRights';

const component: Schema = {
  type: 'array',
  items: { type: 'string', enum: rights.filter((right) => right !== 'read') },
  description: 'The rights of the caller on the record beyond `read`. Only with `include=can`',
};

/** Adds `can` to the records of endpoints that accept `include=can`. Other operations return them without it. */
export function addRowRights(
  schemas: Record<string, Schema>,
  endpoints: readonly Endpoint[],
  names: ComponentNames,
): void {
  const including = endpoints.filter(({ rowRights }) => rowRights);
  if (including.length > 0) schemas[componentName] = component;
  for (const one of including) {
    const { shape } = successOf(one);
    const row = schemas[names.nameOf((shape && listRowSchema(shape)) ?? (shape as z.ZodType))];
    // A board has no id. Its records are those of the list.
    if (row?.properties?.id) row.properties.can = refTo(componentName);
  }
}
