import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { blocksFor, root } from '../docs/blocks/blocks.ts';
import { copyRepository } from './copy-repository.ts';
import type { AddedTests } from './run-added-tests.ts';

const run = promisify(execFile);

/** A code block of the worked examples. The first line of the block names its file, or the part of a file. */
interface Step {
  file: string;
  code: string;
}

let copy: string;
let guide: string;
let steps: Step[];

beforeAll(async () => {
  guide = await readFile(path.join(root, 'CONTRIBUTING.md'), 'utf8');
  steps = (await blocksFor('../../system/add-an-area.test.ts', 'CONTRIBUTING.md')).map(({ code }) => {
    const [first = '', ...rest] = code.split('\n');
    return { file: first.replace(/^(\/\/|--) /, ''), code: rest.join('\n') };
  });
  copy = await copyRepository(root);
});
afterAll(() => rm(copy, { recursive: true, force: true }));

/** Codes of the example resources that declare `owners`. */
function addedWithOwners(): string[] {
  const declared = steps.flatMap(({ code }) => code.split('defineResource({').slice(1));
  const owned = declared.filter((declaration) => /^ {2}owners: /m.test(declaration));
  return owned.map((declaration) => /^ {2}code: '(\w+)'/m.exec(declaration)?.[1] ?? '');
}

/** The environment of a new shell: nothing of this test run except its servers. */
function environment(): NodeJS.ProcessEnv {
  const { serverUrl } = inject('testDatabases');
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|npm_|NODE_ENV$|TEST$|DEV$|PROD$|SSR$|MODE$|BASE_URL$)/.test(name),
  );
  return {
    ...Object.fromEntries(inherited),
    DATABASE_URL: serverUrl,
    DATABASE_DIRECT_URL: '',
    TEST_DATABASE_URL: serverUrl,
    TEST_REDIS_URL: inject('testRedisUrl'),
    // Deleted with the copy, whose path never occurs again.
    NODE_COMPILE_CACHE: path.join(copy, 'node_modules/.cache/compiled'),
    ROW_SCOPE_RESOURCES: addedWithOwners().join(),
  };
}

async function execute(command: string, ...values: string[]): Promise<string> {
  const [program = '', ...args] = command.split(' ');
  const options = { cwd: copy, env: environment(), maxBuffer: 64 * 1024 * 1024 };
  try {
    return (await run(program, [...args, ...values], options)).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command}\n${stdout.slice(-8_000)}\n${stderr.slice(-4_000)}`);
  }
}

/** Runs a command in the copy; the guide must mention it. */
function guided(command: string): Promise<string> {
  expect(guide).toContain(`\`${command}\``);
  return execute(command);
}

/** Applies a block to the copy as the guide describes. */
async function apply({ file, code }: Step): Promise<void> {
  const migration = /^prisma\/migrations\/…_(\w+)\/migration\.sql$/.exec(file)?.[1];
  if (migration) {
    const wrote = /wrote (\S+)/.exec(await execute(`node --run migrate -- create ${migration}`))?.[1];
    return appendFile(path.join(copy, wrote ?? 'nothing'), `\n${code}`);
  }
  const [name = '', model] = file.split(', model ');
  const full = path.join(copy, name);
  if (model) return change(full, new RegExp(`(?<=^model ${model} \\{\n)`, 'm'), code);
  if (name.endsWith('/areas.ts')) {
    const [imported = '', entry = ''] = code.split('// …\n');
    await change(full, /^(?=\n\/\*\* Every area)/m, imported);
    return change(full, /(?<=^const productAreas: readonly Area\[\] = \[\n)/m, entry);
  }
  await mkdir(path.dirname(full), { recursive: true });
  return writeFile(full, code, { flag: 'wx' });
}

async function change(file: string, place: RegExp, text: string): Promise<void> {
  const before = await readFile(file, 'utf8');
  expect(before).toMatch(place);
  await writeFile(
    file,
    before.replace(place, () => text),
  );
}

/** Runs tests in the copy and returns file and title of those that passed. Throws if any test fails. */
async function passed(tests: Omit<AddedTests, 'report'>): Promise<string[]> {
  const report = path.join(copy, 'report.json');
  const added: AddedTests = { ...tests, report };
  await execute('node tests/system/run-added-tests.ts', JSON.stringify(added)).catch(async (error) => {
    const text = await readFile(report, 'utf8').catch(() => null);
    const failures = text ? assertionsOf(text).filter((one) => one.status === 'failed') : [];
    throw failures.length > 0 ? new Error(JSON.stringify(failures, null, 1).slice(0, 12_000)) : error;
  });
  return assertionsOf(await readFile(report, 'utf8'))
    .filter((one) => one.status === 'passed')
    .map((one) => `${one.file} ${one.fullName}`);
}

interface Assertion {
  file: string;
  fullName: string;
  status: string;
  failureMessages: string[];
}

interface Report {
  testResults: { name: string; assertionResults: Omit<Assertion, 'file'>[] }[];
}

const assertionsOf = (report: string): Assertion[] =>
  (JSON.parse(report) as Report).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((one) => ({ file: path.relative(copy, name), ...one })),
  );

