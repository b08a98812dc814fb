import { describe, expect, it } from 'vitest';
import { Semaphore } from '../semaphore.ts';
import { heartbeatFrame, jitter, openingFrame, resetFrame, retryLaterFrame } from './frames.ts';
import { parseResumeRequest } from './resume-request.ts';

describe('parseResumeRequest', () => {
  it.each([
    [undefined, undefined, { kind: 'live' }],
    ['', '', { kind: 'live' }],
    ['5', undefined, { kind: 'after', seq: 5 }],
    [undefined, '0', { kind: 'after', seq: 0 }],
    ['7', '5', { kind: 'after', seq: 7 }],
    ['', '5', { kind: 'after', seq: 5 }],
    ['x', '5', { kind: 'unreadable' }],
    ['-1', undefined, { kind: 'unreadable' }],
    ['1e3', undefined, { kind: 'unreadable' }],
    [' 5', undefined, { kind: 'unreadable' }],
    ['9007199254740993', undefined, { kind: 'unreadable' }],
  ])('header %j and query %j', (header, query, expected) => {
    expect(parseResumeRequest(header, query)).toEqual(expected);
  });
});

describe('frames', () => {
  it('end with an empty line', () => {
    expect(openingFrame(2_000, 5)).toBe('retry: 2000\nid: 5\n\n');
    expect(openingFrame(2_000, null)).toBe('retry: 2000\n\n');
    expect(resetFrame(9)).toBe('event: reset\nid: 9\ndata: {"head":9}\n\n');
    expect(heartbeatFrame(null)).toBe(': heartbeat\n\n');
    expect(heartbeatFrame(12)).toBe(': heartbeat\nid: 12\n\n');
    expect(retryLaterFrame(9_000)).toMatch(/^: .*\nretry: 9000\n\n$/);
  });

  it('have a random retry time within bounds', () => {
    const delays = Array.from({ length: 200 }, () => jitter(1_000, 4_000));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(1_000);
    expect(Math.max(...delays)).toBeLessThanOrEqual(4_000);
    expect(new Set(delays).size).toBeGreaterThan(100);
  });
});

describe('the semaphore', () => {
  it('limits concurrency and runs waiters of one part in order, even after failures', async () => {
    const semaphore = new Semaphore(2);
    const order: number[] = [];
    let running = 0;
    let maxRunning = 0;
    const runs = Array.from({ length: 20 }, (_, index) =>
      semaphore.run([1], async () => {
        running += 1;
        maxRunning = Math.max(maxRunning, running);
        order.push(index);
        await new Promise((resolve) => setTimeout(resolve, 1));
        running -= 1;
        if (index % 5 === 0) throw new Error('failed');
      }),
    );
    const results = await Promise.allSettled(runs);
    expect(results.filter((one) => one.status === 'rejected')).toHaveLength(4);
    expect(maxRunning).toBe(2);
    expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });
});
