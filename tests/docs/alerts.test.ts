import { readFile } from 'node:fs/promises';
import type { SyntaxNodeRef } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';
import { Metrics } from '@wfp/shared';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}

const rules = async (): Promise<Rule[]> => {
  const { groups } = parse(await readFile('deploy/prometheus/alerts.yml', 'utf8'));
  return groups.flatMap((group: { rules: Rule[] }) => group.rules);
};

const panels = async (): Promise<{ title: string; targets?: { expr: string }[] }[]> =>
  JSON.parse(await readFile('deploy/grafana/workforce.json', 'utf8')).panels;

/** The metrics in a query, parsed with Prometheus' grammar. @throws Error unless it is valid */
function metricsIn(query: string): string[] {
  const text = query.replaceAll('$__rate_interval', '5m');
  const found: string[] = [];
  parser.parse(text).iterate({
    enter: ({ type, from, to }: SyntaxNodeRef) => {
      if (type.isError) throw new Error(`Not PromQL at ${from}: ${text}`);
      if (type.name === 'Identifier') found.push(text.slice(from, to));
    },
  });
  return found;
}

/** The exported metric names. metrics.test.ts compares the table in docs/metrics.md with running processes. */
async function readReported(): Promise<Set<string>> {
  const ofProcess = [...(await new Metrics().text()).matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  const table = [
    ...(await readFile('docs/metrics.md', 'utf8')).matchAll(/^\| `(wfp_\w+)` *\| \w+ *\| (\w+)/gm),
  ];
  return new Set(
    [...ofProcess, ...table].flatMap(([, name = '', kind]) =>
      kind === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => `${name}${end}`) : [name],
    ),
  );
}

it('uses only exported metrics in alerts and on the dashboard', async () => {
  const known = await readReported();
  const queries = [
    ...(await rules()).map(({ alert, expr }) => ({ where: alert, expr })),
    ...(await panels()).flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ where: title, expr })),
    ),
  ];
  const unknown = queries.flatMap(({ where, expr }) =>
    metricsIn(expr).flatMap((name) => (known.has(name) ? [] : [`${where}: ${name}`])),
  );
  expect(unknown).toEqual([]);
  expect(queries.every(({ expr }) => metricsIn(expr).length > 0)).toBe(true);
  for (const wrong of ['sum(rate(wfp_a[5m])', 'wfp_a{route=}'])
    expect(() => metricsIn(wrong)).toThrow('Not PromQL');
});

it('shows every metric of the service on the dashboard', async () => {
  const shown = new Set(
    (await panels()).flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => metricsIn(expr))),
  );
  const missing = [...(await readReported())].filter(
    (name) => name.startsWith('wfp_') && !/_(sum|count)$/.test(name) && !shown.has(name),
  );
  // For a histogram, its count is enough.
  expect(missing.filter((name) => !shown.has(name.replace(/_bucket$/, '_count')))).toEqual([]);
});

it('has a runbook entry for each alert with its meaning, checks and fix', async () => {
  const [, ...entries] = (await readFile('docs/runbook.md', 'utf8')).split(/^## /m);
  const runbook = new Map(entries.map((entry) => [entry.slice(0, entry.indexOf('\n')), entry]));
  const all = await rules();
  expect([...runbook.keys()]).toEqual([...new Set(all.map(({ alert }) => alert))]);
  for (const { alert, annotations, labels } of all) {
    expect(annotations.runbook_url).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
    for (const part of ['**Meaning**', '**Check**', '**Fix**']) expect(runbook.get(alert)).toContain(part);
    expect(labels.severity).toMatch(/^(page|ticket)$/);
    expect(annotations.summary).not.toBe('');
  }
});
