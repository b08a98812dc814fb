import { expect, it } from 'vitest';
import { SendTurns } from './send-turns.ts';

function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it('lets other work begin between the pages that many streams send, which all arrive', async () => {
  const turns = new SendTurns();
  let others = 0;
  const other = (): void => {
    others += 1;
    setImmediate(other);
  };
  let sent = 0;
  const sends = Array.from({ length: 60 }, (_, n) =>
    turns.run([1, 1, null], () => {
      work(1);
      sent += 1;
      return n;
    }),
  );
  setImmediate(other);
  expect(sent).toBe(0);
  expect(await Promise.all(sends)).toEqual(Array.from({ length: 60 }, (_, n) => n));
  expect(others).toBeGreaterThanOrEqual(10);
});

it('continues with other streams if one fails', async () => {
  const turns = new SendTurns();
  const failing = turns.run([1, 1, null], () => {
    throw new Error('No frame');
  });
  const next = turns.run([1, 1, null], () => 'sent');
  await expect(failing).rejects.toThrow('No frame');
  expect(await next).toBe('sent');
});

it('sends in rotation of the organizations', async () => {
  const turns = new SendTurns();
  const order: string[] = [];
  const send = (org_id: number, name: string) => turns.run([org_id, org_id, null], () => order.push(name));
  await Promise.all([send(1, 'a1'), send(1, 'a2'), send(1, 'a3'), send(2, 'b1')]);
  expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
});
