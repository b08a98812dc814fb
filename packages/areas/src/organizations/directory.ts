import { type Call, type Caller, type Endpoint, endpoint, notFound } from '@wfp/shared';
import { ListOf, QueryId } from '@wfp/shared/contract';
import { type RecordedTable, type Transaction, writeInTransaction } from '@wfp/shared/db';
import { z } from 'zod';
import { ListParts } from './directory.contract.ts';
import {
  addressesTable,
  archivePart,
  findPart,
  findParts,
  giveUpPrimary,
  insertPart,
  lockDirectory,
  type PartRow,
  updatePart,
} from './directory.store.ts';
import { OrganizationParams } from './organizations.contract.ts';
import { requireOwnId } from './organizations.service.ts';

/** A kind of entry in an organization's directory. */
interface Part {
  /** Its place in the path: `addresses`. */
  path: string;
  /** One of them, in its events: `organization.address.created`. */
  noun: string;
  title: string;
  table: RecordedTable;
  row: z.ZodType;
  create: z.ZodType<object>;
  patch: z.ZodType<object>;
}

type Id = OrganizationParams['id'];
type OfPart = { organizationId: Id; id: number };
const OfOrganization = z.strictObject({ organizationId: OrganizationParams.shape.id });
const OfPart = z.strictObject({ organizationId: OrganizationParams.shape.id, id: QueryId });

/** The five endpoints of a kind of entry: they differ in their fields alone. */
export function directoryOf(part: Part): Endpoint[] {
  return [listOf(part), getOf(part), createOf(part), patchOf(part), removeOf(part)];
}

type InOrganization = { organizationId: Id };
const pathOf = (part: Part) => `/organizations/:organizationId/${part.path}`;
const eventOf = (part: Part, act: 'created' | 'updated' | 'deleted') => `organization.${part.noun}.${act}`;

function listOf(part: Part): Endpoint {
  return endpoint({
    method: 'get',
    path: pathOf(part),
    summary: `List the organization’s ${part.title}`,
    can: 'organization:read',
    params: OfOrganization,
    query: ListParts,
    returns: { 200: ListOf(part.row) },
    handler: async ({ caller, params, query }: Call<InOrganization, ListParts, unknown>) => {
      requireOwnId(caller, params.organizationId);
      return findParts(caller, part.table, query);
    },
  });
}

function getOf(part: Part): Endpoint {
  return endpoint({
    method: 'get',
    path: `${pathOf(part)}/:id`,
    summary: `Fetch one of its ${part.title}`,
    can: 'organization:read',
    params: OfPart,
    returns: { 200: part.row },
    handler: ({ caller, params }: Call<OfPart, unknown, unknown>) => found(caller, part.table, params),
  });
}

function createOf(part: Part): Endpoint {
  const event = eventOf(part, 'created');
  return endpoint({
    method: 'post',
    path: pathOf(part),
    summary: `Add to its ${part.title}`,
    can: 'organization:update',
    params: OfOrganization,
    body: part.create,
    returns: { 201: part.row },
    emits: [event, eventOf(part, 'updated')],
    handler: async ({ caller, params, body }: Call<InOrganization, unknown, object>) => {
      requireOwnId(caller, params.organizationId);
      return writeInTransaction(caller, async (tx) => {
        await makeRoom(tx, caller, part, body, null);
        return only(await tx.write(insertPart(caller, part.table, body), { event, action: 'create' }));
      });
    },
  });
}

function patchOf(part: Part): Endpoint {
  const event = eventOf(part, 'updated');
  return endpoint({
    method: 'patch',
    path: `${pathOf(part)}/:id`,
    summary: `Change one of its ${part.title}`,
    can: 'organization:update',
    versionOf: part.table.resource,
    params: OfPart,
    body: part.patch,
    returns: { 200: part.row },
    emits: [event],
    handler: async ({ caller, params, body }: Call<OfPart, unknown, object>) => {
      const known = await found(caller, part.table, params);
      return writeInTransaction(caller, async (tx) => {
        await makeRoom(tx, caller, part, { ...known, ...body }, known.id);
        const change = updatePart(caller, part.table, known.id, body);
        return only(await tx.write(change, { event, action: 'update' }));
      });
    },
  });
}

function removeOf(part: Part): Endpoint {
  const event = eventOf(part, 'deleted');
  return endpoint({
    method: 'delete',
    path: `${pathOf(part)}/:id`,
    summary: `Remove one of its ${part.title}`,
    can: 'organization:update',
    versionOf: part.table.resource,
    params: OfPart,
    returns: { 204: null },
    emits: [event],
    handler: async ({ caller, params }: Call<OfPart, unknown, unknown>) => {
      const { id } = await found(caller, part.table, params);
      await writeInTransaction(caller, async (tx) => {
        only(await tx.write(archivePart(caller, part.table, id), { event, action: 'archive' }));
      });
    },
  });
}

async function found(caller: Caller, table: RecordedTable, params: OfPart): Promise<PartRow> {
  requireOwnId(caller, params.organizationId);
  const row = await findPart(caller, table, params.id);
  if (!row) throw notFound();
  return row;
}

function only([row]: PartRow[]): PartRow {
  if (!row) throw notFound();
  return row;
}

/** One address of a kind is the primary one: who becomes it takes the place from who was. */
async function makeRoom(
  tx: Transaction,
  caller: Caller,
  part: Part,
  row: object,
  id: number | null,
): Promise<void> {
  const { kind, is_primary } = row as { kind?: string; is_primary?: boolean };
  if (part.table !== addressesTable || !is_primary) return;
  await lockDirectory(tx, caller);
  await tx.write(giveUpPrimary(caller, String(kind), id), {
    event: eventOf(part, 'updated'),
    action: 'update',
  });
}
