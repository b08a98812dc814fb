import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importCsv } from './testing/transfers.ts';

let service: TestService;
let owner: Client;
let worker: Awaited<ReturnType<typeof startWorker>>;
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
  worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
});
afterAll(async () => {
  await worker.stop();
  await service.stop();
});

const listLabels = async () =>
  (await owner.call('GET', '/task-labels?sort=name')).body.data.map((one: any) => [
    ...[one.name, one.color, one.group, one.is_exclusive],
  ]);
const importLabels = (text: string, options: { dry_run?: boolean } = {}) =>
  recordedBy(service, owner.user.org_id, () =>
    importCsv(service, owner, '/task-labels/import', text, options),
  );
const rowEvents = (events: readonly string[]) =>
  events.map((one) => one.split(' ')[0]).filter((type) => type?.startsWith('task_label.'));

describe('an import of declared rows', () => {
  it('creates new rows, updates rows by case-insensitive key and skips equal ones', async () => {
    const first = await importLabels(
      'name,color,group,is_exclusive\nUrgent,#ff0000,Kind,true\nLater,,,false\n',
    );
    expect(first.result).toMatchObject({
      status: 'succeeded',
      result: { created: 2, updated: 0, errors: [] },
    });
    expect(rowEvents(first.events)).toEqual(['task_label.post_create', 'task_label.post_create']);
    const second = await importLabels(
      'name,color,group,is_exclusive\nurgent,#00ff00,Kind,true\nLater,,,false\n',
    );
    expect(second.result).toMatchObject({
      status: 'succeeded',
      result: { rows: 2, created: 0, updated: 1, unchanged: 1, errors: [] },
    });
    expect(rowEvents(second.events)).toEqual(['task_label.post_update']);
    expect(await listLabels()).toEqual([
      ['Later', null, null, false],
      ['Urgent', '#00ff00', 'Kind', true],
    ]);
  });

  it('keeps fields whose column is missing in the file', async () => {
    await importLabels('name,group\nUrgent,Other\n');
    expect((await listLabels())[1]).toEqual(['Urgent', '#00ff00', 'Other', true]);
  });

  it('counts unchanged rows and does not record them', async () => {
    const before = (await owner.call('GET', '/task-labels?sort=name')).body;
    const text = 'name,color\nURGENT,#00ff00\nLater,\n';
    for (const dry_run of [true, false]) {
      const { result, events, audit } = await importLabels(text, { dry_run });
      expect(result).toMatchObject({
        status: 'succeeded',
        result: { rows: 2, created: 0, updated: 0, unchanged: 2 },
      });
      expect(rowEvents(events)).toEqual([]);
      expect(audit.filter((one) => one.resource === 'task_label')).toEqual([]);
    }
    expect((await owner.call('GET', '/task-labels?sort=name')).body).toEqual(before);
  });

  it('rejects rows with the key of an earlier row and reports both', async () => {
    const before = await listLabels();
    const text = 'name,color\nTwice,#000000\nOnce,#111111\ntwice,#222222\nTWICE,#333333\n';
    for (const dry_run of [true, false]) {
      const { result, events } = await importLabels(text, { dry_run });
      expect([result.status, result.result]).toEqual([
        'failed',
        {
          ...{ rows: 4, created: 0, updated: 0, unchanged: 0 },
          errors: [
            { row: 4, field: 'name', message: 'Is the same in rows 2 and 4' },
            { row: 5, field: 'name', message: 'Is the same in rows 2 and 5' },
          ],
        },
      ]);
      expect(rowEvents(events)).toEqual([]);
    }
    expect(await listLabels()).toEqual(before);
  });

  it('reports every invalid row with its field and writes nothing', async () => {
    const before = await listLabels();
    const { result, events } = await importLabels(
      'name,color,is_exclusive\nNew,#123456,true\nBad,red,false\n,,\nWorse,,perhaps\n',
    );
    expect(result.status).toBe('failed');
    expect(result.result.errors.map(({ row, field }: any) => [row, field])).toEqual([
      [3, 'color'],
      [4, 'name'],
      [5, 'is_exclusive'],
    ]);
    expect(rowEvents(events)).toEqual([]);
    expect(await listLabels()).toEqual(before);
  });
});
