import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findBlockers } from './blockers/blockers.ts';
import { priorities, statuses, type TaskContext } from './context.ts';
import { mentionsIn } from './mentions.ts';
import { blockersSchema, triageSchema } from './output-schemas.ts';
import { taskContext } from './testing/task-context.ts';
import { triage } from './triage/triage.ts';

const ajv = new Ajv2020({ strict: false });
const [fitsTriage, fitsBlockers] = [ajv.compile(triageSchema), ajv.compile(blockersSchema)];
const words = fc.constantFrom(
  'urgent',
  'not',
  'fire',
  'Rechnung',
  'en panne',
  '“asap”',
  '\ud83d',
  'été',
  '😀',
  ' – ',
);
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.array(words, { maxLength: 30 }).map((all) => all.join(' ')),
);
const moment = fc
  .integer({ min: -400, max: 400 })
  .map((days) => new Date(Date.parse('2026-03-02T09:00:00Z') + days * 86_400_000).toISOString());
const id = fc.option(fc.integer({ min: 1, max: 9 }));
const linked = fc.record({
  id: fc.integer({ min: 1, max: 99 }),
  title: text,
  status: fc.constantFrom(...statuses),
  due_at: fc.option(moment),
  is_assigned: fc.boolean(),
});
const entry = fc.record({
  event_type: fc.constantFrom('task.post_create', 'task.post_update', 'task.comment.created'),
  occurred_at: moment,
  changes: fc.dictionary(
    fc.constantFrom('status', 'due_at', 'priority', 'title', 'assigned_to'),
    fc.tuple(
      fc.oneof(fc.jsonValue(), fc.constantFrom(...statuses), moment),
      fc.oneof(fc.jsonValue(), moment),
    ),
  ),
});

const contexts = fc
  .record({
    record: fc.record({
      title: text,
      description: text,
      status: fc.constantFrom(...statuses),
      priority: fc.constantFrom(...priorities),
      label: fc.option(fc.string({ minLength: 1, maxLength: 100 })),
      category_code: fc.constantFrom('general', 'bug', 'own_one'),
      assigned_employee_id: id,
      due_at: fc.option(moment),
      created_at: moment,
    }),
    parent: fc.option(linked),
    relations: fc.array(
      fc.record({ kind: fc.constantFrom('blocked_by', 'blocks', 'preceded_by', 'relates_to'), task: linked }),
      { maxLength: 8 },
    ),
    history: fc.array(entry, { maxLength: 20 }),
    organization: fc.record({
      labels: fc.array(fc.record({ name: fc.string({ minLength: 1, maxLength: 100 }) })),
      categories: fc.array(fc.record({ code: fc.constantFrom('general', 'bug', 'own_one'), name: text })),
    }),
    people: fc.array(
      fc.record({
        user_id: id,
        employee_id: id,
        name: text,
        position: fc.option(text),
        open_tasks: fc.nat(50),
        is_absent: fc.boolean(),
      }),
    ),
    similar: fc.array(
      fc.record({
        id: fc.nat(),
        title: text,
        priority: fc.constantFrom(...priorities),
        label: fc.option(text),
        category_code: fc.constantFrom('general', 'bug', 'other'),
        done_by_user_id: id,
        done_by_employee_id: id,
        completed_at: moment,
      }),
    ),
  })
  .map((over) => taskContext(over as Parameters<typeof taskContext>[0]));

/** Gives every name a unique prefix of eight characters. */
function marked(context: TaskContext): TaskContext {
  let count = 0;
  const mark = () => {
    count += 1;
    return `Zq${String(count).padStart(5, '0')}x`;
  };
  const titled = <One extends { title: string }>(one: One) => ({ ...one, title: `${mark()} ${one.title}` });
  return {
    ...context,
    parent: context.parent && titled(context.parent),
    relations: context.relations.map((one) => ({ ...one, task: titled(one.task) })),
    people: context.people.map((one) => ({ ...one, name: `${mark()} ${one.name}` })),
    organization: {
      ...context.organization,
      labels: context.organization.labels.map((one) => ({
        ...one,
        name: `${mark()}${one.name}`.slice(0, 100),
      })),
    },
  };
}

describe('for any task the rules', () => {
  it('return valid, well-formed output, always the same', () => {
    fc.assert(
      fc.property(contexts, (context) => {
        const [triaged, blockers] = [triage(context), findBlockers(context)];
        expect(fitsTriage(triaged), ajv.errorsText(fitsTriage.errors)).toBe(true);
        expect(fitsBlockers(blockers), ajv.errorsText(fitsBlockers.errors)).toBe(true);
        expect([triage(context), findBlockers(context)]).toEqual([triaged, blockers]);
        expect(JSON.stringify(blockers)).not.toMatch(/\\ud[89a-f]/);
        const { label, reasoning } = triaged;
        const isOwnLabel = label === context.record.label;
        expect(
          isOwnLabel || context.organization.labels.some(({ name }) => name === label) || label === null,
        ).toBe(true);
        expect(String(reasoning).isWellFormed()).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('name only tasks, people and labels that are reported as mentions', () => {
    fc.assert(
      fc.property(contexts, (given) => {
        const context = marked(given);
        for (const output of [triage(context), findBlockers(context)]) {
          const { tasks, employees, users, labels } = mentionsIn(output, context);
          const outputText = JSON.stringify(output);
          const all = [
            ...(context.parent ? [context.parent] : []),
            ...context.relations.map(({ task }) => task),
          ];
          const named = (name: string) => outputText.includes(name.slice(0, 8));
          for (const { id, title } of all) if (named(title)) expect(tasks).toContain(id);
          for (const { employee_id, user_id } of context.people.filter((one) => named(one.name)))
            expect(employee_id === null ? users : employees).toEqual(
              expect.arrayContaining([employee_id ?? user_id].filter((one) => one !== null)),
            );
          const others = context.organization.labels.filter((one) => one.name !== context.record.label);
          for (const label of others.filter((one) => named(one.name))) expect(labels).toContain(label.name);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('report a suggested label as a mention unless the task already has it', () => {
    const { labels: others } = mentionsIn({ label: 'office' }, taskContext());
    const { labels: own } = mentionsIn({ label: 'office' }, taskContext({ record: { label: 'office' } }));
    expect([others, own]).toEqual([['office'], []]);
  });
});
