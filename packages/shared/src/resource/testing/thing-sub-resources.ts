import { z } from 'zod';
import { Id, Line } from '../../contract/index.ts';
import { Prisma } from '../../db/index.ts';
import { invalidField } from '../../errors.ts';
import { field } from '../contract/field.ts';
import { defineResource } from '../define-resource.ts';
import type { TransitionStep } from '../lifecycle/transitions.ts';
import type { ParentResource } from '../routes/parent-resource.ts';

const { sql, raw } = Prisma;

/** Sub-resources of things: parts use the permissions on things, notes have their own; settings are a singleton. */
export function createSubResources(things: { asParent: ParentResource }) {
  const parts = defineResource({
    code: 'thing_part',
    noun: ['part', 'parts'],
    label: 'Parts',
    path: '/parts',
    model: 'ThingPart' as never,
    table: 'thing_parts',
    recordName: 'name',
    parent: { of: things, field: 'thing_id' },
    fields: {
      name: field(Line(100), { required: true, search: true, sort: 'text' }),
      status: field(z.enum(['draft', 'open', 'closed']), {
        writable: 'never',
        filter: true,
        pgType: 'thing_part_status',
      }),
      closed_note: field(Line(100).nullable(), { writable: 'never' }),
    },
    sort: 'name',
    transitions: {
      open: {
        from: ['draft'],
        to: 'open',
        event: 'thing_part.opened',
        meaning: 'A part is open.',
        summary: 'Open a part',
        set: () => ({ closed_note: null }),
      },
      close: {
        from: ['draft', 'open'],
        to: 'closed',
        right: 'archive',
        event: 'thing_part.closed',
        meaning: 'A part is closed.',
        summary: 'Close a part',
        body: z.strictObject({ note: Line(100) }),
        guard: ({ before, body }: TransitionStep<{ name: string }, { note: string }>) => {
          if (body.note === before.name) throw invalidField('note', 'Must say more than the name');
        },
        set: ({ body }: TransitionStep<unknown, { note: string }>) => ({ closed_note: body.note }),
      },
    },
  });
  const notes = defineResource({
    code: 'thing_note',
    noun: ['note', 'notes'],
    label: 'Notes',
    path: '/notes',
    model: 'ThingNote' as never,
    table: 'thing_notes',
    scopes: ['own'],
    owners: {
      where: ({ user_id }, alias) => sql`${raw(alias)}.created_by = ${user_id}`,
      userIds: (alias) => sql`select ${raw(alias)}.created_by`,
    },
    builtin: { owner: 'M' },
    parent: { of: things, field: 'thing_id', writeRight: 'read', aggregate: 'parent' },
    appendOnly: true,
    fields: { body: field(Line(100), { required: true, search: true }) },
    sort: '-created_at',
  });
  const settings = defineResource({
    code: 'thing_setting',
    noun: ['setting', 'settings'],
    label: 'Settings of things',
    path: '/thing-settings',
    model: 'ThingSetting' as never,
    table: 'thing_settings',
    builtin: { owner: 'M', viewer: 'R' },
    fields: { color: field(z.enum(['grey', 'red', 'blue'])) },
    sort: 'created_at',
    singleton: {
      defaults: { color: 'grey' },
      summaries: { get: 'Fetch the settings of things', update: 'Change the settings of things' },
    },
  });
  return [parts, notes, settings, createLinks(things), ...createShelvesAndBoxes()];
}

/** Links between two things, listed below both. */
function createLinks(things: { asParent: ParentResource }) {
  return defineResource({
    code: 'thing_link',
    noun: ['link', 'links'],
    label: 'Links',
    path: '/links',
    model: 'ThingLink' as never,
    table: 'thing_links',
    parent: {
      of: things,
      field: 'thing_id',
      otherEnd: { field: 'other_thing_id', inverse: { kind: { holds: 'is_held_by', touches: 'touches' } } },
    },
    fields: {
      other_thing_id: field(Id, { required: true, writable: 'once', references: 'things' }),
      kind: field(z.enum(['holds', 'touches']), {
        ...{ required: true, writable: 'once', filter: true, pgType: 'thing_link_kind' },
        shown: z.enum(['holds', 'touches', 'is_held_by']),
      }),
      note: field(Line(100).nullable()),
    },
    sort: 'created_at',
  });
}

/** Shelves are addressed by code; boxes are ordered and require the same right on the shelf as the operation. */
function createShelvesAndBoxes() {
  const shelves = defineResource({
    code: 'thing_shelf',
    noun: ['shelf', 'shelves'],
    label: 'Shelves',
    path: '/shelves',
    model: 'ThingShelf' as never,
    table: 'thing_shelves',
    recordName: 'name',
    builtin: { owner: 'M', viewer: 'R' },
    addressedBy: 'code',
    custom: true,
    fields: {
      code: field(z.string().regex(/^[a-z]+$/), { required: true, writable: 'once' }),
      name: field(Line(100), { required: true, sort: 'text' }),
    },
    sort: 'name',
  });
  const boxes = defineResource({
    code: 'thing_shelf_box',
    noun: ['box', 'boxes'],
    label: 'Boxes',
    path: '/boxes',
    model: 'ThingShelfBox' as never,
    table: 'thing_shelf_boxes',
    recordName: 'name',
    parent: {
      ...{ of: shelves, field: 'shelf_id', aggregate: 'parent', lock: 'no key update' },
      writeRight: 'same',
    },
    fields: { name: field(Line(100), { required: true, sort: 'text' }) },
    sort: 'position',
    ordered: { within: ['shelf_id'] },
    listsArchived: true,
  });
  return [shelves, boxes];
}
