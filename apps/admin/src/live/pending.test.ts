import { beforeEach, expect, it, vi } from 'vitest';
import { type NewChange, PendingChanges, pendingKey, withChanges } from './pending.ts';

let pending: PendingChanges;
beforeEach(() => {
  pending = new PendingChanges();
});
const key = pendingKey('demo', 1, '/tasks/7');
const of = (fields: object, send: () => Promise<void> = async () => undefined): NewChange => ({
  ...{ slug: 'demo', key, title: 'Mow', kind: 'update', hasForm: false },
  ...{ fields: { ...fields }, send },
});
const shown = () => withChanges({ id: 7, status: 'todo', title: 'Mow' }, pending.of(key));

it('shows changes in their order, until they are made', async () => {
  const first = Promise.withResolvers<void>();
  const second = vi.fn(async () => undefined);
  const sent = [
    pending.send(of({ status: 'done' }, () => first.promise)),
    pending.send(of({ status: 'blocked', title: 'Dig' }, second)),
  ];
  expect(shown()).toEqual({ id: 7, status: 'blocked', title: 'Dig' });
  await Promise.resolve();
  // The service must not receive them in another order.
  expect(second).not.toHaveBeenCalled();
  first.resolve();
  await Promise.all(sent);
  expect(second).toHaveBeenCalledTimes(1);
  expect([shown(), pending.all]).toEqual([{ id: 7, status: 'todo', title: 'Mow' }, []]);
});

it('keeps a failed change, and sends it again as the latest one', async () => {
  const send = vi.fn().mockRejectedValueOnce(new Error('Offline')).mockResolvedValue(undefined);
  await pending.send(of({ status: 'done' }, send));
  expect(pending.all).toMatchObject([{ state: 'failed', error: { message: 'Offline' } }]);
  const held = Promise.withResolvers<void>();
  const other = pending.send(of({ title: 'Dig' }, () => held.promise));
  const again = pending.retry(pending.all.map(({ id }) => id));
  expect(pending.all.map(({ fields, state }) => [fields, state])).toEqual([
    [{ title: 'Dig' }, 'sending'],
    [{ status: 'done' }, 'sending'],
  ]);
  held.resolve();
  await Promise.all([other, again]);
  expect([send.mock.calls.length, pending.all]).toEqual([2, []]);
});

it('replaces a failed change of which nothing is left, and no other one', async () => {
  const fail = async () => {
    throw new Error('Refused');
  };
  await pending.send(of({ status: 'done' }, fail));
  await pending.send(of({ status: 'blocked', title: 'Dig' }, fail));
  await pending.send(of({ title: 'Prune' }, fail));
  expect(pending.all.map(({ fields }) => fields)).toEqual([
    { status: 'blocked', title: 'Dig' },
    { title: 'Prune' },
  ]);
  pending.add([{ ...of({}), kind: 'delete' }]);
  expect(pending.all.map(({ kind }) => kind)).toEqual(['delete']);
});

it('does not send a change that was dropped while it waited', async () => {
  const held = Promise.withResolvers<void>();
  const send = vi.fn(async () => undefined);
  const first = pending.send(of({ status: 'done' }, () => held.promise));
  const second = pending.send(of({ title: 'Dig' }, send));
  pending.remove([pending.all.at(-1)?.id ?? 0]);
  held.resolve();
  await Promise.all([first, second]);
  expect(send).not.toHaveBeenCalled();
});

it('reports that the user has dropped a change, and no other end of it', async () => {
  const onDiscard = vi.fn();
  const fail = async () => {
    throw new Error('Refused');
  };
  await pending.send({ ...of({ title: 'Dig' }), onDiscard });
  await pending.send({ ...of({ title: 'Prune' }, fail), onDiscard });
  expect(onDiscard).not.toHaveBeenCalled();
  pending.discard(pending.all.map(({ id }) => id));
  expect([onDiscard.mock.calls.length, pending.all]).toEqual([1, []]);
});

it('tells only the listeners of the record, and those of all changes', async () => {
  const [own, other, all] = [vi.fn(), vi.fn(), vi.fn()];
  pending.listen(key, own);
  pending.listen(pendingKey('demo', 1, '/tasks/8'), other);
  const stop = pending.listen(undefined, all);
  const before = pending.of(key);
  await pending.send(of({ status: 'done' }));
  expect([own.mock.calls.length, other.mock.calls.length, all.mock.calls.length]).toEqual([2, 0, 2]);
  expect(pending.of(key)).toBe(before);
  stop();
  await pending.send(of({ status: 'done' }));
  expect(all).toHaveBeenCalledTimes(2);
});
