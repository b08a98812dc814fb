import { expect, it } from 'vitest';
import { exportFilterOf } from './export-filter.ts';

const schema = {
  properties: {
    q: { type: 'string' },
    status: { anyOf: [{ type: 'string' }, { type: 'array' }] },
    assigned_to_me: { type: 'boolean' },
    team_id: { type: 'integer' },
  },
};

it('converts the filters of a list to the types of the body, without paging', () => {
  const search = { q: '7', status: 'todo', assigned_to_me: 'true', team_id: '7', page: '2', sort: '-title' };
  expect(exportFilterOf(search, schema)).toEqual({
    q: '7',
    status: 'todo',
    assigned_to_me: true,
    team_id: 7,
  });
  expect(exportFilterOf({ status: 'todo,done' }, schema)).toEqual({ status: ['todo', 'done'] });
});
