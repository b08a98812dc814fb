import { expect, it } from 'vitest';
import type { Field } from '../api/resources.ts';
import { namedReferences, titleOf } from './fields.ts';
import { labelOf } from './labels.ts';

it('writes names as words, with abbreviations as usual', () => {
  const labels = {
    due_on: 'Due on',
    is_default: 'Default',
    reason_code: 'Reason',
    team_id: 'Team',
    role_ids: 'Roles',
    url: 'URL',
    body_md: 'Body',
    'reset-mfa': 'Reset second factor',
    last_used_ip: 'Last used IP',
    allowed_cidrs: 'Allowed address ranges',
    id: 'ID',
    md: 'Md',
    constructor: 'Constructor',
    curly: 'Curly',
  };
  expect(Object.fromEntries(Object.keys(labels).map((name) => [name, labelOf(name)]))).toEqual(labels);
});

const field = (name: string, ref?: string) => ({ name, readable: true, ...(ref && { ref }) }) as Field;
const grants = {
  label: 'Grants',
  fields: [field('id'), field('role_id', 'role'), field('created_by', 'user'), field('user_id', 'user')],
};

it('names records without a name by their kind', () => {
  expect(titleOf({ id: 1, role_id: 7 }, grants)).toBe('Grants #1');
  expect(titleOf({ id: 1 }, { name: 'social-links', fields: [] })).toBe('Social links #1');
  expect(titleOf({ id: 1, title: 'Paint' }, { label: 'Tasks', fields: [field('title')] })).toBe('Paint');
});

it('finds the records that name one without a name', () => {
  expect(namedReferences({ id: 1, role_id: 7, user_id: 3, created_by: 4 }, grants)).toEqual([
    { code: 'role', id: 7 },
    { code: 'user', id: 3 },
  ]);
  expect(namedReferences({ id: 1, role_id: null, user_id: 3 }, grants)).toEqual([{ code: 'user', id: 3 }]);
  expect(namedReferences({ id: 1, title: 'Paint' }, { fields: [field('title'), ...grants.fields] })).toEqual(
    [],
  );
});
