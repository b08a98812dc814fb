import { AppError, type Call, type Caller, invalidField } from '@wfp/shared';
import { type Steps, writeSteps } from '@wfp/shared/db';
import { freeSlug, slugFrom } from '../teams/index.ts';
import type { CreateInitiative, ListInitiatives, PatchInitiative } from './initiatives.contract.ts';
import {
  archiveInitiative,
  brokenReferences,
  codesLike,
  countOpenTasks,
  findInitiatives,
  type InitiativeRow,
  initiativeUpdated,
  insertInitiative,
  mayCreate,
  updateInitiative,
} from './initiatives.store.ts';
import { locked, readable, requireReach } from './reach.service.ts';

type ById<Body = unknown> = Pick<Call<{ id: number }, unknown, Body>, 'caller' | 'params' | 'body'>;

export async function listInitiatives({ caller, query }: Call<unknown, ListInitiatives, unknown>) {
  return findInitiatives(caller, query);
}

export async function getInitiative({ caller, params }: ById): Promise<InitiativeRow> {
  return readable(caller, params.id);
}

export async function createInitiative({
  caller,
  body,
}: Call<unknown, unknown, CreateInitiative>): Promise<InitiativeRow> {
  return writeSteps(caller, async (tx) => {
    await refuseBrokenReferences(tx, caller, body);
    const code = body.code ?? (await codeFor(tx, caller, body.name));
    const [initiative] = await tx.write(insertInitiative(caller, { ...body, code }), {
      event: 'initiative.post_create',
    });
    if (!initiative) throw new Error('An initiative was not written');
    if (!(await mayCreate(tx, caller, initiative.id)))
      throw new AppError('forbidden', 'Your initiative:create does not reach beyond your own teams');
    return initiative;
  });
}

async function codeFor(tx: Steps, caller: Caller, name: string): Promise<string> {
  const wanted = slugFrom(name, 'initiative');
  return freeSlug(wanted, await codesLike(tx, caller, wanted));
}

async function refuseBrokenReferences(tx: Steps, caller: Caller, body: PatchInitiative): Promise<void> {
  const [broken] = await brokenReferences(tx, caller, body);
  if (broken) throw invalidField(broken, 'Refers to nothing that exists');
}

/** Changes fields of an initiative. What completes one also says what becomes of its open tasks: another endpoint. */
export async function patchInitiative({
  caller,
  params,
  body,
}: ById<PatchInitiative>): Promise<InitiativeRow> {
  await requireReach(caller, params.id, 'initiative:update');
  return writeSteps(caller, async (tx) => {
    const before = await locked(tx, caller, params.id, 'no key update');
    if (body.status === 'completed' && before.status !== 'completed')
      throw invalidField('status', `Is completed by POST /api/initiatives/${params.id}/complete`);
    await refuseBrokenReferences(tx, caller, body);
    const [initiative] = await tx.write(updateInitiative(caller, params.id, body), initiativeUpdated);
    if (!initiative) throw new Error('An initiative was not changed');
    return initiative;
  });
}

/** Deletes an initiative that no open task is linked to. No task can be linked meanwhile: its key is locked. */
export async function deleteInitiative({ caller, params }: ById): Promise<void> {
  await requireReach(caller, params.id, 'initiative:archive');
  await writeSteps(caller, async (tx) => {
    await locked(tx, caller, params.id, 'update');
    const open = await countOpenTasks(tx, caller, params.id);
    if (open > 0) throw invalidField('id', `Still has ${open} open task${open === 1 ? '' : 's'}`);
    await tx.write(archiveInitiative(caller, params.id), { event: 'initiative.post_archive' });
  });
}
