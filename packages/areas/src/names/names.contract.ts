import { Id, IdList, named } from '@wfp/shared/contract';
import { z } from 'zod';

/** Max ids of a request, of all resources together. */
export const maxNames = 200;

const Ids = named(
  'RecordIds',
  IdList(Id, maxNames).meta({
    description: 'Ids of records of the resource with the name of the parameter, separated by commas',
    example: '1,2',
  }),
);

/** The query of `GET /names`, with a parameter for each resource. */
export const NamesQuery = (codes: readonly string[]) =>
  z
    .strictObject(Object.fromEntries(codes.map((code) => [code, Ids.optional()])))
    .superRefine((query, context) => {
      let count = 0;
      for (const [code, ids = []] of Object.entries(query)) {
        count += ids.length;
        if (count <= maxNames) continue;
        const message = `Must have at most ${maxNames} ids, with those of the other parameters`;
        return context.addIssue({ code: 'custom', path: [code], message });
      }
    });
export type NamesQuery = z.output<ReturnType<typeof NamesQuery>>;

export const RecordLabel = z.object({
  id: Id,
  name: z
    .string()
    .nullable()
    .meta({ description: 'Null if the record has none, such as a booking without a title' }),
  hint: z.string().nullable().meta({
    description:
      'Distinguishes records with equal names, such as the address of a user; null if there is nothing',
  }),
  avatar_url: z.string().nullable().meta({ description: 'Not available yet: null' }),
});
named('RecordLabel', RecordLabel);
export type RecordLabel = z.output<typeof RecordLabel>;

export const Names = (codes: readonly string[]) =>
  named(
    'RecordLabels',
    z.object(Object.fromEntries(codes.map((code) => [code, z.array(RecordLabel).optional()]))),
  );
