import { describe, expect, it } from 'vitest';
import { endpoint } from '../endpoint/declare-endpoint.ts';
import { type Area, defineArea } from '../endpoint/endpoint.ts';
import { catalogueOf } from '../endpoint/events/event-catalogue.ts';
import { defineEvents } from '../endpoint/events/event-type.ts';
import { type AnyAnnouncement, announcementPermit, defineAnnouncement } from './announcement.ts';
import { compileConsequences, possibleEvents, resolveEmits } from './compile-consequences.ts';
import { type Consequence, consequence } from './consequence.ts';

const cupBroken = defineAnnouncement<{ cup_id: number }>('cup.broken');
const floorWet = defineAnnouncement<null>('floor.wet');

type Some = Partial<Consequence<unknown>> & { name: string; on?: AnyAnnouncement };
const reacting = ({ on = cupBroken, writes = [], ...rest }: Some) =>
  consequence({ on, writes, run: async () => undefined, ...rest } as Consequence<unknown>);

const house = (...consequences: Some[]): Area[] => [
  defineArea({
    name: 'house',
    announcements: [cupBroken, floorWet],
    consequences: consequences.map(reacting),
  }),
];
const orderOf = (areas: Area[]) =>
  compileConsequences(areas)
    .get(cupBroken)
    ?.consequences.map(({ name }) => name);

describe('the order of consequences', () => {
  it('is topological, then by name, independent of the order of the areas', () => {
    const all = [{ name: 'b.wipe', after: ['a.sweep'] }, { name: 'z.call' }, { name: 'a.sweep' }];
    const expected = ['a.sweep', 'z.call', 'b.wipe'];
    expect(orderOf(house(...all))).toEqual(expected);
    expect(orderOf(house(...all.toReversed()))).toEqual(expected);
  });

  it('rejects consequences that must each run after the other', () => {
    const areas = house({ name: 'a.one', after: ['a.two'] }, { name: 'a.two', after: ['a.one'] });
    expect(() => compileConsequences(areas)).toThrow('Consequences form a cycle in after: a.one, a.two');
  });

  it('rejects an order that names a consequence of another announcement', () => {
    const areas = house({ name: 'a.one', after: ['a.two'] }, { name: 'a.two', on: floorWet });
    expect(() => compileConsequences(areas)).toThrow(
      'a.one refers in after to unknown consequences of cup.broken: a.two',
    );
  });
});

describe('declarations', () => {
  it('rejects a consequence of an announcement that no area declares', () => {
    const cupLost = defineAnnouncement<null>('cup.lost');
    expect(() => compileConsequences(house({ name: 'a.one', on: cupLost }))).toThrow(
      'No area declares the announcement cup.lost (a.one)',
    );
  });

  it('rejects another announcement of the same name', () => {
    const duplicate = defineAnnouncement<null>('cup.broken');
    expect(() => compileConsequences(house({ name: 'a.one', on: duplicate }))).toThrow(
      'No area declares the announcement cup.broken (a.one)',
    );
    const areas = [...house(), defineArea({ name: 'shed', announcements: [duplicate] })];
    expect(() => compileConsequences(areas)).toThrow('The announcement cup.broken is declared twice');
  });

  it('rejects two consequences of one announcement with one name', () => {
    compileConsequences(house({ name: 'a.one' }, { name: 'a.one', on: floorWet }));
    expect(() => compileConsequences(house({ name: 'a.one' }, { name: 'a.one' }))).toThrow(
      'The consequence a.one of cup.broken is declared twice',
    );
  });

  it('rejects a cycle of announcements', () => {
    const areas = house(
      { name: 'a.spill', announces: [floorWet] },
      { name: 'a.slip', on: floorWet, announces: [cupBroken] },
    );
    expect(() => compileConsequences(areas)).toThrow('cup.broken → floor.wet → cup.broken');
  });

  it('rejects an endpoint that makes an undeclared announcement', () => {
    const areas = [defineArea({ name: 'kitchen', endpoints: [drop] })];
    expect(() => compileConsequences(areas)).toThrow(
      'No area declares the announcement cup.broken (POST /drop)',
    );
  });
});

const drop = endpoint({
  method: 'post',
  path: '/drop',
  summary: 'Drop a cup',
  can: 'signed-in',
  returns: { 200: null },
  emits: ['cup.dropped'],
  announces: [cupBroken],
  handler: () => null,
});
const events = defineEvents(
  { aggregate: 'cup', record: 'the cup' },
  {
    'cup.dropped': 'A cup was dropped.',
    'cup.wiped': 'A cup was wiped.',
    'cup.mourned': 'A cup was mourned.',
  },
);

describe('the events that may follow', () => {
  const areas = [
    ...house(
      { name: 'a.spill', writes: ['cup.mourned'], announces: [floorWet] },
      { name: 'a.wipe', on: floorWet, writes: ['cup.wiped'] },
    ),
    defineArea({ name: 'kitchen', endpoints: [drop], events }),
  ];

  it('include those of all consequences and of their announcements', () => {
    expect(possibleEvents(areas, drop).sort()).toEqual(['cup.dropped', 'cup.mourned', 'cup.wiped']);
    expect(possibleEvents([], { emits: ['cup.dropped'] })).toEqual(['cup.dropped']);
    expect(resolveEmits(areas, drop)).toEqual([
      ...possibleEvents(areas, drop),
      announcementPermit(cupBroken),
    ]);
  });

  it('are in the catalogue under the announcing endpoint', () => {
    expect(catalogueOf(areas).map(({ type, emittedBy }) => [type, emittedBy])).toEqual([
      ['cup.dropped', ['POST /drop']],
      ['cup.mourned', ['POST /drop']],
      ['cup.wiped', ['POST /drop']],
    ]);
  });

  it('must be declared, even if no endpoint makes the announcement', () => {
    const unknown = [...house({ name: 'a.one', writes: ['cup.cried_over'] })];
    expect(() => catalogueOf(unknown)).toThrow('cup.cried_over (a.one)');
  });
});
