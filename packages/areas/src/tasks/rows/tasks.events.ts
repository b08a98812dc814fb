import { defineEvents } from '@wfp/shared';

const ofTask = { aggregate: 'task', record: 'the task', recordName: 'the title of the task' };

export const taskEvents = [
  ...defineEvents(ofTask, {
    'task.post_create': 'A task was created.',
    'task.post_update': 'A field of a task changed, or its position on the board.',
    'task.completed': 'The status of a task changed to done. Emitted in addition to task.post_update.',
    'task.post_archive': 'A task was deleted. It is hidden; its comments, relations and reminders are kept.',
    'task.post_restore': 'A deleted task was restored, at the end of its column.',
    'task.reminder_due':
      'A reminder of a task is due. Emitted only while the task is open, once for each time and each user, employee or team.',
  }),
];
