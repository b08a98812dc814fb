import type { IncomingMessage, ServerResponse } from 'node:http';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import type { OperatorRole } from '@wfp/shared/config';
import type { LaneQueues } from '@wfp/shared/queue';
import express from 'express';

export type Dashboards = Record<OperatorRole, (req: IncomingMessage, res: ServerResponse) => void>;

type Queues = LaneQueues['queues'];

/** Creates a dashboard of all queues for each role; that of viewers is read-only. */
export function createDashboards(queues: Queues): Dashboards {
  return { operator: dashboard(queues, false), viewer: dashboard(queues, true) };
}

function dashboard(queues: Queues, readOnlyMode: boolean) {
  const serverAdapter = new ExpressAdapter().setBasePath('/queues');
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode })),
    serverAdapter,
    options: {
      uiConfig: {
        boardTitle: readOnlyMode ? 'Queues (read-only)' : 'Queues',
        miscLinks: [{ text: 'Sign out', url: '/queues/sign-out' }],
      },
    },
  });
  const app = express();
  app.disable('x-powered-by');
  return app.use('/queues', serverAdapter.getRouter());
}
