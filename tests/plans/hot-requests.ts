import { anyTask, type Operation, type Session } from './operation.ts';

async function call({ owner }: Session, method: string, path: string, body?: object): Promise<any> {
  const { status, body: answer } = await owner.call(method, path, body);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
  return answer;
}

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

async function createTask(session: Session): Promise<void> {
  await call(session, 'POST', '/tasks', {
    title: 'The printer on the second floor is broken',
    description: 'It has not printed since the update and blocks the release',
    status: 'in_progress',
    priority: 'high',
    label: 'printers',
    category_code: 'bug',
    effort: 's',
    task_type: 'task',
    assigned_employee_id: session.grown.employee_id,
    parent_task_id: anyTask(session),
    initiative_id: session.grown.initiative_id,
    due_at: at(72),
    reminder_offset: '1d',
    tags: ['printer', 'urgent'],
  });
}

/** Number of requests that move a task at the same time, so that most of them wait for the same statement. */
const concurrentMoves = 24;

/**
 * Reads the page after the middle of a list. Without statistics, PostgreSQL expects hardly any row of an organization,
 * and sorts those of any index.
 */
function deepPage(path: string): Operation {
  let after = '';
  return {
    name: `read ${path} after a cursor`,
    rows: 25,
    needsStatistics: true,
    prepare: async (session) => {
      const { total } = await call(session, 'GET', `${path}&limit=1&total=exact`);
      const skipped = Math.floor(total / 2);
      const isByNumber = path.startsWith('/events');
      const place = isByNumber ? `page=${skipped}` : `offset=${skipped}`;
      after = (await call(session, 'GET', `${path}&limit=1&${place}`)).next;
    },
    run: (session) => call(session, 'GET', `${path}&after=${after}`),
  };
}

export const requests: readonly Operation[] = [
  { name: 'create a task', rows: 1, run: createTask },
  {
    name: 'update a task',
    rows: 1,
    run: async (session) => {
      const assigned_employee_id = session.grown.employee_id;
      const description = `Waiting for a part since ${at(0)}`;
      const change = { description, assigned_employee_id, due_at: at(96) };
      await call(session, 'PATCH', `/tasks/${anyTask(session)}`, change);
    },
  },
  {
    name: 'complete a task',
    rows: 1,
    run: async (session) => {
      const id = anyTask(session);
      await call(session, 'PATCH', `/tasks/${id}`, { status: 'blocked' });
      await call(session, 'PATCH', `/tasks/${id}`, { status: 'done' });
    },
  },
  {
    name: 'move a task',
    rows: 1,
    run: (session) =>
      call(session, 'POST', `/tasks/${anyTask(session)}/move`, { status: 'todo', position: 40 }),
  },
  {
    name: 'move tasks at the same time',
    // Each task, and its neighbours in the column.
    rows: 2 * concurrentMoves,
    run: async (session) => {
      const { first, last } = session.grown.tasks;
      const ids = [...new Set(Array.from({ length: concurrentMoves }, () => anyTask(session)))];
      // The column has a sixth of the tasks. Among those that were inserted last, no task has been moved before.
      const from = Math.floor((last - first) / 6) - 400;
      const moves = ids.map((id, n) => ({ id, to: { status: 'reviewing', position: from + 8 * n } }));
      await Promise.all(moves.map(({ id, to }) => call(session, 'POST', `/tasks/${id}/move`, to)));
    },
  },
  {
    name: 'comment on a task',
    rows: 1,
    run: (session) =>
      call(session, 'POST', `/tasks/${anyTask(session)}/comments`, { body: 'A part is missing' }),
  },
  {
    name: 'read a task',
    rows: 1,
    run: (session) => call(session, 'GET', `/tasks/${anyTask(session)}`),
  },
  {
    name: 'read the first page of the board',
    rows: 150,
    run: (session) => call(session, 'GET', '/tasks/board'),
  },
  { name: 'read the first page of tasks', rows: 25, run: (session) => call(session, 'GET', '/tasks') },
  ...['', '&status=todo&sort=-updated_at', '&q=task'].map((further) => ({
    name: `read 100 tasks by their ids${further}`,
    rows: 100,
    run: async (session: Session) => {
      const ids = Array.from({ length: 100 }, () => anyTask(session));
      await call(session, 'GET', `/tasks?ids=${ids.join()}&limit=100${further}`);
    },
  })),
  {
    name: 'read 100 prompt runs by their ids',
    rows: 100,
    run: (session) => {
      const ids = Array.from({ length: 100 }, (_, n) => 1 + 37 * n);
      return call(session, 'GET', `/prompt-runs?ids=${ids.join()}&limit=100`);
    },
  },
  // Compares the first tasks of the board, and finds the words, which few tasks contain, by their trigrams.
  ...['task 17 about', 'responds'].map((words) => ({
    name: `search tasks for ${words}`,
    rows: 1_050,
    withoutStatistics: {
      statements: /ilike|task_texts/,
      buffers: 1_200,
      reason: 'the first tasks of the board are found by sorting all, until there are about 200,000',
    },
    run: async (session: Session) => {
      await call(session, 'GET', `/tasks?q=${encodeURIComponent(words)}`);
    },
  })),
  {
    name: 'read the history of a task',
    rows: 25,
    run: (session) => call(session, 'GET', `/events/task/${anyTask(session)}`),
  },
  { name: 'read the first page of events', rows: 25, run: (session) => call(session, 'GET', '/events') },
  // Counts up to 10,001 entries of indexes, at least 50 of which are on each page.
  {
    name: 'list prompt runs',
    rows: 200,
    withoutStatistics: {
      statements: /from prompt_runs r/,
      buffers: 22_000,
      reason:
        'the text of each counted run is found by its key, and few runs are sorted instead of read in order',
    },
    run: (session) => call(session, 'GET', '/prompt-runs'),
  },
  ...['board', 'due_at', 'priority', 'updated_at', 'title'].flatMap((sort) => [
    deepPage(`/tasks?sort=${sort}`),
    deepPage(`/tasks?sort=-${sort}`),
  ]),
  deepPage('/tasks?sort=-priority&effort=m'),
  ...['status', '-finished_at', 'latency_ms', '-cost'].map((sort) => deepPage(`/prompt-runs?sort=${sort}`)),
  deepPage('/events?'),
  deepPage('/audit-log?'),
];
