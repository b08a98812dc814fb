import type { Dispatcher } from 'undici';
import { expect, it, vi } from 'vitest';
import { sendRequest } from './send-request.ts';

it('does not send after the timeout if the event loop stalled while connecting', async () => {
  const controller = { abort: vi.fn() } as unknown as Dispatcher.DispatchController;
  // After a stall, connection callbacks run before timers. By then another worker may have sent the attempt.
  const dispatch = (_: unknown, handler: Dispatcher.DispatchHandler) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    handler.onRequestStart?.(controller, null);
    return true;
  };
  const posted = { origin: 'http://127.0.0.1', path: '/', headers: {}, body: '{}', timeoutMs: 50 };
  const late = sendRequest({ dispatch } as unknown as Dispatcher, posted);
  expect(controller.abort).toHaveBeenCalledOnce();
  await expect(late).rejects.toThrow('No complete response within 0.05 s');
});
