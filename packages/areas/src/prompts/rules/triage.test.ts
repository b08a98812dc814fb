import { describe, expect, it } from 'vitest';
import type { PersonFacts, TaskFacts } from '../prompt.ts';
import { taskContext } from '../testing/task-context.ts';
import { triage } from './triage.ts';

const about = (record: Partial<TaskFacts>, over: object = {}) =>
  triage(taskContext({ record, parent: null, relations: [], ...over }));
const titled = (title: string, description = '') => about({ title, description })['priority'];

describe('triage of the rules', () => {
  it('tells words from what they are about', () => {
    expect(titled('Checkout is down for everyone')).toBe('urgent');
    expect(titled('Urgent: the server room is flooded')).toBe('urgent');
    expect(titled('Not urgent: tidy up the drawers')).toBe('low');
    expect(titled('Paint the urgent care department')).not.toBe('urgent');
    expect(titled('Post-mortem of the outage in May')).not.toBe('urgent');
    expect(titled('Dringend: Rohrbruch im Keller')).toBe('urgent');
    expect(titled('Le site est en panne')).toBe('urgent');
    expect(titled('Hay un incendio en el almacén')).toBe('urgent');
  });

  it('takes a near due date for more and one far away for less', () => {
    const due = (due_at: string) => about({ title: 'Send the form', due_at })['priority'];
    expect(due('2026-03-02T15:00:00.000Z')).toBe('high');
    expect(due('2026-03-12T09:00:00.000Z')).toBe('medium');
  });

  it('files under labels in use alone, and keeps the one chosen', () => {
    const organization = { name: 'N', labels: [{ name: 'billing', uses: 3 }], categories: [] };
    expect(about({ title: 'Invoice of March' }, { organization })['label']).toBe('billing');
    expect(about({ title: 'Feed the parrot' }, { organization, similar: [] })['label']).toBeNull();
    expect(about({ title: 'Invoice of March', label: 'mine' }, { organization })['label']).toBe('mine');
  });

  it('names who did such tasks, unless they are away or have far more to do', () => {
    const person = (id: number, name: string, over: Partial<PersonFacts> = {}): PersonFacts => ({
      user_id: null,
      employee_id: id,
      name,
      position: null,
      team_ids: [],
      open_tasks: 2,
      is_absent: false,
      ...over,
    });
    const done = (id: number, title: string, done_by_employee_id: number) => ({
      id,
      title,
      priority: 'medium' as const,
      label: null,
      category_code: 'general',
      done_by_user_id: null,
      done_by_employee_id,
      completed_at: '2026-02-20T09:00:00.000Z',
    });
    const similar = [done(41, 'Order desks for the office', 1), done(42, 'Order desks for sales', 2)];
    const ownerOf = (people: PersonFacts[]) =>
      about({ title: 'Order desks for the office' }, { people, similar })['ideal_owner'];
    expect(ownerOf([person(1, 'Ann'), person(2, 'Bob')])).toMatchObject({ employee_id: 1, user_id: null });
    const [away, busy] = [person(1, 'Ann', { is_absent: true }), person(1, 'Ann', { open_tasks: 30 })];
    expect(ownerOf([away, person(2, 'Bob')])).toMatchObject({
      employee_id: 2,
      description: expect.stringContaining('Ann, who knows such tasks best, is away'),
    });
    expect(ownerOf([busy, person(2, 'Bob'), person(3, 'Cy')])).toMatchObject({ employee_id: 2 });
    expect(ownerOf([person(9, 'Zoe')])).toMatchObject({ employee_id: null, user_id: null });
  });

  it('says what it went by', () => {
    const { reasoning } = about({ title: 'Checkout is down', due_at: '2026-03-02T15:00:00.000Z' });
    expect(reasoning).toContain('is down');
    expect(reasoning).toContain('due in 6 hours');
  });
});
