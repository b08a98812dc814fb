import { createClient } from '@wfp/client';
import { expect, it } from 'vitest';
import { changeRecord, deleteRecord } from './change-record.ts';

type Answer = Response | Error;

const respond = (status: number, body: object, etag?: string) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...(etag && { etag }) },
  });

/** A client that receives these responses in order, and records its requests. */
function clientWith(...answers: Answer[]) {
  const sent: string[] = [];
  const client = createClient({
    baseUrl: 'https://x.test',
    retry: { attempts: 1 },
    fetch: async ({ method, headers }) => {
      sent.push([method, headers.get('if-match')].filter(Boolean).join(' '));
      const answer = answers.shift();
      if (!answer || answer instanceof Error) throw answer ?? new Error('No more responses');
      return answer;
    },
  });
  const change = (mayBeMade?: boolean) => changeRecord(client, '/teams/1', { name: 'New' }, base, mayBeMade);
  return { sent, change, remove: () => deleteRecord(client, '/teams/1') };
}

const row = { id: 1, name: 'Old', color: 'red', updated_at: '2026-01-01T00:00:00.000Z' };
const base = { row, etag: '"1"' };
const stale = () => respond(412, { error: 'The record was changed' });

it('repeats the change if another user has changed other fields', async () => {
  const saved = { ...row, name: 'New', color: 'blue' };
  const { sent, change } = clientWith(
    stale(),
    respond(200, { ...row, color: 'blue' }, '"2"'),
    respond(200, saved, '"3"'),
  );
  expect(await change()).toEqual({ saved: { row: saved, etag: '"3"' } });
  expect(sent).toEqual(['PATCH "1"', 'GET', 'PATCH "2"']);
});

it('returns the record of the other user who has changed the same field', async () => {
  const theirs = { ...row, name: 'Theirs' };
  const { sent, change } = clientWith(stale(), respond(200, theirs, '"2"'));
  expect(await change()).toEqual({ theirs: { row: theirs, etag: '"2"' } });
  expect(sent).toEqual(['PATCH "1"', 'GET']);
});

it('sends no version if the tag of the record is none', async () => {
  const { sent, change } = clientWith(stale(), respond(200, row, '"1"'), respond(200, row, '"1"'));
  await change();
  expect(sent).toEqual(['PATCH "1"', 'GET', 'PATCH']);
});

it('gives up after five attempts', async () => {
  const answers = [2, 3, 4, 5].flatMap((version) => [stale(), respond(200, row, `"${version}"`)]);
  const { sent, change } = clientWith(...answers, stale());
  await expect(change()).rejects.toMatchObject({ status: 412 });
  expect(sent.filter((one) => one.startsWith('PATCH'))).toHaveLength(5);
});

it('reads the record after a lost response, to find out if the change was made', async () => {
  const saved = { ...row, name: 'New' };
  const made = clientWith(new TypeError('fetch failed'), respond(200, saved, '"2"'));
  expect(await made.change()).toEqual({ saved: { row: saved, etag: '"2"' } });
  const lost = clientWith(new TypeError('fetch failed'), respond(200, row, '"1"'));
  await expect(lost.change()).rejects.toMatchObject({ name: 'ConnectionError' });
  const offline = clientWith(new TypeError('fetch failed'), new TypeError('fetch failed'));
  await expect(offline.change()).rejects.toMatchObject({ name: 'ConnectionError' });
});

it('recognizes its own change, whose response was lost, when it is sent again, and no change of another user', async () => {
  const saved = { ...row, name: 'New' };
  const { sent, change } = clientWith(stale(), respond(200, saved, '"2"'));
  expect(await change(true)).toEqual({ saved: { row: saved, etag: '"2"' } });
  expect(sent).toEqual(['PATCH "1"', 'GET']);
  const others = clientWith(stale(), respond(200, saved, '"2"'));
  expect(await others.change()).toEqual({ theirs: { row: saved, etag: '"2"' } });
});

it('takes a record that cannot be found for deleted', async () => {
  const missing = () => respond(404, { error: 'Not found' });
  await clientWith(missing()).remove();
  await clientWith(new TypeError('fetch failed'), missing()).remove();
  const kept = clientWith(new TypeError('fetch failed'), respond(200, row));
  await expect(kept.remove()).rejects.toMatchObject({ name: 'ConnectionError' });
  await expect(clientWith(respond(403, { error: 'Forbidden' })).remove()).rejects.toMatchObject({
    status: 403,
  });
});
