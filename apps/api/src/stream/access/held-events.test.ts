import { AppError, type Caller, type StreamedEvent } from '@wfp/shared';
import type { StreamClient } from '@wfp/testing/stream-client.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { caller, event, newWorld, type World } from '../../testing/stream-world.ts';

/** The caller after losing every permission. */
const powerless = { ...caller, rowScopeFor: () => null };

let world: World;
/** Checks of the rights in progress, each with its outcome to be chosen. */
let checks: PromiseWithResolvers<Caller>[];
beforeEach(async () => {
  world = await newWorld();
  checks = [];
});
afterEach(async () => {
  await world.streams.closeAll();
  world.server.closeAllConnections();
  world.server.close();
});

const task = (seq: number) => event(seq);
/** An event that may change the rights of all users. */
const role = (seq: number): StreamedEvent => ({ ...event(seq), aggregate_type: 'role' });
const relay = (...events: StreamedEvent[]) => {
  world.log.push(...events);
  world.feed.deliver(events);
};
/** Lets the test choose the outcome of all further checks of the rights, which are periodic, too. */
const controlChecks = () => {
  world.reauthorize = () => {
    const check = Promise.withResolvers<Caller>();
    checks.push(check);
    return check.promise;
  };
};
const ids = (client: StreamClient) => client.messages.map((one) => one.id);
const started = (client: StreamClient, count: number) =>
  client.until('the check', () => checks.length >= count);
/** Waits for the heartbeat that reports a position: the stream has processed all events up to it. */
const processed = (client: StreamClient, seq: number) =>
  client.until('the position', (one) => Number(one.lastEventId) >= seq);
const next = (index: number): PromiseWithResolvers<Caller> => {
  const check = checks[index];
  if (!check) throw new Error(`Check ${index} has not begun`);
  return check;
};

describe('events after a change of rights', () => {
  it('are hidden from a stream that loses the right, in the same batch and in later ones', async () => {
    const client = await world.open();
    controlChecks();
    relay(task(1), role(2), task(3), task(4));
    await started(client, 1);
    relay(task(5));
    next(0).resolve(powerless);
    await processed(client, 5);
    expect(ids(client)).toEqual([1, 2]);
  });

  it('are not sent if the stream ends', async () => {
    const client = await world.open();
    controlChecks();
    relay(task(1), role(2), task(3));
    await started(client, 1);
    next(0).reject(new AppError('unauthenticated', 'No longer'));
    await client.until('the end', (one) => one.isClosed);
    expect(ids(client)).toEqual([1, 2]);
  });

  it('are sent in order, once, after a check that finds the same rights', async () => {
    const client = await world.open();
    controlChecks();
    relay(task(1), role(2), task(3));
    await started(client, 1);
    relay(task(4));
    relay(task(5), task(6));
    await client.until('the change', (one) => ids(one).at(-1) === 2);
    next(0).resolve(caller);
    await client.until('all events', (one) => ids(one).at(-1) === 6);
    relay(task(7));
    await client.until('the next event', (one) => ids(one).at(-1) === 7);
    expect(ids(client)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('wait for a second check if the rights change again during the first', async () => {
    const client = await world.open();
    controlChecks();
    relay(role(1), task(2));
    await started(client, 1);
    relay(task(3), role(4), task(5));
    next(0).resolve(caller);
    await started(client, 2);
    await client.until('the events before', (one) => ids(one).at(-1) === 4);
    next(1).resolve(powerless);
    await processed(client, 5);
    expect(ids(client)).toEqual([1, 2, 3, 4]);
  });

  it('wait until a failed check is repeated', async () => {
    const client = await world.open();
    controlChecks();
    relay(role(1), task(2));
    await started(client, 1);
    next(0).reject(new AppError('unavailable', 'No database'));
    await started(client, 2);
    expect(ids(client)).toEqual([1]);
    next(1).resolve(caller);
    await client.until('the event', (one) => ids(one).at(-1) === 2);
  });

  it('are read from the log if there are many', async () => {
    const client = await world.open();
    controlChecks();
    relay(role(1), task(2));
    await started(client, 1);
    for (let seq = 3; seq <= 150; seq += 1) relay(task(seq));
    next(0).resolve(caller);
    await client.until('all events', (one) => ids(one).at(-1) === 150);
    relay(task(151));
    await client.until('the next event', (one) => ids(one).at(-1) === 151);
    expect(ids(client)).toEqual(Array.from({ length: 151 }, (_, index) => index + 1));
  });

  it('are hidden while catching up', async () => {
    relay(task(1), role(2), task(3), task(4));
    controlChecks();
    const client = await world.open('0');
    await started(client, 1);
    next(0).resolve(powerless);
    await processed(client, 4);
    expect(ids(client)).toEqual([1, 2]);
  });
});

it('are sent to all streams of a credential after one check, with all events received before it', async () => {
  const clients = await Promise.all(Array.from({ length: 5 }, () => world.open()));
  controlChecks();
  relay(role(1), task(2), role(3), task(4));
  for (const client of clients) await started(client, 1);
  next(0).resolve(caller);
  for (const client of clients) await client.until('all events', (one) => ids(one).at(-1) === 4);
  for (const client of clients) expect(ids(client)).toEqual([1, 2, 3, 4]);
});
