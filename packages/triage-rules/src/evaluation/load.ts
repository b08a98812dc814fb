import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PersonFacts, Priority } from '../context.ts';
import type { SignalKind } from '../output-schemas.ts';
import type { CaseLine, Organization } from './task-context.ts';

export type Part = 'tuning' | 'held-out';

export interface TriageCase extends CaseLine {
  expect: { priority: Priority; label: string | null; category: string; owner: string | null };
}

export interface BlockersCase extends CaseLine {
  expect: { is_stalled: boolean; signals: SignalKind[] };
}

export interface Cases {
  organizations: Map<string, Organization>;
  triage: TriageCase[];
  blockers: BlockersCase[];
}

interface StoredOrganization {
  key: string;
  name: string;
  labels: string[];
  categories: [code: string, name: string][];
  people: [key: string, name: string, position: string | null, open: number, isAbsent: boolean][];
  finished: [
    title: string,
    priority: Priority,
    label: string | null,
    category: string,
    by: string,
    daysAgo: number,
  ][];
}

const builtinCategories = [
  ['general', 'General'],
  ['system_error', 'System error'],
  ['bug', 'Bug'],
  ['improvement', 'Improvement'],
  ['documentation', 'Documentation'],
  ['release_notes', 'Release notes'],
] as const;

const read = (name: string) => readFile(path.join(import.meta.dirname, 'data', name), 'utf8');

async function readLines<T>(name: string): Promise<T[]> {
  const text = await read(name);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

export async function loadCases(part: Part): Promise<Cases> {
  const stored: StoredOrganization[] = JSON.parse(await read(`${part}-organizations.json`));
  return {
    organizations: new Map(stored.map((one) => [one.key, toOrganization(one)])),
    triage: await readLines(`${part}-triage.jsonl`),
    blockers: await readLines(`${part}-blockers.jsonl`),
  };
}

function toOrganization(stored: StoredOrganization): Organization {
  const people = new Map(
    stored.people.map(([key, name, position, open_tasks, is_absent], index): [string, PersonFacts] => [
      key,
      { user_id: 101 + index, employee_id: 1 + index, name, position, open_tasks, is_absent },
    ]),
  );
  return {
    name: stored.name,
    labels: stored.labels,
    categories: [...builtinCategories, ...stored.categories].map(([code, name]) => ({ code, name })),
    people,
    finished: stored.finished.map(([title, priority, label, category_code, by, daysAgo], index) => ({
      id: 9000 + index,
      title,
      priority,
      label,
      category_code,
      done_by_user_id: null,
      done_by_employee_id: people.get(by)?.employee_id ?? null,
      completed_at: '',
      daysAgo,
    })),
  };
}
