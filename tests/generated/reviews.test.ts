import { randomUUID } from 'node:crypto';
import { areas } from '@wfp/areas';
import {
  AppError,
  type Area,
  type Caller,
  type Endpoint,
  type Proposal,
  type Reviewer,
  successOf,
} from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import type { Client } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeFailure, endpointName, endpoints, requestPath, withNames } from './request.ts';
import type { PreparedRequest } from './scenario.ts';
import { scenarios } from './scenarios.ts';
import { markRecords, readAllContent, readRecordsSince, startWorld, type World } from './world.ts';

const { sql } = Prisma;

const reviewed = endpoints.filter((one) => one.review);
const hooks = [...new Set(reviewed.flatMap(({ review }) => review?.hook ?? []))];

interface Asked {
  hook: string;
  proposals: readonly Proposal[];
}

/** Reviewed requests, and the verdicts that were stored: the transaction, and the ids of created records. */
const asked: Asked[] = [];
const saved: { xact: string | undefined; record_ids: readonly number[] }[] = [];
let isRejecting = false;

const reviewer: Reviewer = {
  hooks,
  emits: [],
  review: async (_: Caller, hook: string, proposals: readonly Proposal[]) => {
    asked.push({ hook, proposals });
    if (isRejecting)
      throw new AppError('invalid', 'Validation failed', {
        details: { fieldErrors: {}, formErrors: ['Rejected by the test'] },
      });
    return {
      save: async (tx, record_ids) => {
        const [row] = await tx.rows<{ xact: string }>(sql`select pg_current_xact_id()::xid::text as xact`);
        saved.push({ xact: row?.xact, record_ids });
      },
    };
  },
};

const firstArea = areas[0] as Area;
const { reviewers: firstReviewers = [] } = firstArea;

let world: World;
let owner: Client;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.service.newOrganization();
  // The first area, so that this reviewer precedes that of prompt templates.
  Object.assign(firstArea, { reviewers: [reviewer] });
});
afterAll(async () => {
  Object.assign(firstArea, { reviewers: firstReviewers });
  await world?.stop();
});

const call = (one: Endpoint, prepared: PreparedRequest, headers: Record<string, string> = {}) =>
  (prepared.by ?? owner).call(one.method.toUpperCase(), requestPath(one, prepared), prepared.body, headers);

/** Arranges the request of an endpoint, whose own reviews are not counted. */
async function prepare(one: Endpoint): Promise<PreparedRequest> {
  const prepared = (await scenarios[endpointName(one)]?.arrange?.(world, owner)) ?? {};
  await world.database.query('update organizations set pre_hooks = $1', [hooks]);
  asked.length = 0;
  saved.length = 0;
  return prepared;
}

/** Hooks whose requests have no record yet. */
const isNew = (hook: string) => /\.pre_(create|export)$/.test(hook);

describe.each(withNames(reviewed))('%s', (name, one) => {
  const hook = one.review?.hook ?? '';
  let prepared: PreparedRequest;
  beforeAll(async () => {
    prepared = await prepare(one);
  });

  it('is reviewed once, and writes nothing if it is rejected', async () => {
    const before = await readAllContent(world.database);
    isRejecting = true;
    const { status, body } = await call(one, prepared).finally(() => {
      isRejecting = false;
    });
    expect([status, body.details?.formErrors], describeFailure(one, { status, body })).toEqual([
      422,
      ['Rejected by the test'],
    ]);
    expect(asked.map((request) => request.hook)).toEqual([hook]);
    const proposals = asked[0]?.proposals ?? [];
    expect(proposals.length).toBeGreaterThan(0);
    for (const { record_id, change } of proposals) {
      if (isNew(hook)) expect(record_id).toBeNull();
      else expect(record_id).toEqual(expect.any(Number));
      if (!hook.endsWith('.pre_archive') && one.body) expect(change).not.toEqual({});
    }
    expect(JSON.stringify(proposals)).not.toMatch(/password|"headers"|secret/i);
    expect(saved).toEqual([]);
    expect(await readAllContent(world.database)).toEqual(before);
  });

  it('stores the verdict of an accepted write in its transaction', async () => {
    asked.length = 0;
    const mark = await markRecords(world.database);
    const headers: Record<string, string> = one.method === 'post' ? { 'idempotency-key': randomUUID() } : {};
    const response = await call(one, prepared, headers);
    expect(response.status, describeFailure(one, response)).toBe(successOf(one).status);
    expect([asked.length, saved.length]).toEqual([1, 1]);
    const { events, entries } = await readRecordsSince(world.database, mark);
    const [first] = saved;
    expect(events.map((event) => event.event_type)).toEqual(
      expect.arrayContaining([...(scenarios[name]?.events ?? [])]),
    );
    for (const event of events) expect(event.xact).toBe(first?.xact);
    if (hook.endsWith('.pre_create')) {
      const { id } = response.body;
      const created = id === undefined ? entries.map((entry) => Number(entry.record_id)) : [id];
      expect(first?.record_ids).toEqual(created);
      expect(asked[0]?.proposals).toHaveLength(created.length);
    }

    if (one.method === 'post') {
      const again = await call(one, prepared, headers);
      expect([again.headers.get('idempotent-replayed'), asked.length]).toEqual(['true', 1]);
    }
    if (one.method !== 'patch') return;
    expect((await call(one, prepared)).status).toBe(200);
    expect([asked.length, saved.length]).toEqual([1, 1]);
  });
});

