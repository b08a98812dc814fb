import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { evaluate } from './evaluate.ts';
import { loadCases } from './load.ts';
import { computeScores, macroF1, microAverage } from './scores.ts';
import { formatTables } from './tables.ts';

const guide = path.resolve(import.meta.dirname, '../../../../docs/prompts.md');
const tuning = await loadCases('tuning');
const heldOut = await loadCases('held-out');
const figures = evaluate(heldOut);

describe('the evaluation set', () => {
  it('has unique cases that refer to existing organizations, labels, categories and people', () => {
    const all = [tuning, heldOut].flatMap((cases) => [
      ...cases.triage.map((line) => ({ line, organization: cases.organizations.get(line.org) })),
      ...cases.blockers.map((line) => ({ line, organization: cases.organizations.get(line.org) })),
    ]);
    expect(all.length).toBeGreaterThan(500);
    expect(new Set(all.map(({ line }) => line.id)).size).toBe(all.length);
    expect(all.filter(({ organization }) => !organization)).toEqual([]);
    for (const { line, organization } of all) {
      if ('is_stalled' in line.expect) continue;
      const { label, category, owner } = line.expect;
      if (label !== null) expect(organization?.labels, line.id).toContain(label);
      expect(
        organization?.categories.map(({ code }) => code),
        line.id,
      ).toContain(category);
      if (owner !== null) expect(organization?.people.get(owner)?.is_absent, line.id).toBe(false);
    }
  });

  it('shares no text and, for new tasks, no organization between its parts', () => {
    const tuningTitles = new Set([...tuning.triage, ...tuning.blockers].map(({ title }) => title));
    const heldOutTitles = [...heldOut.triage, ...heldOut.blockers].map(({ title }) => title);
    expect(heldOutTitles.filter((title) => tuningTitles.has(title))).toEqual([]);
    const tuningOrganizations = new Set(tuning.triage.map(({ org }) => org));
    expect(heldOut.triage.filter(({ org }) => tuningOrganizations.has(org))).toEqual([]);
  });
});

describe('the rules on the held-out part', () => {
  it('match the tables in docs/prompts.md', async () => {
    const text = await readFile(guide, 'utf8');
    for (const table of formatTables(figures).trim().split('\n\n')) expect(text).toContain(table);
  });

  it('stay above their minimum scores', () => {
    expect(figures.priorityMacroF1).toBeGreaterThan(0.6);
    expect(figures.priorityNear).toBeGreaterThan(0.85);
    expect(figures.categoryMacroF1).toBeGreaterThan(0.58);
    expect(figures.label.precision).toBeGreaterThan(0.74);
    expect(figures.label.recall).toBeGreaterThan(0.54);
    expect(figures.owner.precision).toBeGreaterThan(0.7);
    expect(figures.owner.recall).toBeGreaterThan(0.52);
    expect(figures.stalled.f1).toBeGreaterThan(0.93);
    expect(macroF1(figures.signals)).toBeGreaterThan(0.95);
  });
});

describe('measuring', () => {
  it('counts correct, wrong and missing predictions', () => {
    const scores = computeScores(
      [
        { expected: ['a'], predicted: ['a', 'b'] },
        { expected: ['a'], predicted: [] },
      ],
      ['a', 'c'],
    );
    expect(scores).toMatchObject([
      { name: 'a', expected: 2, predicted: 1, correct: 1, precision: 1, recall: 0.5 },
      { name: 'c', expected: 0, predicted: 0, correct: 0, f1: 0 },
      { name: 'b', expected: 0, predicted: 1, correct: 0, precision: 0 },
    ]);
    expect(macroF1(scores)).toBeCloseTo(2 / 3);
    expect(microAverage('all', scores)).toMatchObject({ precision: 0.5, recall: 0.5, f1: 0.5 });
  });
});
