import fc from 'fast-check';

export const kinds = [
  'move',
  'report',
  'correct',
  'cancel',
  'terminate',
  'merge',
  'archive',
  'nest',
  'link',
  'restore',
] as const;

/** A write that places an employee or a team. Numbers select an item modulo the number of items. */
export interface Placement {
  kind: (typeof kinds)[number];
  by: number;
  employee: number;
  manager: number;
  team: number;
  into: number;
  /** True for a change that takes effect on a later day. */
  isLater: boolean;
}

const index = fc.nat({ max: 59 });

export const placement: fc.Arbitrary<Placement> = fc.record({
  kind: fc.constantFrom(...kinds),
  by: index,
  employee: index,
  manager: index,
  team: index,
  into: index,
  isLater: fc.boolean(),
});
