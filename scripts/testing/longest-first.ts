import { BaseSequencer, type TestSpecification } from 'vitest/node';

const projects = ['system', 'all'];
/** The slowest files and folders, in the order in which to start them. */
const slowPaths = [
  '/tests/system/add-an-area.test.ts',
  '/tests/generated/',
  '/tests/access/',
  '/tests/security/',
  '/tests/',
];

const indexIn = (list: readonly string[], isIt: (one: string) => boolean) => {
  const index = list.findIndex(isIt);
  return index === -1 ? list.length : index;
};

/**
 * Starts slow files first, so that none runs alone at the end. Vitest sorts by the durations of the last run; on a
 * clean clone there are none, and it would sort by size.
 */
export class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isKnown = files.every((file) => this.ctx.cache.getTestSpecificationResult(file));
    const project = (file: TestSpecification) => indexIn(projects, (name) => name === file.project.name);
    const folder = ({ moduleId }: TestSpecification) =>
      isKnown ? 0 : indexIn(slowPaths, (path) => moduleId.includes(path));
    return sorted.sort((a, b) => project(a) - project(b) || folder(a) - folder(b));
  }
}
