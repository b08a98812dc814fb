import { defineResource, field, type RowOf } from '@wfp/shared';
import { Line } from '@wfp/shared/contract';
import { z } from 'zod';
import { rejectUnknownBadgeCodes } from '../badges/badge-lists.ts';
import { Badge, NavigationKey, Position, ShownBadge, Target, targetKinds } from './items.contract.ts';
import { rejectChildren, rejectInvalidItem, rejectMisplacedItem } from './items.service.ts';
import { lockMenu } from './items.store.ts';

/** The values of an item that were not sent. Equal to the defaults of the columns. */
const emptyItem = {
  icon: null,
  parent_key: null,
  position: null,
  target_kind: null,
  target: null,
  required_permission: null,
  required_feature: null,
  badge_query: null,
  is_hidden: false,
};

/** Entries of the menu that the organization adds, and its changes of default entries. */
export const navigationItems = defineResource({
  code: 'navigation_item',
  noun: ['navigation item', 'navigation items'],
  label: 'Navigation items',
  path: '/navigation-items',
  model: 'NavigationItem',
  table: 'navigation_items',
  recordName: 'label',
  builtin: { owner: 'M', admin: 'M', hr: 'RCUA', manager: 'R', employee: 'R', viewer: 'R', auditor: 'R' },
  fields: {
    key: field(NavigationKey, {
      required: true,
      writable: 'once',
      search: true,
      filter: true,
      sort: 'text',
      shown: z.string(),
    }),
    label: field(Line(60), { required: true, search: true, sort: 'text' }),
    icon: field(Line(50).nullable()),
    parent_key: field(NavigationKey.nullable(), { filter: true, shown: z.string().nullable() }),
    position: field(Position.nullable(), { sort: 'value' }),
    target_kind: field(z.enum(targetKinds).nullable(), { filter: true }),
    target: field(Target.nullable(), { shown: z.string().nullable() }),
    required_permission: field(Line(120).nullable()),
    required_feature: field(Line(60).nullable()),
    badge_query: field(Badge.nullable(), { shown: ShownBadge.nullable(), pgType: 'jsonb' }),
    is_hidden: field(z.boolean(), { filter: true }),
  },
  sort: 'key',
  hooks: {
    validate: async ({ caller, values: { badge_query } }) => {
      if (badge_query) await rejectUnknownBadgeCodes(caller, badge_query);
    },
    beforeLock: ({ tx, caller }) => lockMenu(tx, caller),
    beforeWrite: async ({ tx, caller, before, values }) => {
      const item = { ...emptyItem, ...before, ...values } as NavigationItemRow;
      rejectInvalidItem(caller, item, values);
      await rejectMisplacedItem(tx, caller, item);
      return undefined;
    },
    beforeArchive: ({ tx, caller, before }) => rejectChildren(tx, caller, before.key),
    afterRestore: async ({ tx, caller, row }) => {
      rejectInvalidItem(caller, row, row);
      await rejectMisplacedItem(tx, caller, row);
    },
  },
});

export type NavigationItemRow = RowOf<typeof navigationItems>;
