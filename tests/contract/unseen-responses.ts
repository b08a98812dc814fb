/** Described responses that the generated tests do not receive, with the reason. */
export const unseenResponses: readonly { status: string; reason: string; operations: readonly string[] }[] = [
  {
    status: '200',
    reason: 'content and streams: files.test.ts, exports.test.ts, stream.test.ts',
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
    reason: 'the response contains the time of the request',
    operations: ['GET /webhooks/{id}/statistics', 'GET /audit-log/verify'],
  },
  {
    status: '403',
    reason:
      'networks that are not allowed, expired passwords: sessions.test.ts, user-tokens.test.ts; suspended users and organizations: login.test.ts, mfa.test.ts',
    operations: [
      'POST /auth/login',
      'POST /auth/refresh',
      'POST /auth/mfa/verify',
      'POST /auth/invitation/accept',
    ],
  },
  {
    status: '403',
    reason: 'requests of other origins: cookie-origins.test.ts',
    operations: ['PUT /auth/cookie', 'POST /auth/cookie/refresh', 'DELETE /auth/cookie'],
  },
  {
    status: '404',
    reason: 'the employee is in the query: as-of.test.ts',
    operations: ['GET /employees/org-chart'],
  },
  {
    status: '403',
    reason: 'a valid link of a user who lost the permission: files.test.ts, exports.test.ts',
    operations: ['GET /files/{id}/download', 'GET /exports/{id}/download'],
  },
  {
    status: '412',
    reason:
      'a file that was already uploaded: files.test.ts; a run on a record that has changed: apply.test.ts',
    operations: ['PUT /files/{id}/content', 'POST /prompt-runs/{id}/apply'],
  },
  {
    status: '413',
    reason: 'content of more than 25 MiB: files.test.ts',
    operations: ['PUT /files/{id}/content'],
  },
  {
    status: '503',
    reason: 'requires a valid link without a database',
    operations: ['GET /files/{id}/download', 'GET /exports/{id}/download'],
  },
];
