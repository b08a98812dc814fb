export const words = {
  loading: 'Loading',
  preview: {
    title: 'Preview',
    hint: 'Evaluates the saved template on a task. Nothing is stored, and the task is not changed.',
    run: 'Preview',
    running: 'Evaluating …',
    output: 'Output',
    input: 'What is sent to the model',
    noInput: 'Nothing is sent to a model.',
    shortened: 'Texts that may name tasks or people that you may not read are left out.',
    facts: 'Evaluation',
  },
  runs: {
    title: 'Latest runs',
    none: 'It has not run yet.',
    all: (total: number) => `All runs of this template: ${total}`,
    table: 'Latest runs, table',
    time: 'Started',
    status: 'Status',
    task: 'Task',
    applied: 'Applied fields',
  },
  versions: {
    title: 'Versions',
    version: (number: number) => `Version ${number}`,
    byService: 'by the service',
    current: 'This is the current version.',
    same: 'The current version has the same content.',
    compare: (fields: readonly string[]) => `Differs from the current version: ${fields.join(', ')}`,
    use: (number: number) => `Use version ${number} again`,
    result: (result: 'saved' | 'conflict') =>
      result === 'saved'
        ? 'Saved as a new version.'
        : 'Another user has changed the template in the meantime. Compare the versions again.',
    more: (count: number) => `${count} older versions are not shown.`,
    diff: {
      added: 'Current version',
      removed: 'This version',
      unchanged: (count: number) => `${count} equal lines`,
    },
  },
};
