import type { Caller } from '@wfp/shared';
import type { FinishedTask, PersonFacts, TaskContext, TaskFacts } from '../prompt.ts';
import { type ComparedTask, FinishedTasks, type ScoredTask } from './finished-tasks.ts';
import {
  type Completion,
  findCompletions,
  findFinishedTasks,
  findVocabulary,
} from './organization-data.store.ts';
import { countOpenTasksOfAssignees, findPeople, type OpenTasks } from './people.store.ts';
import { People, peopleKeys } from './people.ts';

const maxSimilar = 20;

type Subject = Omit<ComparedTask, 'version'> &
  Pick<TaskFacts, 'assigned_employee_id' | 'assigned_to' | 'assigned_team_id'>;

/** The parts of a task's context that are about its organization. */
export type Surroundings = Pick<TaskContext, 'organization' | 'people' | 'similar'>;

/** Data about an organization at one time. People and details of finished tasks are read when they are first used. */
export class OrganizationData {
  readonly #vocabulary: TaskContext['organization'];
  readonly #finished: FinishedTasks;
  readonly #openTasks: OpenTasks;
  readonly #people = new People();
  readonly #completions: Map<number, Completion>;

  private constructor(
    vocabulary: TaskContext['organization'],
    finished: FinishedTasks,
    openTasks: OpenTasks,
    completions: Map<number, Completion>,
  ) {
    this.#vocabulary = vocabulary;
    this.#finished = finished;
    this.#openTasks = openTasks;
    this.#completions = completions;
  }

  /** @param previous earlier data, for the completions of tasks that have not changed since */
  static async read(caller: Caller, previous?: OrganizationData): Promise<OrganizationData> {
    const [vocabulary, tasks, openTasks] = await Promise.all([
      findVocabulary(caller),
      findFinishedTasks(caller),
      countOpenTasksOfAssignees(caller),
    ]);
    const earlier = previous ? previous.#completions : new Map<number, Completion>();
    const completions = tasks.flatMap(({ id, version }) => {
      const known = earlier.get(id);
      return known?.version === version ? [[id, known] as const] : [];
    });
    return new OrganizationData(vocabulary, new FinishedTasks(tasks), openTasks, new Map(completions));
  }

  /** Returns the parts of the contexts of tasks that depend on the organization, in the order of the tasks. */
  async surroundings(caller: Caller, tasks: readonly Subject[]): Promise<Surroundings[]> {
    const scored = tasks.map((task) => this.#finished.findSimilar(task, maxSimilar));
    await this.#complete(caller, scored.flat());
    const similar = scored.map((some) => this.#inOrder(some));
    const people = await this.#findPeople(caller, tasks, similar);
    return tasks.map((_, index) => ({
      organization: this.#vocabulary,
      similar: similar[index] ?? [],
      people: people[index] ?? [],
    }));
  }

  async #complete(caller: Caller, scored: readonly ScoredTask[]): Promise<void> {
    const missing = new Set(scored.map(({ task }) => task.id).filter((id) => !this.#completions.has(id)));
    if (missing.size === 0) return;
    for (const one of await findCompletions(caller, [...missing])) this.#completions.set(one.task.id, one);
  }

  /** The most similar first, then the most recent. */
  #inOrder(scored: readonly ScoredTask[]): FinishedTask[] {
    const completed = scored.flatMap(({ task, score }) => {
      const finished = this.#completions.get(task.id)?.task;
      return finished ? [{ score, finished }] : [];
    });
    return completed
      .sort(
        (a, b) =>
          b.score - a.score ||
          compareTexts(b.finished.completed_at, a.finished.completed_at) ||
          b.finished.id - a.finished.id,
      )
      .map(({ finished }) => finished);
  }

  async #findPeople(
    caller: Caller,
    tasks: readonly Subject[],
    similar: readonly (readonly FinishedTask[])[],
  ): Promise<PersonFacts[][]> {
    const keys = tasks.map((task, index) => peopleKeys(task, similar[index] ?? []));
    const query = this.#people.queryFor(keys);
    if (query) this.#people.add(query, await findPeople(caller, query, this.#openTasks));
    return keys.map((one) => this.#people.candidates(one));
  }
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
