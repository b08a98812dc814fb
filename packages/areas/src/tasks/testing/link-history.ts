import { Prisma } from '@wfp/shared/db';
import type { Client, TestService } from '@wfp/testing';

const { sql } = Prisma;

let made = 0;

/** Creates an initiative that the caller's employee owns, and returns its id. */
export async function createInitiative(by: Client): Promise<number> {
  made += 1;
  const owner_employee_id = (await by.call('GET', '/employees')).body.data[0].id;
  const { status, body } = await by.call('POST', '/initiatives', { name: `Plan ${made}`, owner_employee_id });
  if (status !== 201) throw new Error(`POST /initiatives: ${status} ${JSON.stringify(body)}`);
  return body.id;
}

/** A link event, with the task whose row was written by the same statement. */
export interface LinkEvent {
  kind: 'linked' | 'unlinked';
  task_id: number;
  initiative_id: number;
  /** The user who acted. */
  actor_id: number;
  /** The event of the task, which the audit entry refers to. */
  task_event_id: number;
}

interface StoredEvent {
  id: number;
  transaction: string;
  event_type: string;
  aggregate_id: number;
  actor_id: number;
}

/**
 * Reads all link events of an organization in the order of their ids. Within a transaction, the events of one task
 * follow its `task.post_create` or `task.post_update`.
 */
export async function readLinkEvents(service: TestService, org_id: number): Promise<LinkEvent[]> {
  const events = await service.rows<StoredEvent>(sql`
    select e.id::float8 as id, e.xmin::text as transaction, e.event_type, e.aggregate_id,
      (e.payload ->> 'actor_id')::int as actor_id
    from events e where e.org_id = ${org_id} and e.event_type in
      ('task.post_create', 'task.post_update', 'initiative.task_linked', 'initiative.task_unlinked') order by e.id`);
  const tasks = new Map<string, StoredEvent>();
  return events.flatMap((event) => {
    const { transaction, event_type, aggregate_id, actor_id } = event;
    const kind = /^initiative\.task_(linked|unlinked)$/.exec(event_type)?.[1] as
      | LinkEvent['kind']
      | undefined;
    if (!kind) tasks.set(transaction, event);
    const task = tasks.get(transaction);
    if (!task) throw new Error(`${event_type} without an event of a task before it`);
    const [task_id, task_event_id] = [task.aggregate_id, task.id];
    return kind ? { kind, task_id, initiative_id: aggregate_id, actor_id, task_event_id } : [];
  });
}

/** A change of a task's initiative, according to the audit log. */
export interface AuditedLink {
  event_id: number;
  task_id: number;
  before: number | null;
  after: number | null;
}

/** Reads all changes of the initiative of tasks from the audit log, in the order of their events. */
export const readAuditedLinks = (service: TestService, org_id: number): Promise<AuditedLink[]> =>
  service.rows<AuditedLink>(sql`
    select a.event_id::float8 as event_id, a.record_id::int as task_id, (a.before ->> 'initiative_id')::int as before,
      (a.after ->> 'initiative_id')::int as after
    from audit_log a where a.org_id = ${org_id} and a.resource = 'task' and a.after ? 'initiative_id'
    order by a.event_id`);
