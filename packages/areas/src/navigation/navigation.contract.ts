import { Flag, named } from '@wfp/shared/contract';
import { z } from 'zod';
import { targetKinds } from './items/items.contract.ts';

export const ShowNavigation = z.strictObject({
  hidden: Flag.optional().meta({ description: 'true: includes the entries that the caller has hidden' }),
});
export type ShowNavigation = z.output<typeof ShowNavigation>;

const Badge = z.object({
  count: z.int().nonnegative(),
  is_exact: z.boolean().meta({ description: 'False if there may be more than count' }),
});

/** An entry of the menu as a caller sees it. */
export const NavigationEntry = z.object({
  key: z.string(),
  label: z.string(),
  icon: z.string().nullable(),
  target_kind: z.enum(targetKinds).nullable().meta({
    description: 'resource: the list of a resource; route: a path of the web application; null: a heading',
  }),
  target: z.string().nullable(),
  badge: Badge.nullable().meta({ description: 'Records that the caller sees; at most 30 seconds old' }),
  is_pinned: z.boolean(),
  is_hidden: z.boolean().meta({ description: 'True if the caller has hidden the entry' }),
  get children() {
    return z.array(NavigationEntry);
  },
});
named('NavigationEntry', NavigationEntry);
export type NavigationEntry = z.output<typeof NavigationEntry>;