describe('an organization without hooks', () => {
  it('is not reviewed', async () => {
    asked.length = 0;
    const other = await world.service.newOrganization();
    expect((await other.call('POST', '/tasks', { title: 'Not reviewed' })).status).toBe(201);
    expect(asked).toEqual([]);
  });
});

/** Writes of records without a hook of their own, with the reason. */
const unreviewed: Readonly<Record<string, string>> = {
  'POST /users/:id/restore': 'a restore has no phase before it',
  'POST /roles/:id/restore': 'a restore has no phase before it',
  'POST /users/me/email/confirm': 'the change was requested before, and the token confirms it',
  'PATCH /employees/:id/private': 'hooks must not see private data',
  'DELETE /employees/:id/private': 'hooks must not see private data',
  'POST /initiatives/:initiativeId/updates':
    'the row belongs to the initiative, whose health and progress follow from it',
};

/** Writes that end the use of a record, with the event of an update. */
const deactivations = ['POST /users/:id/deactivate', 'POST /employees/:id/terminate'];

const phasePattern = /^(\w+)\.post_(create|update|archive)$/;

/** The hooks that precede the events that an endpoint writes about its own kind of record. */
function expectedHooks(one: Endpoint): string[] {
  const [resource] = one.can.split(':');
  return (one.emits ?? []).flatMap((type) => {
    const [, aggregate, phase] = phasePattern.exec(type) ?? [];
    const isOwn = aggregate === resource || (one.can === 'signed-in' && aggregate !== undefined);
    return isOwn ? [`${aggregate}.pre_${deactivations.includes(endpointName(one)) ? 'archive' : phase}`] : [];
  });
}

describe('the hooks', () => {
  it('precede every write with a phase', () => {
    const missing = endpoints
      .filter((one) => one.can !== 'public' && !(endpointName(one) in unreviewed))
      .filter((one) => {
        const expected = expectedHooks(one);
        return expected.length > 0 && !expected.includes(one.review?.hook ?? '');
      });
    expect(missing.map(endpointName)).toEqual([]);
  });

  it('precede every export and import', () => {
    for (const one of endpoints) {
      if (one.emits?.includes('import.post_create')) expect(one.review?.hook).toBe('import.pre_create');
      if (!one.emits?.includes('export.post_create')) continue;
      expect(one.review?.hook).toBe(`${one.can.split(':')[0]}.pre_export`);
    }
  });

  it('have the name of a resource and a phase', () => {
    const codes = new Set(areas.flatMap(({ resources = [] }) => resources.map(({ code }) => code)));
    const own = ['audit_search', 'user_identity'];
    for (const hook of hooks) {
      const [code = '', phase] = hook.split('.');
      expect([hook, codes.has(code) || own.includes(code)]).toEqual([hook, true]);
      expect(phase).toMatch(/^pre_(create|update|archive|export)$/);
    }
  });

  it('have exceptions that exist', () => {
    const names = endpoints.map(endpointName);
    expect(names).toEqual(expect.arrayContaining([...Object.keys(unreviewed), ...deactivations]));
    for (const one of endpoints.filter((other) => endpointName(other) in unreviewed))
      expect([endpointName(one), one.review, expectedHooks(one).length > 0]).toEqual([
        endpointName(one),
        undefined,
        true,
      ]);
  });
});
