import { z } from 'zod';
import { areasOf } from '../../endpoint/areas-of.ts';
import { invalidField } from '../../errors.ts';
import type { Contribution, ResourceBase } from '../capability.ts';
import { field } from './field.ts';

/** Rows have `custom`: fields that an organization defines for a resource. */
export type Custom = true;

/** The column that rows get. */
export type CustomColumns<C> = C extends true ? { custom: Record<string, unknown> } : unknown;

const maxFields = 100;

/**
 * Values of custom fields are checked by the area that declares `customFields`; without a definition for the resource
 * every custom field is unknown. A value that is sent replaces the whole of `custom`.
 *
 * No area declares `customFields` yet. The tests of the kernel exercise the capability with one that does
 * (`drafts` in `testing/branches.ts`) and without one (`shelves` in `testing/things-below.ts`).
 */
export function customCapability(_: Custom, { code }: ResourceBase): Contribution {
  const Values = z
    .record(z.string().max(63), z.unknown())
    .refine((values) => Object.keys(values).length <= maxFields, `Must have at most ${maxFields} fields`)
    .meta({ description: 'The fields that the organization has defined for this resource' });
  return {
    fields: { custom: field(Values, { pgType: 'jsonb' }) },
    hooks: {
      beforeWrite: async ({ tx, caller, values }) => {
        const { custom } = values as { custom?: Record<string, unknown> };
        if (custom === undefined) return undefined;
        const definition = areasOf(caller.platform).find((area) => area.customFields)?.customFields;
        const faults = definition
          ? await definition({ tx, caller, resource: code, values: custom })
          : unknownFieldErrors(custom);
        const [first] = Object.entries(faults);
        if (first) throw invalidField(`custom.${first[0]}`, first[1]);
        return undefined;
      },
    },
  };
}

const unknownFieldErrors = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(values).map((name) => [name, 'Is not defined for this resource']));
