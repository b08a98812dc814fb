import type { EvaluationResult } from './evaluate.ts';
import type { Count, Score } from './scores.ts';

type Numbers = Count & Pick<Score, 'precision' | 'recall' | 'f1'>;

const header = ['', 'cases', 'precision', 'recall', 'F1'];
const twoDecimals = (value: number) => value.toFixed(2);

const scoreRow = (name: string, score: Numbers) => [
  name,
  String(score.expected),
  twoDecimals(score.precision),
  twoDecimals(score.recall),
  twoDecimals(score.f1),
];

/** Formats the results as in docs/prompts.md. */
export function formatTables(figures: EvaluationResult): string {
  const triage = [
    ...figures.priorities.map((score) => scoreRow(`priority \`${score.name}\``, score)),
    ['priority, mean of the four', String(figures.triaged), '', '', twoDecimals(figures.priorityMacroF1)],
    ['priority, right', String(figures.triaged), twoDecimals(figures.priorityExact), '', ''],
    ['priority, at most a step off', String(figures.triaged), twoDecimals(figures.priorityNear), '', ''],
    ...figures.categories
      .filter(({ expected, predicted }) => expected + predicted > 0)
      .map((score) => scoreRow(`category \`${score.name}\``, score)),
    ['category, mean', String(figures.triaged), '', '', twoDecimals(figures.categoryMacroF1)],
    scoreRow('label', figures.label),
    scoreRow('ideal owner', figures.owner),
  ];
  const blockers = [
    scoreRow('`is_stalled`', figures.stalled),
    ...figures.signals.map((score) => scoreRow(`signal \`${score.name}\``, score)),
  ];
  return `${formatTable([[`${figures.triaged} new tasks`, ...header.slice(1)], ...triage])}\n${formatTable([
    [`${figures.examined} changed tasks`, ...header.slice(1)],
    ...blockers,
  ])}`;
}

function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = header.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |\n`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('');
}
