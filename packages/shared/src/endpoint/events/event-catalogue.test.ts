import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { lane } from '../../queue/job.ts';
import { importable } from '../../transfer/importable.ts';
import { endpoint } from '../declare-endpoint.ts';
import { type Area, defineArea } from '../endpoint.ts';
import { catalogueOf } from './event-catalogue.ts';
import { defineEvents } from './event-type.ts';

const ofCup = { aggregate: 'cup', record: 'the cup', recordName: 'what is written on the cup' };
const events = defineEvents(ofCup, {
  'cup.post_create': 'A cup was made.',
  'cup.handle.broken': 'The handle of a cup broke.',
});

const emitting = (path: string, emits: string[]) =>
  endpoint({
    method: 'post',
    path,
    summary: 'Act',
    can: 'signed-in',
    returns: { 200: null },
    emits,
    handler: () => null,
  });
const kitchen = (...endpoints: ReturnType<typeof emitting>[]): Area =>
  defineArea({ name: 'kitchen', endpoints, events });

describe('the event catalogue', () => {
  it('lists the subject and the emitters of each type, by name', () => {
    const drop = lane({
      queue: 'drops',
      payload: z.object({}),
      key: () => 'one',
      concurrency: 1,
      emits: ['cup.handle.broken'],
      run: async () => null,
      due: async () => [],
    });
    const cups = importable({
      resource: 'cup',
      path: '/cups',
      row: z.object({}),
      key: { column: 'id', of: () => undefined },
      emits: ['cup.post_create'],
      write: async () => 'created',
    });
    const areas = [
      kitchen(emitting('/cups', ['cup.post_create'])),
      defineArea({ name: 'floor', jobs: [drop], imports: [cups] }),
    ];
    expect(catalogueOf(areas)).toEqual([
      {
        ...ofCup,
        type: 'cup.handle.broken',
        action: 'handle.broken',
        meaning: 'The handle of a cup broke.',
        emittedBy: ['drops'],
      },
      {
        ...ofCup,
        type: 'cup.post_create',
        action: 'post_create',
        meaning: 'A cup was made.',
        emittedBy: ['POST /cups', 'POST /cups/import'],
      },
    ]);
    expect(catalogueOf(areas)).toBe(catalogueOf(areas));
  });

  it('rejects undeclared events, naming their emitters', () => {
    const areas = [
      kitchen(emitting('/cups', ['cup.post_create', 'cup.lost']), emitting('/lose', ['cup.lost'])),
    ];
    expect(() => catalogueOf(areas)).toThrow(/cup\.lost \(POST \/cups, POST \/lose\)/);
  });

  it('rejects duplicate declarations', () => {
    expect(() => catalogueOf([kitchen(), kitchen()])).toThrow('The event cup.post_create is declared twice');
  });
});

describe('a declaration', () => {
  it.each(['cup', 'Cup.made', 'cup.', 'cup..made', 'cup made.now'])('rejects the type %s', (type) => {
    expect(() => defineEvents(ofCup, { [type]: 'It is.' })).toThrow(`Invalid event type: ${type}`);
  });

  it.each(['', 'made', 'a cup was made.', 'A cup was made'])(
    'rejects the meaning %j, which is not a sentence',
    (meaning) => {
      expect(() => defineEvents(ofCup, { 'cup.made': meaning })).toThrow('cup.made');
    },
  );
});
