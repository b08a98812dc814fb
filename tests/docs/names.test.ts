import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { areas } from '@wfp/areas';
import { beforeAll, expect, it } from 'vitest';
import { pages, root } from './blocks/blocks.ts';
import { variablesOf } from './blocks/variables.ts';

/** Code between backticks on a page. */
interface Named {
  file: string;
  code: string;
}

let all: Named[];
beforeAll(async () => {
  const texts = (await pages()).map(async (file) => {
    const text = (await readFile(path.join(root, file), 'utf8')).replace(/^ *```.*?^ *```/gms, '');
    return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => ({
      file,
      code: code.replace(/\s+/g, ' '),
    }));
  });
  all = (await Promise.all(texts)).flat();
});

/** Names of one form that do not exist. */
async function unknown(form: RegExp, exists: (...parts: string[]) => unknown): Promise<string[]> {
  const matching = all.flatMap(({ file, code }) => {
    const parts = code.match(form);
    return parts ? [{ place: `${file}: ${code}`, parts: parts.slice(1) }] : [];
  });
  expect(matching.length, String(form)).toBeGreaterThan(5);
  const checked = matching.map(async ({ place, parts }) => ((await exists(...parts)) ? [] : [place]));
  return (await Promise.all(checked)).flat();
}

/** Paths that are not endpoints of areas. */
const otherPaths = ['/docs', '/docs.json', '/metrics', '/livez', '/readyz', '/startupz', '/relay'];

it('names existing operations', async () => {
  const operations = areas.flatMap(({ endpoints = [] }) =>
    endpoints.map((one) => `${one.method} ${one.path}`),
  );
  const forms = operations.map((one) => new RegExp(`^${one.replace('.', '\\.').replace(/:\w+/g, '[^/]+')}$`));
  const exists = (method = '', where = '') => {
    const [given = ''] = where.replace(/^\/api(?=\/)/, '').split('?');
    if (otherPaths.includes(given)) return true;
    // An ellipsis stands for the beginning of a path given before.
    if (given.startsWith('…'))
      return operations.some((one) =>
        one.replace(/:\w+/g, ':').endsWith(given.slice(1).replace(/:\w+/g, ':')),
      );
    return forms.some((form) => form.test(`${method.toLowerCase()} ${given}`));
  };
  expect(await unknown(/^(GET|POST|PUT|PATCH|DELETE) (\S+)/, exists)).toEqual([]);
});

it('mentions only existing permissions', async () => {
  const permissions = areas.flatMap(({ endpoints = [] }) =>
    endpoints.map((one) => String(one.can).split(':')),
  );
  const resources = new Set(permissions.map(([resource]) => resource));
  const rights = new Set(permissions.map(([, right]) => right));
  const exists = (resource = '', right = '') =>
    resources.has(resource) && (right === 'manage' || rights.has(right));
  const example = 'resource:right';
  expect(await unknown(new RegExp(`^(?!${example}$)([a-z_]+):([a-z_]+)$`), exists)).toEqual([]);
});

it('names existing event types, announcements and consequences', async () => {
  const types = areas.flatMap(({ events = [] }) => events.map(({ type }) => type));
  const kinds = new Set(types.map((type) => type.split('.')[0]));
  const hooks = areas.flatMap(({ endpoints = [] }) => endpoints.flatMap(({ review }) => review?.hook ?? []));
  const announced = areas.flatMap(({ announcements = [] }) => announcements.map(({ name }) => name));
  const consequenceNames = areas.flatMap(({ consequences = [] }) => consequences.map(({ name }) => name));
  const exists = (kind = '', act = '') =>
    !kinds.has(kind) || [...types, ...hooks, ...announced, ...consequenceNames].includes(`${kind}.${act}`);
  expect(await unknown(/^([a-z_]+)\.([a-z_]+)$/, exists)).toEqual([]);
});

it('names existing variables', async () => {
  const others = [
    'NODE_EXTRA_CA_CERTS',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'OTEL_RESOURCE_ATTRIBUTES',
    'OWNER_URL',
    'STREAM_CHAOS',
    'WEBHOOK_CHAOS',
  ];
  const known = new Set([...variablesOf(), ...others]);
  expect(await unknown(/^([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)(?:=.*)?$/, (name = '') => known.has(name))).toEqual(
    [],
  );
});

it('names existing commands and files', async () => {
  const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  expect(await unknown(/npm run ([\w-]+)/, (name = '') => name in scripts)).toEqual([]);
  const exists = (file = '') => stat(path.join(root, file)).catch(() => null);
  const files = /(?:^|^node )((?:apps|packages|docs|tests|scripts|deploy|prisma|bench)\/[\w./-]+)(?= |$)/;
  expect(await unknown(files, exists)).toEqual([]);
});

it('quotes existing log lines and error messages', async () => {
  const folders = ['apps', 'packages', 'prisma'].map(async (folder) => {
    const names = await readdir(path.join(root, folder), { recursive: true });
    return names.map((name) => path.join(root, folder, name));
  });
  const files = (await Promise.all(folders))
    .flat()
    .filter((file) => file.endsWith('.ts') && !file.includes('node_modules'));
  // Includes tests: some messages are composed of several parts, and only a test contains the whole text.
  const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const exists = (message = '') => sources.some((source) => source.includes(message));
  expect(await unknown(/^([A-Z][a-z]+(?:;? [A-Za-z]+)+)$/, exists)).toEqual([]);
});

it('documents every status, and what clients should do after every error status', async () => {
  const { paths } = JSON.parse(await readFile(path.join(root, 'docs/openapi.json'), 'utf8'));
  const answered = Object.values<Record<string, { responses: object }>>(paths)
    .flatMap((methods) => Object.values(methods).flatMap(({ responses }) => Object.keys(responses)))
    .filter((status) => status !== 'default');
  const text = await readFile(path.join(root, 'docs/http.md'), 'utf8');
  const [when = '', advice = ''] = [...text.matchAll(/^\| status .*?\n\n/gms)].map(([table]) => table);
  const statusesOf = (table: string) =>
    table.split('\n').flatMap((line) => line.split('|')[1]?.match(/\d{3}/g) ?? []);
  expect(statusesOf(when)).toEqual(expect.arrayContaining([...new Set(answered)]));
  const errorStatuses = statusesOf(when).filter((status) => Number(status) >= 400);
  expect(statusesOf(advice).toSorted()).toEqual(errorStatuses.toSorted());
});
