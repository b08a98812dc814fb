import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { testConfig } from '@wfp/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { createLogger, type Logger } from '../log/logger.ts';
import { installSdk, QuietExporter } from './sdk.ts';
import { startTracing } from './start-tracing.ts';
import { summarizeStatement } from './statement-span.ts';
import { activeTraceparent, inSpan, isTracing, parentFrom, runInChildSpan } from './tracing.ts';

const urls = { databaseUrl: 'postgresql://localhost/none', redisUrl: 'redis://localhost', prefix: 'none' };
const elsewhere = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
let uninstall: (() => Promise<void>) | undefined;
afterEach(() => uninstall?.());

function tracingInto(names: string[], settings: Record<string, string> = {}): void {
  uninstall = installSdk(testConfig(urls, settings), 'test', {
    export: (spans, done) => {
      names.push(...spans.map(({ name }) => name));
      done({ code: ExportResultCode.SUCCESS });
    },
    shutdown: async () => undefined,
  });
}

it.each<[string, Record<string, string>]>([
  ['no collector address', {}],
  ['OTEL_SDK_DISABLED', { ...elsewhere, OTEL_SDK_DISABLED: 'TRUE' }],
])('traces nothing with %s', async (_, settings) => {
  expect(await startTracing(testConfig(urls, settings), 'api')).toBeNull();
  expect(isTracing()).toBe(false);
  const attributes = vi.fn(() => ({}));
  expect(await inSpan('work', {}, async (span) => span)).toBeNull();
  expect(
    await runInChildSpan(
      () => 'statement',
      attributes,
      async () => 7,
    ),
  ).toBe(7);
  expect(attributes).not.toHaveBeenCalled();
  expect(activeTraceparent()).toBeNull();
});

it.each([
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER_ARG', '7'],
])('rejects %s=%s, which is not supported', (name, value) => {
  expect(() => testConfig(urls, { ...elsewhere, [name]: value })).toThrow(name);
});

it.each<[Record<string, string>, string, number]>([
  [{}, '01', 1],
  [{}, '00', 0],
  [{ OTEL_TRACES_SAMPLER: 'always_off' }, '01', 0],
  [{ OTEL_TRACES_SAMPLER: 'always_on' }, '00', 1],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }, '01', 0],
  [{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }, '01', 1],
])('with %j and a caller that sends %s, keeps this many spans: %i', async (settings, flags, count) => {
  const names: string[] = [];
  tracingInto(names, settings);
  const parent = parentFrom({ traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-${flags}` });
  const traceparent = await inSpan('work', { parent }, async () => activeTraceparent());
  expect(traceparent === null).toBe(count === 0);
  await uninstall?.();
  expect(names).toHaveLength(count);
});

it('fails the span of failed work without its error message', async () => {
  const names: string[] = [];
  tracingInto(names);
  const failing = inSpan('work', {}, async () => Promise.reject(new Error('for user@example.com')));
  await expect(failing).rejects.toThrow('user@');
  await runInChildSpan(
    () => 'without a parent',
    () => ({}),
    async () => undefined,
  );
  await uninstall?.();
  expect(names).toEqual(['work']);
});

it('adds the ids of the active span to log lines', async () => {
  tracingInto([]);
  const lines: string[] = [];
  const log = createLogger('test', 'info', { write: (line: string) => void lines.push(line) });
  const parent = parentFrom({ traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` });
  await inSpan('work', { parent }, async () => log.info({ known: 1 }, 'Inside'));
  log.info('Outside');
  const [inside, outside] = lines.map((line) => JSON.parse(line));
  expect(inside).toMatchObject({
    trace_id: 'a'.repeat(32),
    span_id: expect.stringMatching(/^[0-9a-f]{16}$/),
    known: 1,
  });
  expect(outside).not.toHaveProperty('trace_id');
});

it('sends the remaining spans when the process ends', async () => {
  const arrived: unknown[] = [];
  const collector = createServer((req, res) => {
    req.resume().once('end', () => {
      arrived.push([req.url, req.headers['content-type']]);
      res.end();
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`;
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: '60000' };
  const tracing = await startTracing(testConfig(urls, settings), 'api');
  await inSpan('work', {}, async () => undefined);
  expect(arrived).toEqual([]);
  await tracing?.stop();
  expect(arrived).toEqual([['/v1/traces', 'application/x-protobuf']]);
  expect(isTracing()).toBe(false);
  await new Promise((resolve) => collector.close(resolve));
});

it('logs the first failed export of traces, and the recovery', async () => {
  const said: string[] = [];
  const note = (...[, text]: unknown[]) => said.push(String(text));
  const log = { warn: note, info: (text: string) => said.push(text) } as unknown as Logger;
  let result: ExportResult = { code: ExportResultCode.FAILED, error: new Error('gone') };
  const exporter = new QuietExporter({ export: (_, done) => done(result), shutdown: async () => undefined });
  exporter.reportTo(log);
  const results: ExportResult[] = [];
  const send = () => exporter.export([], (result) => results.push(result));
  send();
  send();
  result = { code: ExportResultCode.SUCCESS };
  send();
  send();
  expect(said).toEqual(['Trace export failed; spans are lost until it recovers', 'Trace export recovered']);
  expect(results.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
});

it.each([
  [
    '/* stable */ with before as (insert into "task_columns" (a) values (1)), changed as (\n  update "tasks" set a = 1)',
    'update tasks',
  ],
  ['select a, (select 1 from b) from unnest($1::int[]) k join sessions s on true', 'select b'],
  ['select * from unnest($1::int[]) k cross join lateral (select 1 from users u) s', 'select users'],
  ['with gone as (delete from outbox where a returning b) select 1 from gone', 'delete outbox'],
  ['select 1 from runs for update skip locked', 'select runs'],
  ['update webhook_deliveries d set a = 1', 'update webhook_deliveries'],
  ['savepoint part', 'savepoint'],
])('%s is summarized as "%s"', (text, summary) => expect(summarizeStatement(text)).toBe(summary));
