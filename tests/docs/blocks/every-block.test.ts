import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type Block, blocksOf, blockTests, claimedBy, pages } from './blocks.ts';

const placeOf = ({ file, line, language }: Block) => `${file}:${line} ${language}`;

it('assigns every block to exactly one test', async () => {
  const blocks = (await Promise.all((await pages()).map(blocksOf))).flat();
  expect(blocks.length).toBeGreaterThan(100);
  const wrong = blocks
    .map((block) => ({ place: placeOf(block), tests: claimedBy(block) }))
    .filter(({ tests }) => tests.length !== 1)
    .map(({ place, tests }) =>
      tests.length > 1
        ? `${place} belongs to ${tests.join(' and ')}: narrow one claim in tests/docs/blocks/blocks.ts`
        : `${place} belongs to no test: add its page to a list in tests/docs/blocks/blocks.ts, a guide to shellGuides`,
    );
  expect(wrong).toEqual([]);
  const busy = new Set(blocks.flatMap(claimedBy));
  expect(blockTests.filter((test) => !busy.has(test))).toEqual([]);
});

it('has a language for each block', async () => {
  const blocks = (await Promise.all((await pages()).map(blocksOf))).flat();
  expect(blocks.filter(({ language }) => language === '').map(placeOf)).toEqual([]);
});

it('names existing tests, which get their blocks by that name', async () => {
  for (const test of blockTests) {
    const text = await readFile(path.join(import.meta.dirname, test), 'utf8');
    expect(text).toMatch(new RegExp(`blocksFor\\(\\s*'${test}'`));
  }
});
