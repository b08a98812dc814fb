// Written by `npm run client-types`.

/** Operations without authentication. */
// biome-ignore format: always one per line
export const publicOperations: ReadonlySet<string> = new Set([
  'DELETE /auth/cookie',
  'GET /exports/{id}/download',
  'GET /files/{id}/download',
  'GET /health',
  'GET /public/org-slugs/{slug}',
  'POST /auth/cookie/refresh',
  'POST /auth/invitation/accept',
  'POST /auth/login',
  'POST /auth/mfa/verify',
  'POST /auth/password-reset',
  'POST /auth/password-reset/confirm',
  'POST /auth/refresh',
  'POST /public/signup',
  'POST /public/signup/resend',
  'POST /public/signup/verify',
  'PUT /auth/cookie',
]);

/** Authenticated POST operations without an `Idempotency-Key`. */
// biome-ignore format: always one per line
export const keylessOperations: ReadonlySet<string> = new Set([
  'POST /audiences/preview',
  'POST /prompt-templates/{id}/preview',
]);
