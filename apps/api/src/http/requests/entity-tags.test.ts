import type { Endpoint } from '@wfp/shared';
import { type Client, startService, type TestService } from '@wfp/testing';
import type { Request } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeEntityTag, readPrecondition, serializeRepeatable } from './entity-tags.ts';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const make = async (title = 'Versioned') => (await owner.call('POST', '/tasks', { title })).body.id as number;
const tagOf = async (path: string) => (await owner.call('GET', path)).headers.get('etag') ?? '';
const patch = (id: number, tag: string, title = 'Changed') =>
  owner.call('PATCH', `/tasks/${id}`, { title }, { 'if-match': tag });

describe('ETag', () => {
  it('is the same on a read and on the write that created the version', async () => {
    const made = await owner.call('POST', '/tasks', { title: 'Tagged' });
    const tag = await tagOf(`/tasks/${made.body.id}`);
    expect(tag).toMatch(/^"[0-9a-z]+-[\w-]{16}"$/);
    expect(made.headers.get('etag')).toBe(tag);
    const changed = await owner.call('PATCH', `/tasks/${made.body.id}`, { title: 'Again' });
    expect(changed.headers.get('etag')).not.toBe(tag);
    expect(await tagOf(`/tasks/${made.body.id}`)).toBe(changed.headers.get('etag'));
  });

  it('answers 304 without a body if If-None-Match matches', async () => {
    const path = `/tasks/${await make()}`;
    const tag = await tagOf(path);
    const known = (given: string) => owner.call('GET', path, undefined, { 'if-none-match': given });
    for (const given of [tag, `"other", ${tag}`, `W/${tag}`, '*']) {
      const { status, body, headers } = await known(given);
      expect([given, status, body, headers.get('etag')]).toEqual([given, 304, null, tag]);
    }
    expect((await known('"other"')).status).toBe(200);
  });
});

describe('If-Match', () => {
  it('accepts a write with the current tag and rejects the next one with the same tag', async () => {
    const id = await make();
    const tag = await tagOf(`/tasks/${id}`);
    const first = await patch(id, tag);
    const second = await patch(id, tag, 'Lost');
    expect([first.status, second.status]).toEqual([200, 412]);
    expect(second.body).toEqual({ error: expect.stringContaining('fetch it') });
    expect((await owner.call('GET', `/tasks/${id}`)).body.title).toBe('Changed');
    expect((await patch(id, first.headers.get('etag') ?? '', 'Third')).status).toBe(200);
  });

  it('accepts exactly one of fifty concurrent writes', async () => {
    const id = await make();
    const tag = await tagOf(`/tasks/${id}`);
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => patch(id, tag, `By ${index}`)),
    );
    const statuses = responses.map((one) => one.status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 412)]);
    expect((await owner.call('GET', `/events/task/${id}`)).body.total).toBe(2);
  });

  it('distinguishes changes within one millisecond', async () => {
    const id = await make();
    const versions = new Set<string>();
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const { body } = await owner.call('PATCH', `/tasks/${id}`, { title: `Quick ${index}` });
        versions.add(body.updated_at);
      }),
    );
    expect(versions.size).toBe(20);
  });

  it('applies to DELETE', async () => {
    const id = await make();
    const tag = await tagOf(`/tasks/${id}`);
    await owner.call('PATCH', `/tasks/${id}`, { title: 'Newer' });
    const remove = (given: string) => owner.call('DELETE', `/tasks/${id}`, undefined, { 'if-match': given });
    expect((await remove(tag)).status).toBe(412);
    expect((await owner.call('GET', `/tasks/${id}`)).status).toBe(200);
    expect((await remove(await tagOf(`/tasks/${id}`))).status).toBe(204);
  });

  it.each(['"x"', 'W/"lz3-abcdefghijklmnop"', 'garbage', '""', '"zzzzzzzzzzz-abc"', '"-1-abc"'])(
    'rejects %s, which is not a version of the row',
    async (given) => {
      const id = await make();
      expect((await patch(id, given)).status).toBe(412);
      expect((await owner.call('GET', `/tasks/${id}`)).body.title).toBe('Versioned');
    },
  );

  it('accepts * and a list of tags', async () => {
    const id = await make();
    expect((await patch(id, '*')).status).toBe(200);
    expect((await patch(id, `"0-abc", ${await tagOf(`/tasks/${id}`)}`)).status).toBe(200);
    expect((await patch(2_147_483_647, '*')).status).toBe(404);
  });
});

describe('computeEntityTag', () => {
  it('begins with the version of a row that has one', () => {
    const at = new Date('2030-01-01T00:00:00.123Z');
    const version = `"${at.getTime().toString(36)}-`;
    expect(computeEntityTag({ updated_at: at }, 'text')).toContain(version);
    expect(computeEntityTag({ updated_at: at.toISOString() }, 'text')).toContain(version);
    for (const result of [{}, null, { updated_at: 'never' }])
      expect(computeEntityTag(result, 'text')).toMatch(/^"[\w-]{16}"$/);
  });
});

describe('serializeRepeatable', () => {
  it('omits secret fields at any depth, and no other field', () => {
    const result = { id: 1, secret: 'a', list: [{ secret: 'b', name: 'c' }] };
    const text = (declared: Partial<Endpoint>) => serializeRepeatable(declared as Endpoint, result);
    expect(text({ secretFields: ['secret'] })).toBe('{"id":1,"list":[{"name":"c"}]}');
    expect(text({})).toBe(JSON.stringify(result));
  });
});

describe('readPrecondition', () => {
  const endpointWith = (declared: object) =>
    ({ can: 'task:update', path: '/tasks/:id', ...declared }) as unknown as Endpoint;
  const read = (given: string | undefined, declared: object = {}, params: object = { id: '7' }) =>
    readPrecondition(endpointWith(declared), {
      headers: { 'if-match': given },
      params,
    } as unknown as Request);
  const at = new Date('2030-01-01T00:00:00Z');
  const tag = `"${at.getTime().toString(36)}-abc"`;
  const stale = expect.objectContaining({ kind: 'stale' });

  it('names the row of the path and the versions that it may have', () => {
    expect(read(tag)).toEqual({ resource: 'task', id: 7, versions: [at] });
    expect(read(`"other", ${tag}, "1-x"`)?.versions).toEqual([at, new Date(1)]);
    expect([read(undefined), read('*'), read(' * ')]).toEqual([undefined, undefined, undefined]);
  });

  it('names no row if the path does not end with an id', () => {
    expect(read(tag, { path: '/tasks' }, {})?.id).toBeNull();
    expect(read(tag, { path: '/tasks/:id/close' })?.id).toBeNull();
    expect(read(tag, { path: '/tasks/:code' }, { code: 'seven' })?.id).toBeNull();
  });

  it('compares the resource of the permission, unless another one or none is declared', () => {
    expect(read(tag, { can: 'signed-in', versionedResource: 'user' })?.resource).toBe('user');
    expect(read(tag, { versionedResource: 'prompt_run' })?.resource).toBe('prompt_run');
    for (const declared of [{ versionedResource: false }, { can: 'signed-in' }])
      expect(() => read(tag, declared)).toThrow(stale);
  });

  it('rejects tags that are no versions, and accepts the last possible time', () => {
    for (const given of ['"x"', `W/${tag}`, `"${(8.64e15 + 36).toString(36)}-x"`])
      expect(() => read(given)).toThrow(stale);
    expect(read(`"${(8.64e15).toString(36)}-x"`)?.versions).toEqual([new Date(8.64e15)]);
  });
});
