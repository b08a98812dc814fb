import { Readable } from 'node:stream';
import type { Endpoint, Origin } from '@wfp/shared';
import type { Request, Response } from 'express';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { readInput } from '../requests/input/input.ts';
import { threadMs } from '../thread-ms.ts';
import type { RateLimits } from './rate-limits.ts';
import { RequestWork, readMsPerMib } from './request-work.ts';

const limits = { countBytes: vi.fn(), countWork: vi.fn() };
const work = new RequestWork(limits as unknown as RateLimits, null, {} as Origin);
beforeEach(() => vi.clearAllMocks());

/** Uses CPU time of this thread. */
function useThread(ms: number): void {
  for (const from = threadMs(); threadMs() - from < ms; );
}

const counted = () => limits.countWork.mock.calls.reduce((sum, [, ms]) => sum + (ms as number), 0);

describe('a part of a request', () => {
  it('counts until it returns, or until it first waits', async () => {
    expect(work.run(() => useThread(20))).toBeUndefined();
    expect(counted()).toBeGreaterThanOrEqual(20);
    const waiting = work.run(async () => {
      await undefined;
      useThread(20);
    });
    await waiting;
    expect(counted()).toBeLessThan(40);
  });

  it('counts when it fails', () => {
    const fail = () => {
      useThread(20);
      throw new Error('failed');
    };
    expect(() => work.run(fail)).toThrow('failed');
    expect(counted()).toBeGreaterThanOrEqual(20);
  });
});

it('counts the time of reading the rows of a response by its length', () => {
  work.countResponse(512 * 1024);
  expect(limits.countBytes.mock.calls).toEqual([[null, {}, 512 * 1024]]);
  expect(counted()).toBe(readMsPerMib / 2);
});

describe('input', () => {
  const slow = z.string().refine(() => {
    useThread(20);
    return true;
  });

  function read(declared: Partial<Endpoint>, body: Readable, query = '') {
    const headers = { 'transfer-encoding': 'chunked', 'content-type': 'application/json' };
    const req = Object.assign(body, { url: `/things?${query}`, params: {}, headers }) as unknown as Request;
    const endpoint = { method: 'post', can: 'task:create', ...declared } as Endpoint;
    const res = { setHeader: () => undefined } as unknown as Response;
    return work.ofInput(endpoint, req, () => readInput(endpoint, req, res)).catch(() => undefined);
  }

  it('counts the validation of a query, and that of a body with its bytes', async () => {
    await read({ query: z.object({ q: slow }) }, Readable.from([]), 'q=a');
    expect(counted()).toBeGreaterThanOrEqual(20);
    expect(limits.countBytes).not.toHaveBeenCalled();
    await read({ body: z.object({ title: slow }) }, Readable.from([Buffer.from('{"title":"a"}')]));
    expect(counted()).toBeGreaterThanOrEqual(40);
    expect(limits.countBytes.mock.calls).toEqual([[null, {}, 13]]);
  });

  it('does not count other work that is done while a body arrives', async () => {
    const body = new Readable({ read: () => undefined });
    const reading = read({ body: z.object({ title: z.string() }) }, body);
    await new Promise(setImmediate);
    useThread(100);
    body.push('{"title":"a"}');
    body.push(null);
    await reading;
    expect(limits.countBytes).toHaveBeenCalled();
    expect(counted()).toBeLessThan(100);
  });

  it('does not count a body that does not arrive', async () => {
    const body = new Readable({ read: () => undefined });
    const reading = read({ body: z.object({ title: z.string() }) }, body);
    body.push('x'.repeat(2_000_000));
    await reading;
    expect(limits.countWork).not.toHaveBeenCalled();
  });
});
