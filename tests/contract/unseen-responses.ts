/** Answers that are described and that no test gets, with the reason. */
export const unseenResponses: readonly { status: string; reason: string; operations: readonly string[] }[] = [
  {
    status: '200',
    reason:
      'bytes and streams, which have tests of their own: files.test.ts, exports.test.ts, stream.test.ts',
    operations: [
      'PUT /files/{id}/content',
      'GET /files/{id}/content',
      'GET /files/{id}/download',
      'GET /exports/{id}/download',
      'GET /events/stream',
    ],
  },
  {
    status: '304',
    reason: 'another answer each time: it says when it was made',
    operations: ['GET /webhooks/{id}/statistics', 'GET /audit-log/verify'],
  },
  {
    status: '403',
    reason: 'networks that a sign-in does not come from, a password that is too old: sessions.test.ts',
    operations: ['POST /auth/login'],
  },
  {
    status: '404',
    reason: 'an employee in the query: as-of.test.ts',
    operations: ['GET /employees/org-chart'],
  },
  {
    status: '403',
    reason: 'a link that holds, of somebody who lost the right: files.test.ts, exports.test.ts',
    operations: ['GET /files/{id}/download', 'GET /exports/{id}/download'],
  },
  {
    status: '412',
    reason:
      'a file that has its bytes already: files.test.ts; a run about a record that has moved on: apply.test.ts',
    operations: ['PUT /files/{id}/content', 'POST /prompt-runs/{id}/apply'],
  },
  {
    status: '413',
    reason: '25 MiB and a byte: files.test.ts',
    operations: ['PUT /files/{id}/content'],
  },
  {
    status: '503',
    reason: 'a link that holds while the database is away: what it holds by is looked at first',
    operations: ['GET /files/{id}/download', 'GET /exports/{id}/download'],
  },
];
