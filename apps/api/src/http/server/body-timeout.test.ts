import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startBodyTimeout } from './body-timeout.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function startRequest() {
  const server = new EventEmitter() as Server;
  const timedOut = vi.fn();
  server.on('clientError', timedOut);
  const body = new Readable({ read: () => undefined });
  const req = Object.assign(body, {
    headers: { 'content-length': '9' },
    complete: false,
    socket: { destroy: vi.fn() },
  });
  startBodyTimeout(server, req as unknown as IncomingMessage);
  return { req, timedOut };
}

it('ends a request whose body is read but does not arrive', () => {
  const { req, timedOut } = startRequest();
  req.resume();
  vi.advanceTimersByTime(9_999);
  expect(timedOut).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(timedOut).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
    req.socket,
  );
});

it('does not end a request whose body has arrived but is not read yet', () => {
  const { req, timedOut } = startRequest();
  req.complete = true;
  vi.advanceTimersByTime(60_000);
  expect(timedOut).not.toHaveBeenCalled();
});

it('does not count the time before a body is read', () => {
  const { req, timedOut } = startRequest();
  vi.advanceTimersByTime(25_000);
  req.resume();
  expect(timedOut).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(timedOut).toHaveBeenCalledOnce();
});
