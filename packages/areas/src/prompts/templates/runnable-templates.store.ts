import { type Caller, notFound, type Platform } from '@wfp/shared';
import { Prisma, readRows } from '@wfp/shared/db';
import { OrganizationTurns } from '../evaluation/organization-turns.ts';
import type { JsonObject, ModelSettings } from '../prompt.ts';
import { TemplateCache, type TemplateVersion } from './template-cache.ts';
import { maxTemplateBytes } from './templates.contract.ts';

const { sql, raw } = Prisma;

/** The fields of a template that an evaluation needs. */
export interface RunnableTemplate {
  id: number;
  code: string;
  is_builtin: boolean;
  condition: JsonObject | null;
  system_text: string;
  user_text: string;
  output_schema: JsonObject;
  settings: ModelSettings;
}

/** A `RunnableTemplate` as JSON, from alias `p`. */
export const runnableColumns = raw(`jsonb_build_object('id', p.id, 'code', p.code, 'is_builtin', p.is_builtin,
  'condition', p.condition, 'system_text', p.system_text, 'user_text', p.user_text, 'output_schema', p.output_schema,
  'settings', p.settings)`);

/** The columns of a {@link TemplateVersion}, from alias `p`. */
export const versionColumns = raw(`p.id, p.version, extract(epoch from p.updated_at)::float8 as changed_at`);

type FoundTemplate = TemplateVersion & { template: RunnableTemplate };

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

/**
 * Returns a template, from memory if it has not changed; undefined if it was deleted. Templates that were saved before
 * they were limited may not fit into memory: reading them is followed by a pause for their organization.
 *
 * @throws the reason of the signal, if it is aborted before the template is read
 */
export async function loadTemplate(
  caller: Caller,
  which: TemplateVersion,
  signal: AbortSignal,
): Promise<RunnableTemplate | undefined> {
  const { platform, org_id } = caller;
  const { cache, turns } = cacheOf(platform);
  const known = cache.find(org_id, which);
  if (known) return known;
  let bytes = 0;
  const load = async () => {
    const loaded = cache.find(org_id, which);
    if (loaded) return loaded;
    const found = await findTemplate(caller, which.id);
    if (!found) return undefined;
    const { template, ...version } = found;
    bytes = Buffer.byteLength(JSON.stringify(template));
    cache.add(org_id, version, template, bytes);
    return template;
  };
  return turns.run(org_id, load, { signal, isCheap: () => bytes <= 2 * maxTemplateBytes });
}
