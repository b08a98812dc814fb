import { Prisma } from '@wfp/shared/db';
import { type Client, startService, type TestService } from '@wfp/testing';
import { day, peopleOf } from '@wfp/testing/people.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runDueChangesAt } from '../testing/run-due-changes.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let people: ReturnType<typeof peopleOf>;
const teams: (number | null)[] = [null];
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  people = peopleOf(owner);
  for (const name of ['North', 'South']) teams.push((await people.team(name)).id);
});
afterAll(() => service.stop());

/** A change in the model. */
interface Entry {
  id: number;
  on: number;
  sequence: number;
  set: Record<string, unknown>;
  state: string;
}

const hiredOn = -90;
const days = fc.integer({ min: hiredOn, max: 60 });
const values = fc.oneof(
  fc.constantFrom('0.2', '0.5', '0.8').map((fte) => ({ kind: 'fte', fte })),
  fc.constantFrom(0, 1, 2).map((team) => ({ kind: 'team', team })),
  fc.constantFrom('active', 'on_leave').map((status) => ({ kind: 'status', status })),
);
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('change' as const), on: days, value: values }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('correct' as const), on: days, which: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat() }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('wait' as const), until: fc.integer({ min: 0, max: 70 }) }),
    },
  ),
  { minLength: 4, maxLength: 14 },
);
type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never;

/** An employee with a model of their timeline: a list of the fields that each change sets. */
class Timeline {
  id = 0;
  readonly entries: Entry[] = [];

  async begin(): Promise<void> {
    this.id = (await people.hire({ hire_date: day(hiredOn) })).id;
    const [hire] = await people.changes(this.id);
    const set = { fte: '1', team_id: null, status: 'active' };
    this.entries.push({ id: hire.id, on: hiredOn, sequence: 1, set, state: 'applied' });
  }

  async play(step: Step): Promise<void> {
    const live = this.entries.slice(1).filter((one) => one.state !== 'cancelled');
    if (step.do === 'change') return this.#add(step.on, fieldsOf(step.value), step.value.kind);
    if (step.do === 'wait') return this.#wait(step.until);
    const entry = live[step.which % Math.max(1, live.length)];
    if (!entry) return;
    if (step.do === 'correct') return this.#add(step.on, entry.set, 'correction', entry);
    const { status } = await people.cancel(this.id, entry.id);
    expect(status).toBe(entry.state === 'scheduled' ? 204 : 422);
    if (status === 204) entry.state = 'cancelled';
  }

  async #add(on: number, set: Entry['set'], kind: string, wrong?: Entry): Promise<void> {
    const more = wrong ? { corrects_id: wrong.id } : {};
    const row = await people.change(this.id, kind, day(on), wrong ? {} : set, more);
    if (wrong) wrong.state = 'cancelled';
    const others = this.entries.filter((one) => one.on === on && one.state !== 'cancelled');
    const last = Math.max(0, ...others.map((one) => one.sequence)) + 1;
    const sequence = wrong?.on === on ? wrong.sequence : last;
    const state = on <= 0 ? 'applied' : 'scheduled';
    expect(row).toMatchObject({ sequence, state, set });
    this.entries.push({ id: row.id, on, sequence, set, state });
  }

  async #wait(until: number): Promise<void> {
    const due = this.entries.filter((one) => one.state === 'scheduled' && one.on <= until);
    await runDueChangesAt(service, owner.user.org_id, `${day(until)}T12:00:00Z`);
    for (const one of due) one.state = 'applied';
  }

  /** Checks that on every day the employee is a member of the primary team that the applied changes determine. */
  async #checkTeams(): Promise<void> {
    const found = await service.rows<{ n: number; team: number }>(sql`
      select d.n, m.team_id as team from generate_series(${hiredOn - 2}::int, 80) d(n)
      join team_members m on m.org_id = ${owner.user.org_id} and m.employee_id = ${this.id} and m.deleted_at is null
        and m.joined_on <= current_date + d.n and (m.left_on is null or m.left_on > current_date + d.n)
      order by d.n`);
    const expected: typeof found = [];
    for (let on = hiredOn; on <= 80; on += 1) {
      const then = this.expected((one) => one.state === 'applied' && one.on <= on) as {
        team_id: number | null;
      };
      if (then.team_id !== null) expected.push({ n: on, team: then.team_id });
    }
    expect(found).toEqual(expected);
  }

  expected(counts: (entry: Entry) => boolean): object {
    const inOrder = this.entries.filter(counts).sort((a, b) => a.on - b.on || a.sequence - b.sequence);
    return Object.assign({}, ...inOrder.map((one) => one.set));
  }

  async check(): Promise<void> {
    const now = this.expected((one) => one.state === 'applied');
    expect(await people.employee(this.id)).toMatchObject(now);
    for (const on of [hiredOn, -30, 0, 1, 30, 75]) {
      const then = this.expected((one) => one.state !== 'cancelled' && one.on <= on);
      expect(await people.employee(this.id, day(on))).toMatchObject(then);
    }
    const { data } = await people.get(`/employees/${this.id}/history?limit=100`);
    const decided = this.entries.filter((one) => one.state !== 'cancelled').map((one) => day(one.on));
    expect(data.map((one: any) => one.since)).toEqual([...new Set(decided)].sort().reverse());
    await this.#checkTeams();
  }
}

const fieldsOf = (value: { fte?: string; team?: number; status?: string }) => ({
  ...(value.fte && { fte: value.fte }),
  ...(value.team !== undefined && { team_id: teams[value.team] }),
  ...(value.status && { status: value.status }),
});

it('values are those set last after any sequence of changes, corrections, cancellations and runs', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (played) => {
      const timeline = new Timeline();
      await timeline.begin();
      for (const step of played) await timeline.play(step);
      await timeline.check();
    }),
    { numRuns: 12 },
  );
});
