import type { Client } from '@wfp/testing';
import fc from 'fast-check';
import type { AuditedLink, LinkEvent } from './link-history.ts';

/** A request that may change links. Tasks and initiatives are chosen among all of the organization. */
export type LinkCommand =
  | { kind: 'create'; to: number | null }
  | { kind: 'patch' | 'patch with a status' | 'patch with a parent'; pick: number; to: number | null }
  | { kind: 'bulk patch' | 'bulk patch with a status'; picks: number[]; to: number | null }
  | { kind: 'bulk move'; picks: number[] }
  | { kind: 'move' | 'delete' | 'restore'; pick: number }
  | { kind: 'link' | 'unlink'; picks: number[]; to: number }
  | { kind: 'complete'; of: number; open_tasks: 'keep' | 'cancel' }
  | { kind: 'complete'; of: number; open_tasks: 'move_to'; move_to: number }
  | { kind: 'delete initiative'; of: number }
  | { kind: 'create initiative' };

const pick = fc.nat(50);
const picks = fc.uniqueArray(fc.nat(50), { minLength: 1, maxLength: 4 });
const initiative = fc.nat(7);
const to = fc.option(initiative, { freq: 3 });
const kind = <Kind extends string>(...names: Kind[]) => fc.constantFrom(...names);

export const linkCommand: fc.Arbitrary<LinkCommand> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: kind('create'), to }) },
  {
    weight: 8,
    arbitrary: fc.record({ kind: kind('patch', 'patch with a status', 'patch with a parent'), pick, to }),
  },
  { weight: 5, arbitrary: fc.record({ kind: kind('bulk patch', 'bulk patch with a status'), picks, to }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('bulk move'), picks }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('move', 'delete', 'restore'), pick }) },
  { weight: 6, arbitrary: fc.record({ kind: kind('link', 'unlink'), picks, to: initiative }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind('complete'),
      of: initiative,
      open_tasks: fc.constantFrom('keep' as const, 'cancel' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('complete'),
      of: initiative,
      open_tasks: kind('move_to'),
      move_to: initiative,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('delete initiative'), of: initiative }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('create initiative') }) },
);

/** The ids that commands choose among. */
export interface Known {
  tasks: number[];
  initiatives: number[];
  owner_employee_id: number;
}

const choose = <One>(all: readonly One[], n: number) => all[n % all.length] as One;
const statuses = ['todo', 'in_progress', 'done'];

function buildRequest(command: LinkCommand, known: Known): [method: string, path: string, body?: object] {
  const task = (n: number) => choose(known.tasks, n);
  const tasks = (all: readonly number[]) => [...new Set(all.map(task))];
  const place = (n: number) => choose(known.initiatives, n);
  const link = 'to' in command && { initiative_id: command.to === null ? null : place(command.to) };
  switch (command.kind) {
    case 'create':
      return ['POST', '/tasks', { title: 'Made', ...link }];
    case 'patch':
      return ['PATCH', `/tasks/${task(command.pick)}`, { ...link }];
    case 'patch with a status':
      return ['PATCH', `/tasks/${task(command.pick)}`, { ...link, status: choose(statuses, command.pick) }];
    case 'patch with a parent':
      return ['PATCH', `/tasks/${task(command.pick)}`, { ...link, parent_task_id: task(command.pick + 1) }];
    case 'bulk patch':
      return ['POST', '/tasks/bulk', { ids: tasks(command.picks), patch: { ...link } }];
    case 'bulk patch with a status': {
      const status = choose(statuses, command.picks.length);
      return ['POST', '/tasks/bulk', { ids: tasks(command.picks), patch: { ...link, status } }];
    }
    case 'bulk move':
      return ['POST', '/tasks/bulk', { ids: tasks(command.picks), move: { status: 'done' } }];
    case 'move':
      return ['POST', `/tasks/${task(command.pick)}/move`, { status: 'todo', position: 0 }];
    case 'delete':
      return ['DELETE', `/tasks/${task(command.pick)}`];
    case 'restore':
      return ['POST', `/tasks/${task(command.pick)}/restore`];
    case 'link':
      return ['POST', `/initiatives/${place(command.to)}/tasks`, { task_ids: tasks(command.picks) }];
    case 'unlink':
      return ['POST', `/initiatives/${place(command.to)}/tasks/unlink`, { task_ids: tasks(command.picks) }];
    case 'complete': {
      const { of, open_tasks } = command;
      const target = open_tasks === 'move_to' ? { move_to: place(command.move_to) } : {};
      return ['POST', `/initiatives/${place(of)}/complete`, { open_tasks, ...target }];
    }
    case 'delete initiative':
      return ['DELETE', `/initiatives/${place(command.of)}`];
    case 'create initiative':
      return ['POST', '/initiatives', { name: 'New', owner_employee_id: known.owner_employee_id }];
  }
}

/** Sends a command, and adds what it creates to `known`. @returns the status of the response */
export async function sendLinkCommand(by: Client, command: LinkCommand, known: Known): Promise<number> {
  const { status, body } = await by.call(...buildRequest(command, known));
  if (status === 201 && command.kind === 'create') known.tasks.push(body.id);
  if (status === 201 && command.kind === 'create initiative') known.initiatives.push(body.id);
  return status;
}

/**
 * Replays link events in their order.
 *
 * @returns the initiative of each task that was ever linked
 * @throws Error if a task is linked twice, or unlinked from an initiative to which it is not linked
 */
export function replayLinks(events: readonly LinkEvent[]): Map<number, number | null> {
  const current = new Map<number, number | null>();
  for (const { kind, task_id, initiative_id } of events) {
    const was = current.get(task_id) ?? null;
    if (was !== (kind === 'linked' ? null : initiative_id))
      throw new Error(`Task ${task_id} was ${kind} ${initiative_id} when its initiative was ${was}`);
    current.set(task_id, kind === 'linked' ? initiative_id : null);
  }
  return current;
}

/** The changes that link events describe, as in the audit log. */
export function changesOf(events: readonly LinkEvent[]): AuditedLink[] {
  const changes = new Map<number, AuditedLink>();
  for (const { kind, task_id, initiative_id, task_event_id: event_id } of events) {
    const change = changes.get(event_id) ?? { event_id, task_id, before: null, after: null };
    changes.set(event_id, { ...change, [kind === 'linked' ? 'after' : 'before']: initiative_id });
  }
  return [...changes.values()].sort((a, b) => a.event_id - b.event_id);
}
