import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { areas } from '@wfp/areas';
import { planWork } from '@wfp/shared/queue';
import * as models from 'kubernetes-models';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { variablesOf } from './blocks/variables.ts';

const folder = path.resolve(import.meta.dirname, '../../deploy/kubernetes');
const folders = ['base', 'migrate', 'monitoring'];

interface Manifest {
  file: string;
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  [field: string]: any;
}

async function manifestsIn(name: string): Promise<Manifest[]> {
  const files = (await readdir(path.join(folder, name))).filter((file) => file !== 'kustomization.yaml');
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, name, file), 'utf8')));
  return files.flatMap((file, index) =>
    parseAllDocuments(texts[index] ?? '').map((document) => {
      expect(document.errors, file).toEqual([]);
      return { file, ...document.toJS() };
    }),
  );
}

const all = (await Promise.all(folders.map(manifestsIn))).flat();
const podsOf = (one: Manifest) => one.spec?.template?.spec;
const workloads = all.filter(podsOf);
const workers = workloads.filter(({ metadata }) => metadata.name.startsWith('workforce-worker-'));

/** Kinds that Kubernetes operators define; the client library has no schema of them. */
const fromOperators = ['PodMonitor', 'ScaledObject'];

/** The model class for the kind, group and version of a manifest. */
function modelOf({ apiVersion, kind }: Manifest): new (json: object) => { validate(): void } {
  const [group = '', version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  const space = group.replace(/\.(\w)/g, (_, letter: string) => letter.toUpperCase());
  const groups = models as unknown as Record<string, any>;
  return space === '' ? groups[version ?? '']?.[kind] : groups[space]?.[version ?? '']?.[kind];
}

it.each(all.map((one) => [`${one.kind} ${one.metadata.name}`, one] as const))('%s is valid', (_, one) => {
  const { file: _file, ...json } = one;
  if (fromOperators.includes(one.kind))
    return expect(one.apiVersion).toMatch(/^(keda\.sh|monitoring\.coreos\.com)\/v/);
  const Model = modelOf(one);
  expect(Model, `${one.apiVersion} ${one.kind}`).toBeDefined();
  expect(() => new Model(json).validate()).not.toThrow();
});

it('rejects an invalid manifest', () => {
  const [api] = workloads;
  if (!api) throw new Error('There is no workload');
  const { file: _file, ...json } = structuredClone(api);
  json.spec.replicas = 'many';
  expect(() => new (modelOf(api))(json).validate()).toThrow(/replicas/);
});

it('lists every file in its kustomization', async () => {
  for (const name of folders) {
    const text = await readFile(path.join(folder, name, 'kustomization.yaml'), 'utf8');
    const { resources } = parse(text) as { resources: string[] };
    const files = (await readdir(path.join(folder, name))).filter((file) => file !== 'kustomization.yaml');
    expect(resources.toSorted()).toEqual(files.toSorted());
  }
});

it.each(workloads.map((one) => [one.metadata.name, one] as const))(
  '%s runs without root on a read-only file system and references its secrets',
  (_, one) => {
    const pod = podsOf(one);
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    for (const container of pod.containers) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.resources).toMatchObject({
        requests: { cpu: expect.anything(), memory: expect.anything() },
      });
      for (const variable of container.env ?? []) expect(variable.value, variable.name).toBeUndefined();
    }
  },
);

it('sets only known variables, matching probes, and enough time to drain', () => {
  const config = all.find(({ kind }) => kind === 'ConfigMap')?.data as Record<string, string>;
  const known = variablesOf();
  expect(Object.keys(config).filter((name) => !known.includes(name))).toEqual([]);
  for (const one of workloads.filter(({ kind }) => kind === 'Deployment')) {
    expect(podsOf(one).terminationGracePeriodSeconds).toBeGreaterThan(
      Number(config.SHUTDOWN_TIMEOUT_SECONDS),
    );
    const [container] = podsOf(one).containers;
    const named = new Map<string, number>(
      container.ports.map((port: any) => [port.name, port.containerPort]),
    );
    const port = named.has('http') ? config.METRICS_PORT : config.OPS_PORT;
    for (const [probe, at] of [
      ['startupProbe', '/startupz'],
      ['livenessProbe', '/livez'],
      ['readinessProbe', '/readyz'],
    ] as const) {
      expect(container[probe].httpGet.path).toBe(at);
      expect(String(named.get(container[probe].httpGet.port))).toBe(port);
    }
  }
});

it('assigns every role to exactly one group of workers', () => {
  const roles = workers.flatMap((one) => {
    const { command } = podsOf(one).containers[0];
    return String(command[command.indexOf('--only') + 1]).split(',');
  });
  expect(roles.toSorted()).toEqual(planWork(areas.flatMap((area) => area.jobs ?? [])).roles);
});

it('runs the migration with an existing service account', () => {
  const earlier = all.filter(({ file }) => file === 'job.yaml');
  const made = earlier.filter(({ kind }) => kind === 'ServiceAccount').map(({ metadata }) => metadata.name);
  const [job] = earlier;
  expect(['default', ...made]).toContain(podsOf(job as Manifest).serviceAccountName ?? 'default');
});

it('does not set replicas of autoscaled deployments', () => {
  const scaled = all.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
  expect(scaled).toHaveLength(1);
  for (const { spec } of scaled)
    expect(
      workloads.find(({ metadata }) => metadata.name === spec.scaleTargetRef.name)?.spec,
    ).not.toHaveProperty('replicas');
});

it('selects existing pods in budgets, scaling and policies', () => {
  const components = new Set(
    workloads.map((one) => one.spec.template.metadata.labels['app.kubernetes.io/component']),
  );
  for (const { kind, metadata, spec } of all) {
    const component = (spec?.selector ?? spec?.podSelector)?.matchLabels?.['app.kubernetes.io/component'];
    if (component !== undefined) expect([...components], `${kind} ${metadata.name}`).toContain(component);
    if (spec?.scaleTargetRef)
      expect(workloads.map((one) => one.metadata.name)).toContain(spec.scaleTargetRef.name);
  }
});

it('scales workers by existing metrics', async () => {
  const metrics = await readFile(path.resolve(folder, '../../docs/metrics.md'), 'utf8');
  const queries = all.flatMap(({ spec }) =>
    (spec?.triggers ?? []).map((one: any) => one.metadata.query as string),
  );
  expect(queries.length).toBeGreaterThan(1);
  for (const query of queries) {
    expect(parser.parse(query).toString(), query).not.toContain('⚠');
    for (const [name] of query.matchAll(/wfp_\w+/g)) expect(metrics).toContain(`\`${name}\``);
  }
});