describe('the worked examples of CONTRIBUTING.md', () => {
  it('declare an area in at most 60 lines of code', () => {
    const lines = steps
      .filter(({ file }) => file.startsWith('packages/areas/src/lockers/'))
      .flatMap(({ code }) => code.split('\n'))
      .filter((line) => line.trim() !== '' && !/^\s*(\/\/|\/?\*)/.test(line));
    expect(lines.length).toBeLessThanOrEqual(60);
  });

  it('edit nothing outside their folders except areas.ts, schema, migration and a scenario', () => {
    const outside = steps
      .map(({ file }) => file)
      .filter((file) => !/^packages\/areas\/src\/[\w-]+\//.test(file));
    expect(outside).toEqual([
      'prisma/schema/locker.prisma',
      'prisma/migrations/…_lockers/migration.sql',
      'packages/areas/src/areas.ts',
      'prisma/schema/meal-card.prisma',
      'prisma/schema/employee.prisma, model Employee',
      'prisma/migrations/…_meal_cards/migration.sql',
      'packages/areas/src/areas.ts',
      'tests/generated/scenarios/people/meal-cards.ts',
    ]);
  });

  it('can be applied to a copy of the repository', async () => {
    for (const step of steps) await apply(step);
    await guided('node scripts/bootstrap.mjs');
    await cp(
      path.join(root, 'tests/tooling/fixtures/add-an-area/lockers.test.ts'),
      path.join(copy, 'packages/areas/src/lockers/lockers.test.ts'),
    );
  });

  it('appear in the generated documents', async () => {
    await guided('npm run event-docs');
    await guided('npm run openapi');
    await guided('npm run client-types');
    const events = await readFile(path.join(copy, 'docs/events.md'), 'utf8');
    for (const type of ['locker.closed', 'locker_key.post_create', 'meal_card_entry.post_create']) {
      expect(events).toContain(`| \`${type}\``);
    }
    expect(await readFile(path.join(copy, 'docs/architecture.md'), 'utf8')).toContain(
      '| `meal-cards.block` ',
    );
    const { paths } = JSON.parse(await readFile(path.join(copy, 'docs/openapi.json'), 'utf8'));
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/lockers/{id}/open', '/lockers/{lockerId}/keys', '/meal-cards/{id}/spend']),
    );
  });
});

describe.concurrent('a copy of the repository with the examples', () => {
  it('passes the checks of types, style, imports and migrations', async () => {
    const written = steps.map(({ file }) => file).filter((file) => file.endsWith('.ts'));
    // Sequential: other test files need the cores too.
    for (const name of ['typecheck', 'boundaries', 'schema-check']) await execute(`node --run ${name}`);
    await execute(
      `node_modules/.bin/biome check --error-on-warnings --assist-enabled=false ${[...new Set(written)].join(' ')}`,
    );
  });

  it('passes the generated tests and its own', async () => {
    const areas = ['packages/areas/src/lockers/', 'packages/areas/src/meal-cards/'];
    const titles = await passed({
      whole: [...areas, 'tests/tooling/tenant-tables.test.ts', 'tests/access/row-scope.test.ts'],
      filtered: ['tests/generated/', 'tests/access/matrix.test.ts'],
      pattern: 'locker|meal',
    });
    const passedIn = (...paths: string[]) =>
      titles.filter((title) => paths.some((one) => title.startsWith(one)));
    const generated = passedIn('tests/generated/', 'tests/access/matrix.test.ts');
    for (const endpoint of [
      'POST /lockers',
      'POST /lockers/reorder',
      'POST /lockers/:id/close',
      'PATCH /lockers/:lockerId/keys/:id',
      'POST /meal-cards/:mealCardId/entries',
      'POST /meal-cards/:id/spend',
    ]) {
      expect(generated.filter((title) => title.includes(`${endpoint} `)).length).toBeGreaterThan(3);
    }
    expect(passedIn(...areas).length).toBeGreaterThanOrEqual(7);
    expect(passedIn('tests/tooling/tenant-tables.test.ts')).not.toEqual([]);
    expect(passedIn('tests/access/row-scope.test.ts').length).toBeGreaterThan(80);
  });
});
