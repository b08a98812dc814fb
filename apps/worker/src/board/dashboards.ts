import type { IncomingMessage, ServerResponse } from 'node:http';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import type { OperatorRole } from '@wfp/shared/config';
import type { LaneQueues } from '@wfp/shared/queue';
import express, { type NextFunction, type Request, type Response } from 'express';

export type Dashboards = Record<OperatorRole, (req: IncomingMessage, res: ServerResponse) => void>;

type Queues = LaneQueues['queues'];

/** Creates a dashboard of all queues for each role; that of viewers is read-only. */
export function createDashboards(queues: Queues): Dashboards {
  return { operator: dashboard(queues, false), viewer: dashboard(queues, true) };
}

type EntryRoute = Parameters<ExpressAdapter['setEntryRoute']>[0];

/** Serves the page of the dashboard without its links to other origins: it would load fonts of Google. */
class OwnOriginAdapter extends ExpressAdapter {
  constructor() {
    super();
    this.app.disable('x-powered-by');
  }

  override setEntryRoute({ method, route, handler }: EntryRoute): this {
    this.app[method](route, (_req: Request, res: Response, next: NextFunction) => {
      const { name, params } = handler({ basePath: this.basePath, uiConfig: this.uiConfig });
      res.render(name, params, (error: Error | null, html = '') => {
        if (error) next(error);
        else res.send(html.replace(/<link\b[^>]*\bhref="(?:https?:)?\/\/[^>]*>/gi, ''));
      });
    });
    return this;
  }
}

/** The values of `status` that the page sends. The dashboard would pass any other to Redis. */
const statuses = new Set([
  ...[
    'latest',
    'active',
    'waiting',
    'waiting-children',
    'prioritized',
    'completed',
    'failed',
    'delayed',
    'paused',
  ],
]);

function rejectUnknownStatus(req: Request, res: Response, next: NextFunction): void {
  const query = new URLSearchParams(req.url.split('?')[1]);
  if (query.getAll('status').every((status) => statuses.has(status))) next();
  else res.status(400).json({ error: `status must be one of: ${[...statuses].join(', ')}` });
}

function dashboard(queues: Queues, readOnlyMode: boolean) {
  const serverAdapter = new OwnOriginAdapter().setBasePath('/queues');
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
  return app.use('/queues', rejectUnknownStatus, serverAdapter.getRouter());
}
