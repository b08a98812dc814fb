import { AppError, createLogger, type Endpoint } from '@wfp/shared';
import type { Request, Response } from 'express';
import { describe, expect, it, vi } from 'vitest';
import { rateLimitedStreamOrThrow, retryOnUnavailable } from './retry-later.ts';

const unavailable = new AppError('unavailable', 'No database');
const limited = new AppError('rate_limited', 'Later');
const fault = new Error('Broken');

describe('retryOnUnavailable', () => {
  const sendRetryLater = vi.fn();
  const open = async (error: unknown, headersSent = false) => {
    sendRetryLater.mockClear();
    const log = createLogger('test', 'silent');
    log.warn = vi.fn();
    const serve = retryOnUnavailable(() => Promise.reject(error), {
      platform: { log },
      sendRetryLater,
    } as never);
    const outcome = await Promise.resolve(serve({} as Request, { headersSent } as Response, vi.fn())).catch(
      (thrown: unknown) => thrown,
    );
    return [outcome, sendRetryLater.mock.calls.length, vi.mocked(log.warn).mock.calls.length];
  };

  it('makes the client reconnect, and logs the cause', async () => {
    expect(await open(unavailable)).toEqual([undefined, 1, 1]);
  });

  it('rethrows other errors, and those after the head of the response', async () => {
    expect(await open(fault)).toEqual([fault, 0, 0]);
    expect(await open(limited)).toEqual([limited, 0, 0]);
    expect(await open(unavailable, true)).toEqual([unavailable, 0, 0]);
  });
});

describe('rateLimitedStreamOrThrow', () => {
  const stream = { kind: 'stream', method: 'GET', caller: {}, error: limited as unknown };
  const check = ({
    kind,
    method,
    caller,
    error,
  }: typeof stream | { [key in keyof typeof stream]: unknown }) =>
    rateLimitedStreamOrThrow(error, { kind } as Endpoint, { method } as Request, caller as never);

  it('returns the error of a stream with credentials', () => {
    expect(check(stream)).toBe(limited);
  });

  it.each([
    { ...stream, kind: 'plain' },
    { ...stream, method: 'HEAD' },
    { ...stream, caller: null },
    { ...stream, error: unavailable },
    { ...stream, error: fault },
  ])('rethrows any other error: %j', (other) => {
    expect(() => check(other)).toThrow(other.error as Error);
  });
});
