import { findBlockers } from '../blockers/blockers.ts';
import { type JsonObject, type Priority, priorities, type TaskContext } from '../context.ts';
import { signalKinds } from '../output-schemas.ts';
import { triage } from '../triage/triage.ts';
import type { Cases } from './load.ts';
import { computeScores, macroF1, microAverage, type Score } from './scores.ts';
import { type CaseLine, createTaskContext, type Organization } from './task-context.ts';

export interface EvaluationResult {
  triaged: number;
  examined: number;
  priorities: Score[];
  priorityMacroF1: number;
  /** Share of new tasks whose priority is correct. */
  priorityExact: number;
  /** Share of new tasks whose priority is at most one step off. */
  priorityNear: number;
  categories: Score[];
  categoryMacroF1: number;
  label: Score;
  owner: Score;
  stalled: Score;
  signals: Score[];
  /** One line for each wrong prediction. */
  misses: string[];
}

const categoryOrder = ['system_error', 'bug', 'improvement', 'documentation', 'release_notes', 'general'];

export function evaluate(cases: Cases): EvaluationResult {
  const inContext = <T extends CaseLine>(
    line: T,
  ): { line: T; organization: Organization; context: TaskContext } => {
    const organization = cases.organizations.get(line.org);
    if (!organization)
      throw new Error(`${line.id} refers to an organization that does not exist in this part`);
    return { line, organization, context: createTaskContext(line, organization) };
  };
  const triaged = cases.triage.map(inContext).map(({ line, organization, context }) => {
    const { priority, category, label, owner } = line.expect;
    return {
      id: line.id,
      title: line.title,
      expected: { priority: [priority], category: [category], label: toList(label), owner: toList(owner) },
      predicted: predictionsIn(triage(context), organization),
    };
  });
  const examined = cases.blockers.map(inContext).map(({ line, context }) => {
    const { is_stalled, signals } = findBlockers(context);
    const kinds = (signals as unknown as { kind: string }[]).map(({ kind }) => kind);
    return {
      id: line.id,
      title: line.title,
      expected: { stalled: flagList(line.expect.is_stalled), signals: [...line.expect.signals].sort() },
      predicted: { stalled: flagList(is_stalled === true), signals: kinds.sort() },
    };
  });
  const of = <K extends 'priority' | 'category' | 'label' | 'owner'>(key: K) =>
    triaged.map(({ expected, predicted }) => ({ expected: expected[key], predicted: predicted[key] }));
  const signalPairs = examined.map(({ expected, predicted }) => ({
    expected: expected.signals,
    predicted: predicted.signals,
  }));
  const stalledPairs = examined.map(({ expected, predicted }) => ({
    expected: expected.stalled,
    predicted: predicted.stalled,
  }));
  const byPriority = computeScores(of('priority'), priorities);
  const byCategory = computeScores(of('category'), categoryOrder);
  return {
    triaged: triaged.length,
    examined: examined.length,
    priorities: byPriority,
    priorityMacroF1: macroF1(byPriority),
    priorityExact: shareWithin(0, of('priority')),
    priorityNear: shareWithin(1, of('priority')),
    categories: byCategory,
    categoryMacroF1: macroF1(byCategory),
    label: microAverage('label', computeScores(of('label'), [])),
    owner: microAverage('ideal_owner', computeScores(of('owner'), [])),
    stalled: microAverage('is_stalled', computeScores(stalledPairs, [])),
    signals: computeScores(signalPairs, signalKinds),
    misses: [...triaged, ...examined].flatMap(listMisses),
  };
}

function shareWithin(
  steps: number,
  pairs: readonly { expected: readonly string[]; predicted: readonly string[] }[],
): number {
  const rank = ([priority]: readonly string[]) => priorities.indexOf(priority as Priority);
  const near = pairs.filter(({ expected, predicted }) => Math.abs(rank(expected) - rank(predicted)) <= steps);
  return near.length / Math.max(1, pairs.length);
}

const toList = (value: string | null) => (value === null ? [] : [value]);
const flagList = (value: boolean) => (value ? ['yes'] : []);

function predictionsIn({ priority, category, label, ideal_owner }: JsonObject, { people }: Organization) {
  const { employee_id } = ideal_owner as JsonObject;
  const owner = [...people].find(([, person]) => person.employee_id === employee_id)?.[0] ?? null;
  return {
    priority: [String(priority)],
    category: [String(category)],
    label: toList(label === null ? null : String(label)),
    owner: toList(owner),
  };
}

function listMisses(one: {
  id: string;
  title: string;
  expected: Readonly<Record<string, readonly string[]>>;
  predicted: Readonly<Record<string, readonly string[]>>;
}): string[] {
  return Object.entries(one.expected).flatMap(([key, expected]) => {
    const predicted = one.predicted[key] ?? [];
    if (predicted.join() === expected.join()) return [];
    return [`${one.id} ${key}: ${predicted.join() || '-'}, not ${expected.join() || '-'} · ${one.title}`];
  });
}
