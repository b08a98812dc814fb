import { describe, expect, it } from 'vitest';
import type { PersonFacts, TaskFacts } from '../context.ts';
import { taskContext } from '../testing/task-context.ts';
import { triage } from './triage.ts';

const about = (record: Partial<TaskFacts>, over: object = {}) =>
  triage(taskContext({ record, parent: null, relations: [], ...over }));
const titled = (title: string, description = '') => about({ title, description })['priority'];

describe('triage', () => {
  it('distinguishes urgent statements from names and subjects that contain the same words', () => {
    expect(titled('Checkout is down for everyone')).toBe('urgent');
    expect(titled('Urgent: the server room is flooded')).toBe('urgent');
    expect(titled('Not urgent: tidy up the drawers')).toBe('low');
    expect(titled('Paint the urgent care department')).not.toBe('urgent');
    expect(titled('Post-mortem of the outage in May')).not.toBe('urgent');
    expect(titled('Dringend: Rohrbruch im Keller')).toBe('urgent');
    expect(titled('Le site est en panne')).toBe('urgent');
    expect(titled('Hay un incendio en el almacén')).toBe('urgent');
  });

  it('raises the priority for a near due date only', () => {
    const due = (due_at: string) => about({ title: 'Send the form', due_at })['priority'];
    expect(due('2026-03-02T15:00:00.000Z')).toBe('high');
    expect(due('2026-03-12T09:00:00.000Z')).toBe('medium');
  });

  it('accepts a category with any code', () => {
    const plain = about({ title: 'Send the form', category_code: 'forms' });
    const special = about({ title: 'Send the form', category_code: 'constructor' });
    expect(special).toEqual({ ...plain, category: 'constructor' });
    const categories = [{ code: 'constructor', name: 'Forms' }];
    expect(about({ title: 'Send the forms' }, { organization: { labels: [], categories } })).toMatchObject({
      category: 'constructor',
    });
  });

  it('suggests labels in use by name and by similar tasks, and keeps the chosen label', () => {
    const organization = { labels: [{ name: 'billing' }], categories: [] };
    const invoice = { ...taskContext().similar[0], title: 'Invoice of February', label: 'billing' };
    const labelOf = (record: Partial<TaskFacts>, similar: object[] = []) =>
      about(record, { organization, similar })['label'];
    expect(labelOf({ title: 'Check the billing of March' })).toBe('billing');
    expect(labelOf({ title: 'Invoice of March' }, [invoice])).toBe('billing');
    expect(labelOf({ title: 'Invoice of March' })).toBeNull();
    expect(labelOf({ title: 'Invoice of March' }, [{ ...invoice, label: 'retired' }])).toBeNull();
    expect(labelOf({ title: 'Feed the parrot' }, [invoice])).toBeNull();
    expect(labelOf({ title: 'Invoice of March', label: 'mine' }, [invoice])).toBe('mine');
  });

  it('suggests the person who finished similar tasks, unless absent or overloaded', () => {
    const person = (id: number, name: string, over: Partial<PersonFacts> = {}): PersonFacts => ({
      user_id: null,
      employee_id: id,
      name,
      position: null,
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

  it('gives its reasons', () => {
    const { reasoning } = about({ title: 'Checkout is down', due_at: '2026-03-02T15:00:00.000Z' });
    expect(reasoning).toContain('is down');
    expect(reasoning).toContain('due in 6 hours');
  });
});
