import { readConfig } from '@wfp/shared/config';

/** The environment variables that the service reads. */
export function variablesOf(): string[] {
  const config = readConfig({
    DATABASE_URL: 'postgresql://localhost/none',
    REDIS_URL: 'redis://localhost',
    JWT_SECRET: 'a secret that only this test reads',
    ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
  });
  return Object.keys(config);
}
