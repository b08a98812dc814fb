import { fileURLToPath } from 'node:url';
import { defineConfig } from 'prisma/config';

// Prisma 7 generates its client with WebAssembly alone, but still downloads a native schema engine
// unless this variable names an existing file. Migrations do not need that engine either: see prisma/migrate.ts.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(import.meta.url);

export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
});
