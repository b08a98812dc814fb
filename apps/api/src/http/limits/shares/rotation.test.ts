import { expect, it } from 'vitest';
import { Rotation } from './rotation.ts';

function takeAll<Item>(rotation: Rotation<Item>): Item[] {
  const taken: Item[] = [];
  while (rotation.size > 0) taken.push(rotation.take() as Item);
  return taken;
}

it('takes items in rotation from the parts, and within each from its own parts', () => {
  const rotation = new Rotation<string>();
  for (const item of ['1a1', '1a2', '1a3', '1b1', '2c1', '2c2'])
    rotation.add([Number(item[0]), item[1] as string], item);
  expect(takeAll(rotation)).toEqual(['1a1', '2c1', '1b1', '2c2', '1a2', '1a3']);
  expect(rotation.take()).toBeUndefined();
});

it('puts a part that was empty behind the others', () => {
  const rotation = new Rotation<string>();
  rotation.add([1], 'first');
  expect(rotation.take()).toBe('first');
  rotation.add([2], 'of another');
  rotation.add([1], 'second');
  expect(takeAll(rotation)).toEqual(['of another', 'second']);
});
