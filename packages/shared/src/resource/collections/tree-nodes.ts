import { z } from 'zod';
import { Id, named } from '../../contract/index.ts';
import { endpoint } from '../../endpoint/declare-endpoint.ts';
import type { Endpoint } from '../../endpoint/endpoint.ts';
import type { ComposedResource } from '../capability.ts';
import { componentName } from '../contract/contract.ts';
import type { ComputedFields } from '../contract/field.ts';
import { columnFilters } from '../contract/filters.ts';
import { listParams, resolveList } from '../routes/route.ts';
import type { AnyRow } from '../rows/row.ts';
import type { TreeShape } from './tree.store.ts';
import { listTreeRows } from './tree-nodes.store.ts';

/** Maximum number of records whose children one request names: the ids fit into a URL. */
const maxOpen = 200;

const idsPattern = /^(?:[1-9]\d{0,9}(?:,[1-9]\d{0,9})*)?$/;
const idsMessage = `Must be at most ${maxOpen} positive ids of at most 10 digits, separated by commas`;

const OpenIds = z
  .string()
  .max(11 * maxOpen - 1, idsMessage)
  .regex(idsPattern, idsMessage)
  .transform((text) => [...new Set(text.split(',').filter(Boolean).map(Number))])
  .refine((ids) => ids.length <= maxOpen && ids.every((id) => Id.safeParse(id).success), idsMessage)
  .meta({
    description: 'Ids, separated by commas, or nothing: only the root level and the children of these',
  });

/** The fields of a row in the tree. */
export interface NodeFields {
  /** Names of fields of the row; all if omitted. */
  shows?: readonly string[];
  /** Fields that exist only in the tree. */
  computed?: ComputedFields;
}

type TreeQuery = Readonly<Record<string, unknown>> & { open?: readonly number[] };

/** The endpoint that returns the rows of a tree nested. */
export function treeEndpoint(
  options: NodeFields & Pick<TreeShape, 'within'>,
  composed: ComposedResource,
): Endpoint {
  const { computed = {}, within = [] } = options;
  const { rows, base } = composed;
  const { Node, names } = nodeSchema(options, composed);
  const filters = columnFilters(rows.fields, []);
  const query = z.strictObject({
    ...Object.fromEntries(within.map((one) => [one, (filters[one]?.query ?? z.never()).optional()])),
    open: OpenIds.optional(),
  });
  const name = componentName(base.code);
  return endpoint({
    method: 'get',
    path: `${rows.route.path}/tree`,
    operationId: `get${name}Tree`,
    summary: `List ${base.noun[1]} as a tree`,
    details: 'Rejected if there are more than 5,000.',
    fails: ['invalid'],
    can: rows.route.permission(rows.rights.list),
    ...listParams(rows.route),
    query,
    returns: { 200: named(`${name}Tree`, z.object({ data: z.array(Node), total: z.int().nonnegative() })) },
    handler: async ({ caller, params, query: sent }) => {
      const { open, ...filter } = sent as TreeQuery;
      const access = await resolveList(rows, caller, params, rows.rights.list);
      const found = await listTreeRows(rows, access, { sort: base.sort, computed, filter, open });
      return buildTree(found, open ? [...names, 'has_children'] : names);
    },
  });
}

/** The schema of a node, and the names of its fields. */
function nodeSchema({ shows, computed = {} }: NodeFields, { contract, base }: ComposedResource) {
  const { shape } = contract.row;
  const shown = shows ? ['id', 'parent_id', ...shows] : Object.keys(shape);
  const Node: z.ZodType = z.object({
    ...Object.fromEntries(shown.map((field) => [field, shape[field] as z.ZodType])),
    ...Object.fromEntries(Object.entries(computed).map(([field, { schema }]) => [field, schema])),
    has_children: z.boolean().optional().meta({ description: 'Only with `open`' }),
    get children() {
      return z.array(Node);
    },
  });
  named(`${componentName(base.code)}Node`, Node);
  return { Node, names: [...shown, ...Object.keys(computed)] };
}

interface TreeNode {
  children: TreeNode[];
  [name: string]: unknown;
}

/** Nests rows. A row whose parent the caller may not read is at the root level. */
function buildTree(rows: readonly AnyRow[], shown: readonly string[]): { data: TreeNode[]; total: number } {
  const nodes = new Map<unknown, TreeNode>(
    rows.map((row) => [
      row.id,
      { ...Object.fromEntries(shown.map((name) => [name, row[name]])), children: [] },
    ]),
  );
  const data: TreeNode[] = [];
  for (const row of rows) {
    const parent = row.is_root === true ? undefined : nodes.get(row.parent_id);
    // Below a record that was named although the one above it was not: it is not in the response.
    if (!parent && row.is_root === false) continue;
    (parent?.children ?? data).push(nodes.get(row.id) as TreeNode);
  }
  return { data, total: countNodes(data) };
}

const countNodes = (nodes: readonly TreeNode[]): number =>
  nodes.reduce((sum, { children }) => sum + 1 + countNodes(children), 0);
