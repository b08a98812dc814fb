import { z } from 'zod';
import { BoundedRecord } from '../../contract/bounded-record.ts';
import { areasOf } from '../../endpoint/areas-of.ts';
import { invalidField } from '../../errors.ts';
import type { Contribution, ResourceBase } from '../capability.ts';
import { field } from './field.ts';

/** Rows have a column `custom` with fields that the organization defines. */
export type Custom = true;

/** The column added to rows. */
export type CustomColumns<C> = C extends true ? { custom: Record<string, unknown> } : unknown;

const maxFields = 100;

/**
 * Custom fields are validated by the area that declares `customFields`; without such an area every custom field is
 * rejected. A value that is sent replaces the whole of `custom`.
 *
 * No area declares `customFields` yet. Kernel tests cover the capability with such an area (`drafts` in
 * `testing/branches.ts`) and without (`shelves` in `testing/thing-sub-resources.ts`).
 */
export function customCapability(_: Custom, { code }: ResourceBase): Contribution {
  const Values = BoundedRecord(z.string().max(63), z.unknown(), { max: maxFields, keys: 'fields' }).meta({
    description: 'The custom fields that the organization defined for this resource',
  });
  return {
    fields: { custom: field(Values, { pgType: 'jsonb' }) },
    hooks: {
      beforeWrite: async ({ tx, caller, values }) => {
        const { custom } = values as { custom?: Record<string, unknown> };
        if (custom === undefined) return undefined;
        const definition = areasOf(caller.platform).find((area) => area.customFields)?.customFields;
        const errors = definition
          ? await definition({ tx, caller, resource: code, values: custom })
          : unknownFieldErrors(custom);
        const [first] = Object.entries(errors);
        if (first) throw invalidField(`custom.${first[0]}`, first[1]);
        return undefined;
      },
    },
  };
}

const unknownFieldErrors = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(values).map((name) => [name, 'Is not defined for this resource']));
