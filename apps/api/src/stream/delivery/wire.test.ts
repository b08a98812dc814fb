import { describe, expect, it } from 'vitest';
import { Semaphore } from '../semaphore.ts';
import { heartbeatFrame, jitter, openingFrame, resetFrame, retryLaterFrame } from './frames.ts';
import { parseResumeRequest } from './resume-request.ts';

describe('the position a client sends', () => {
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
  it('are blocks that end with an empty line', () => {
    expect(openingFrame(2_000, 5)).toBe('retry: 2000\nid: 5\n\n');
    expect(openingFrame(2_000, null)).toBe('retry: 2000\n\n');
    expect(resetFrame(9)).toBe('event: reset\nid: 9\ndata: {"head":9}\n\n');
    expect(heartbeatFrame(null)).toBe(': heartbeat\n\n');
    expect(heartbeatFrame(12)).toBe(': heartbeat\nid: 12\n\n');
    expect(retryLaterFrame(9_000)).toMatch(/^: .*\nretry: 9000\n\n$/);
  });

  it('carry a pause that differs from client to client, within its bounds', () => {
    const pauses = Array.from({ length: 200 }, () => jitter(1_000, 4_000));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1_000);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(4_000);
    expect(new Set(pauses).size).toBeGreaterThan(100);
  });
});

describe('the turnstile', () => {
  it('lets no more in at once than it has places, in order, whatever fails', async () => {
    const turnstile = new Semaphore(2);
    const order: number[] = [];
    let inside = 0;
    let most = 0;
    const runs = Array.from({ length: 20 }, (_, index) =>
      turnstile.run(async () => {
        inside += 1;
        most = Math.max(most, inside);
        order.push(index);
        await new Promise((resolve) => setTimeout(resolve, 1));
        inside -= 1;
        if (index % 5 === 0) throw new Error('no luck');
      }),
    );
    const results = await Promise.allSettled(runs);
    expect(results.filter((one) => one.status === 'rejected')).toHaveLength(4);
    expect(most).toBe(2);
    expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });
});
