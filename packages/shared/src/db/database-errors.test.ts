import pg from 'pg';
import { expect, it } from 'vitest';
import { translateErrors } from './database-errors.ts';

const failWith = (code: string) => {
  const error = new pg.DatabaseError('broken', 6, 'error');
  error.code = code;
  return translateErrors(Promise.reject(error));
};

it.each([
  ['a shutdown', '57P01'],
  ['too many connections', '53300'],
  ['a lock timeout', '55P03'],
  ['a lost prepared statement', '26000'],
])('reports %s as an unavailable database', async (_, code) => {
  await expect(failWith(code)).rejects.toMatchObject({
    kind: 'unavailable',
    headers: { 'Retry-After': '2' },
    cause: { code },
  });
});

it('passes on errors of the statement itself', async () => {
  await expect(failWith('42601')).rejects.toMatchObject({ code: '42601' });
});
