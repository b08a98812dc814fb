import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { defaultLockRetry, type LockRetryOptions, runScript } from './run-script.ts';

// Prisma's schema engine as WebAssembly, connected to PostgreSQL through node-postgres. It maintains the
// same `_prisma_migrations` table as `prisma migrate deploy`, without a native binary to download.

export type SchemaEngine = bindings.SchemaEngine;

const charOid = 18;
const textOid = 25;
const characterColumn = 6;

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;

/**
 * The pg adapter lacks two features that the engine requires: a mapping of catalogue columns of type "char", and
 * scripts with function bodies, which it would split at every semicolon.
 */
class MigrationAdapterFactory extends PrismaPg {
  readonly #pool: CatalogPool;
  readonly #lockRetry: LockRetryOptions;
  scriptError: string | null = null;

  constructor(pool: CatalogPool, lockRetry: LockRetryOptions) {
    super(pool);
    this.#pool = pool;
    this.#lockRetry = lockRetry;
  }

  override async connect(): Promise<Adapter> {
    const adapter = await super.connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      for (const index of this.#pool.charColumns.get(result.rows) ?? []) {
        result.columnTypes[index] = characterColumn;
      }
      return result;
    };
    adapter.executeScript = async (script) => {
      await runScript(this.#pool, script, this.#lockRetry).catch((error) => {
        this.scriptError = describeScriptError(error, script);
        throw error;
      });
    };
    return adapter;
  }
}

/** Thrown if PostgreSQL rejects a migration, with PostgreSQL's message. */
export class ScriptFailed extends Error {}

/** Describes PostgreSQL's error for a script, with the line number. The engine does not pass the error on. */
function describeScriptError(error: unknown, script: string): string {
  if (!(error instanceof pg.DatabaseError)) return String(error);
  const line = error.position ? ` at line ${script.slice(0, Number(error.position)).split('\n').length}` : '';
  const more = [error.detail, error.hint, error.where].filter(Boolean).map((text) => `\n  ${text}`);
  return `${error.severity} ${error.code}${line}: ${error.message}${more.join('')}`;
}

/** Presents "char" columns to the adapter as text columns, and stores their positions. */
class CatalogPool extends pg.Pool {
  readonly charColumns = new WeakMap<object, number[]>();

  // pg.Pool#query is overloaded; the adapter only ever uses the promise form.
  // biome-ignore lint/suspicious/noExplicitAny: the overloads cannot be restated one by one
  override async query(...args: any[]): Promise<any> {
    const query = super.query as (...inner: unknown[]) => Promise<pg.QueryArrayResult>;
    const result = await query.apply(this, args);
    const columns: number[] = [];
    for (const [index, field] of (result.fields ?? []).entries()) {
      if (field.dataTypeID !== charOid) continue;
      field.dataTypeID = textOid;
      columns.push(index);
    }
    if (columns.length > 0) this.charColumns.set(result.rows, columns);
    return result;
  }
}

// Built into Node, but declared only in the types of browsers.
declare const WebAssembly: {
  instantiate(
    code: Buffer,
    imports: Record<string, unknown>,
  ): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
};

let loaded: Promise<void> | undefined;

async function loadEngine(): Promise<void> {
  const require = createRequire(import.meta.url);
  const folder = path.dirname(require.resolve('@prisma/schema-engine-wasm/schema_engine_bg'));
  const code = await readFile(path.join(folder, 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(code, {
    './schema_engine_bg.js': { ...bindings, ...patientTimers() },
  });
  (bindings as unknown as { __wbg_set_wasm(exports: unknown): void }).__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: {
      set_message: (message: string) => console.error(`Schema engine: ${message}`),
    },
  });
}

/** The engine never clears its ten-second lock timer, which must not delay the exit. */
function patientTimers(): Record<string, unknown> {
  const names = Object.keys(bindings).filter((name) => name.startsWith('__wbg_setTimeout'));
  const setUnrefTimeout = (run: () => void, delayMs: number) => setTimeout(run, delayMs).unref();
  return Object.fromEntries(names.map((name) => [name, setUnrefTimeout]));
}

/** Runs `work` with an engine connected to the database, then closes the connection. */
export async function withSchemaEngine<Result>(
  databaseUrl: string,
  datamodels: [string, string][],
  work: (engine: SchemaEngine) => Promise<Result>,
  lockRetry: LockRetryOptions = { ...defaultLockRetry, log: () => undefined },
): Promise<Result> {
  loaded ??= loadEngine();
  await loaded;
  // Uses one connection without idle timeout: the engine's advisory lock belongs to its session.
  const pool = new CatalogPool({
    connectionString: databaseUrl,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 10_000,
  });
  pool.on('error', () => undefined);
  const factory = new MigrationAdapterFactory(pool, lockRetry);
  try {
    const bound = bindMigrationAwareSqlAdapterFactory(factory);
    const engine = await bindings.SchemaEngine.new({ datamodels }, () => undefined, bound);
    return await work(engine);
  } catch (error) {
    if (factory.scriptError === null) throw error;
    throw new ScriptFailed(factory.scriptError, { cause: error });
  } finally {
    await pool.end();
  }
}
