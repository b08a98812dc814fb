import type { Dispatcher } from 'undici';
import { expect, it, vi } from 'vitest';
import { sendRequest } from './send-request.ts';

it('sends nothing after its time, also when the process stood still while it connected', async () => {
  const controller = { abort: vi.fn() } as unknown as Dispatcher.DispatchController;
  // A process that goes on hears first of its connections and then of its timers. By then another may have sent it.
  const dispatch = (_: unknown, handler: Dispatcher.DispatchHandler) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    handler.onRequestStart?.(controller, null);
    return true;
  };
  const posted = { origin: 'http://127.0.0.1', path: '/', headers: {}, body: '{}', timeoutMs: 50 };
  const late = sendRequest({ dispatch } as unknown as Dispatcher, posted);
  expect(controller.abort).toHaveBeenCalledOnce();
  await expect(late).rejects.toThrow('No complete answer within 0.05 s');
});
