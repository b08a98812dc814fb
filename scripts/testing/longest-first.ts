import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files and folders, in the order in which to start them. */
const slowPaths = [
  '/tests/system/add-an-area.test.ts',
  '/tests/bench.test.ts',
  '/tests/system/',
  '/tests/generated/',
  '/tests/access/',
  '/tests/security/',
  '/tests/',
];

const slowness = ({ moduleId }: TestSpecification): number => {
  const index = slowPaths.findIndex((path) => moduleId.includes(path));
  return index === -1 ? slowPaths.length : index;
};

/**
 * Starts slow files first, so that none runs alone at the end. Vitest sorts by the durations of the last run; on a
 * clean clone there are none, and it would sort by size.
 */
export class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isKnown = files.every((file) => this.ctx.cache.getTestSpecificationResult(file));
    return isKnown ? sorted : sorted.sort((a, b) => slowness(a) - slowness(b));
  }
}
