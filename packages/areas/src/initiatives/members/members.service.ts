import { type Call, missingReference, notFound } from '@wfp/shared';
import { write, writeInTransaction } from '@wfp/shared/db';
import { shareEmployee } from '../../employees/index.ts';
import { initiatives } from '../rows/initiative.resource.ts';
import type { OfInitiative } from '../rows/initiatives.contract.ts';
import { locked, requireUpdate } from '../rows/reach.service.ts';
import type {
  AddInitiativeMember,
  ListInitiativeMembers,
  MemberOfInitiative,
  PatchInitiativeMember,
} from './members.contract.ts';
import {
  archiveMember,
  findMember,
  findMembers,
  insertMember,
  type MemberRow,
  updateMember,
} from './members.store.ts';

type ById<Body = unknown> = Pick<Call<MemberOfInitiative, unknown, Body>, 'caller' | 'params' | 'body'>;

export async function listMembers({
  caller,
  params,
  query,
}: Call<OfInitiative, ListInitiativeMembers, unknown>) {
  await initiatives.get(caller, params.initiativeId);
  return findMembers(caller, params.initiativeId, query);
}

export async function getMember({ caller, params }: ById): Promise<MemberRow> {
  await initiatives.get(caller, params.initiativeId);
  const member = await findMember(caller, params.initiativeId, params.id);
  if (!member) throw notFound('Member');
  return member;
}

export async function addMember({
  caller,
  params,
  body,
}: Call<OfInitiative, unknown, AddInitiativeMember>): Promise<MemberRow> {
  await requireUpdate(caller, params.initiativeId);
  return writeInTransaction(caller, async (tx) => {
    const initiative = await locked(tx, caller, params.initiativeId, 'share');
    if (!(await shareEmployee(tx, caller, body.employee_id))) throw missingReference('employee_id');
    const change = insertMember(caller, initiative.id, body);
    const [member] = await tx.write(change, { event: 'initiative.member.created', action: 'create' });
    if (!member) throw new Error('A member was not written');
    return member;
  });
}

export async function patchMember({ caller, params, body }: ById<PatchInitiativeMember>): Promise<MemberRow> {
  await requireUpdate(caller, params.initiativeId);
  const change = updateMember(caller, params.initiativeId, params.id, body);
  const [member] = await write(caller, change, { event: 'initiative.member.updated', action: 'update' });
  if (!member) throw notFound('Member');
  return member;
}

export async function removeMember({ caller, params }: ById): Promise<void> {
  await requireUpdate(caller, params.initiativeId);
  const change = archiveMember(caller, params.initiativeId, params.id);
  const rows = await write(caller, change, { event: 'initiative.member.deleted', action: 'archive' });
  if (rows.length === 0) throw notFound('Member');
}
