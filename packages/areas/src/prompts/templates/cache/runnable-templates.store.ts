import { type Caller, notFound, OrganizationTurns, type Platform } from '@wfp/shared';
import { Prisma, readRows } from '@wfp/shared/db';
import { maxTemplateBytes } from '../templates.contract.ts';
import type { RunnableTemplate } from './runnable-template.ts';
import { TemplateCache, type TemplateVersion } from './template-cache.ts';

const { sql, raw } = Prisma;

/** A `RunnableTemplate` as JSON, from alias `p`. */
export const runnableColumns = raw(`jsonb_build_object('id', p.id, 'code', p.code, 'is_builtin', p.is_builtin,
  'condition', p.condition, 'system_text', p.system_text, 'user_text', p.user_text, 'output_schema', p.output_schema,
  'settings', p.settings)`);

/** The columns of a {@link TemplateVersion}, from alias `p`. */
export const versionColumns = raw(`p.id, p.version, extract(epoch from p.updated_at)::float8 as changed_at`);

export type FoundTemplate = TemplateVersion & { template: RunnableTemplate };

/** SQL that is false if the template is so large that it is read alone, by the lane. */
export const isUsualSize = raw(`octet_length(coalesce(p.condition::text, '')) <= ${maxTemplateBytes}`);

/** Not by key: a template may be large, and all requests share the connection for reads by key. */
async function findTemplate(caller: Caller, id: number): Promise<FoundTemplate | undefined> {
  const [row] = await readRows<FoundTemplate>(
    caller,
    sql`select ${versionColumns}, ${runnableColumns} as template from prompt_templates p
      where p.org_id = ${caller.org_id} and p.id = ${id}::int and p.deleted_at is null`,
  );
  return row;
}

/** @throws AppError `not_found` */
export async function requireRunnableTemplate(caller: Caller, id: number): Promise<RunnableTemplate> {
  const found = await findTemplate(caller, id);
  if (!found) throw notFound('Template');
  return found.template;
}

const caches = new WeakMap<Platform['database'], { cache: TemplateCache; turns: OrganizationTurns }>();

function cacheOf({ database }: Platform) {
  const known = caches.get(database) ?? { cache: new TemplateCache(), turns: new OrganizationTurns() };
  caches.set(database, known);
  return known;
}

interface Load {
  platform: Platform;
  org_id: number;
  /** Reads the template from the database. */
  find(): Promise<FoundTemplate | undefined>;
  signal?: AbortSignal;
}

/**
 * Returns a template, from memory if it has not changed; undefined if it was deleted.
 *
 * @throws the reason of the signal, if it is aborted before the template is read
 */
export const loadTemplate = (caller: Caller, which: TemplateVersion, signal: AbortSignal) =>
  loadTemplateFrom({ ...caller, find: () => findTemplate(caller, which.id), signal }, which);

/**
 * Templates that were saved before they were limited may not fit into memory: reading them is followed by a pause for
 * their organization.
 */
export async function loadTemplateFrom(
  { platform, org_id, find, signal }: Load,
  which: TemplateVersion,
): Promise<RunnableTemplate | undefined> {
  const { cache, turns } = cacheOf(platform);
  const known = cache.find(org_id, which);
  if (known) return known;
  let bytes = 0;
  const load = async () => {
    const loaded = cache.find(org_id, which);
    if (loaded) return loaded;
    const found = await find();
    if (!found) return undefined;
    const { template, ...version } = found;
    bytes = Buffer.byteLength(JSON.stringify(template));
    cache.add(org_id, version, template, bytes);
    return template;
  };
  return turns.run(org_id, load, { ...(signal && { signal }), isCheap: () => bytes <= 2 * maxTemplateBytes });
}
