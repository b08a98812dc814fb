import type { Figures } from './evaluate.ts';
import type { Count, Score } from './measure.ts';

type Numbers = Count & Pick<Score, 'precision' | 'recall' | 'f1'>;

const header = ['', 'cases', 'precision', 'recall', 'F1'];
const two = (value: number) => value.toFixed(2);

const rowOf = (name: string, score: Numbers) => [
  name,
  String(score.expected),
  two(score.precision),
  two(score.recall),
  two(score.f1),
];

/** The figures as docs/prompts.md has them. */
export function tablesOf(figures: Figures): string {
  const triage = [
    ...figures.priorities.map((score) => rowOf(`priority \`${score.name}\``, score)),
    ['priority, mean of the four', String(figures.triaged), '', '', two(figures.priorityMacroF1)],
    ['priority, right', String(figures.triaged), two(figures.priorityExact), '', ''],
    ['priority, at most a step off', String(figures.triaged), two(figures.priorityNear), '', ''],
    ...figures.categories
      .filter(({ expected, said }) => expected + said > 0)
      .map((score) => rowOf(`category \`${score.name}\``, score)),
    ['category, mean', String(figures.triaged), '', '', two(figures.categoryMacroF1)],
    rowOf('label', figures.label),
    rowOf('ideal owner', figures.owner),
  ];
  const blockers = [
    rowOf('`is_stalled`', figures.stalled),
    ...figures.signals.map((score) => rowOf(`signal \`${score.name}\``, score)),
  ];
  return `${tableOf([[`${figures.triaged} new tasks`, ...header.slice(1)], ...triage])}\n${tableOf([
    [`${figures.examined} changed tasks`, ...header.slice(1)],
    ...blockers,
  ])}`;
}

function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = header.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |\n`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('');
}
