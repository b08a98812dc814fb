import { areas } from '@wfp/areas';
import { type Definition, definitionOf, type Endpoint } from '@wfp/shared';
import type { Client } from '@wfp/testing';
import { endpointName, fillPath } from '../request.ts';
import type { PreparedRequest, Scenario, Scenarios } from '../scenario.ts';
import { createBody, createParentParams, createRow, createRowOfKind, type Params } from './records.ts';
import { findExample, otherValues } from './values.ts';

type Derive = (definition: Definition, one: Endpoint) => Scenario;

/** Requires the events in `sure`; the other events that the endpoint declares are optional. */
const writeExpectation = ({ emits = [] }: Endpoint, sure: readonly string[]): Scenario => ({
  events: sure,
  auditEntries: 1,
  optionalEvents: emits.filter((type) => !sure.includes(type)),
});

const createRowParams = async (definition: Definition, by: Client) =>
  (await createRow(definition, by)).params;

const rowPath = ({ rows }: Definition) => `${rows.route.path}/:${rows.address.name}`;

/** Returns the path parameters of the list from those of a row. */
function withoutRow({ rows }: Definition, params: Params): Params {
  const { [rows.address.name]: _, ...place } = params;
  return place;
}

/** Scenarios of the standard endpoints, by method and by the part of the path that follows the path of the list. */
const standardScenarios: Readonly<Record<string, Derive>> = {
  'GET ': (definition) => ({
    arrange: async (_, by) => {
      return { params: withoutRow(definition, await createRowParams(definition, by)) };
    },
  }),
  'GET /:id': (definition) => ({
    arrange: async (_, by) => ({ params: await createRowParams(definition, by) }),
  }),
  'POST ': (definition, one) => ({
    arrange: async (_, by) => ({
      params: await createParentParams(definition, by),
      body: await createBody(definition, by),
    }),
    ...writeExpectation(one, [definition.rows.events.create.type]),
  }),
  'PATCH /:id': (definition, one) => ({
    arrange: (_, by) => findChange(definition, by),
    ...writeExpectation(one, [definition.rows.events.update.type]),
  }),
  'DELETE /:id': (definition, one) => ({
    arrange: async (_, by) => ({ params: await createRowParams(definition, by) }),
    ...writeExpectation(one, [definition.rows.events.archive.type]),
  }),
  'POST /:id/restore': (definition, one) => ({
    arrange: async (_, by) => {
      const params = await createRowParams(definition, by);
      const path = fillPath(rowPath(definition), params);
      const { status } = await by.call('DELETE', path);
      if (status !== 204) throw new Error(`DELETE ${path}: ${status}`);
      return { params };
    },
    ...writeExpectation(one, [definition.rows.events.restore.type]),
  }),
};

/** Finds a valid change by trial on another row: the first field with an accepted value. */
async function findChange(definition: Definition, by: Client): Promise<PreparedRequest> {
  const { rows } = definition;
  const trial = await createRow(definition, by);
  const path = fillPath(rowPath(definition), trial.params);
  for (const [name, one] of Object.entries(rows.fields)) {
    if ((one.writable ?? 'always') !== 'always' || one.references) continue;
    for (const value of otherValues(one, trial[name])) {
      const { status } = await by.call('PATCH', path, { [name]: value });
      if (status !== 200) continue;
      const row = await createRow(definition, by);
      const [other] = otherValues(one, row[name]).filter((candidate) => candidate !== undefined);
      return { params: row.params, body: { [name]: other ?? value } };
    }
  }
  throw new Error(`${rows.code}: no valid change found; write a scenario`);
}

/** Creates a row and moves it to one of the states `from` by other transitions. */
async function moveToState(definition: Definition, by: Client, from: readonly string[], field: string) {
  const { declared, rows } = definition;
  const row = await createRow(definition, by);
  const { params } = row;
  let state = String(row[field]);
  const passed = new Set<string>();
  while (!from.includes(state)) {
    passed.add(state);
    const step = Object.entries(declared.transitions ?? {}).find(
      ([, one]) => one.from.includes(state) && !passed.has(one.to),
    );
    if (!step) throw new Error(`${rows.code}: no transition leads from ${state} to ${from.join(' or ')}`);
    const [name, { body, to }] = step;
    const path = fillPath(`${rowPath(definition)}/${name}`, params);
    const { status } = await by.call('POST', path, body && findExample(body));
    if (status !== 200) throw new Error(`POST ${path}: ${status}`);
    state = to;
  }
  return params;
}

function transitionScenario(definition: Definition, one: Endpoint, name: string): Scenario | undefined {
  const transition = definition.declared.transitions?.[name];
  if (!transition) return undefined;
  const { from, field = 'status', body, event } = transition;
  return {
    arrange: async (_, by) => ({
      params: await moveToState(definition, by, from, field),
      ...(body && { body: findExample(body) }),
    }),
    ...writeExpectation(one, [definition.rows.events.update.type, event]),
  };
}

function singletonScenario(definition: Definition, one: Endpoint): Scenario | undefined {
  const { declared, rows } = definition;
  if (!declared.singleton) return undefined;
  if (one.method === 'get')
    return { arrange: async (_, by) => ({ params: await createParentParams(definition, by) }) };
  const defaults = declared.singleton.defaults as Record<string, unknown>;
  return {
    arrange: async (_, by) => {
      const [change] = Object.entries(rows.fields).flatMap(([name, field]) =>
        otherValues(field, defaults[name]).map((value) => ({ [name]: value })),
      );
      return { params: await createParentParams(definition, by), body: change };
    },
    ...writeExpectation(one, [rows.events.update.type]),
  };
}

function deriveScenario(one: Endpoint): Scenario | undefined {
  const definition = definitionOf(one);
  if (!definition) return undefined;
  const { route, address } = definition.rows;
  const suffix = one.path.slice(route.path.length).replace(`/:${address.name}`, '/:id');
  return (
    singletonScenario(definition, one) ??
    transitionScenario(definition, one, suffix.replace('/:id/', '')) ??
    { ...standardScenarios, ...capabilityScenarios }[`${one.method.toUpperCase()} ${suffix}`]?.(
      definition,
      one,
    )
  );
}

/** Creates two rows and returns the ids of all live rows in the same ordered group. */
async function createOrder(
  { declared, rows }: Definition,
  by: Client,
): Promise<PreparedRequest & { ids: number[] }> {
  const definition = { declared, rows } as Definition;
  const { params, ...row } = await createRow(definition, by);
  const place = withoutRow(definition, params);
  const path = fillPath(rows.route.path, place);
  const group = Object.fromEntries(
    (declared.ordered?.within ?? [])
      .filter((name) => !(name in rows.route.fixed))
      .map((name) => [name, row[name]]),
  );
  const { status } = await by.call('POST', path, { ...(await createBody(definition, by)), ...group });
  if (status !== 201) throw new Error(`POST ${path}: ${status}`);
  const query = Object.entries(group).map(([name, value]) =>
    value === null ? `${name}_is_null=true` : `${name}=${value}`,
  );
  const { body } = await by.call('GET', `${path}?${[...query, 'sort=position', 'limit=100'].join('&')}`);
  return { params: place, body: group, ids: body.data.map((one: { id: number }) => one.id) };
}

const reorderScenario: Derive = (definition, one) => ({
  arrange: async (_, by) => {
    const { params, body, ids } = await createOrder(definition, by);
    const [last, beforeLast, ...others] = ids.toReversed();
    const swapped = [...others.toReversed(), last, beforeLast];
    return { ...(params && { params }), body: { ...(body as object), ids: swapped } };
  },
  ...writeExpectation(one, [definition.rows.events.update.type, definition.rows.events.update.type]),
  auditEntries: 2,
});

/** Scenarios of the endpoints that capabilities add. */
const capabilityScenarios: Readonly<Record<string, Derive>> = {
  'POST /reorder': reorderScenario,
  'GET /tree': (definition) => ({
    arrange: async (_, by) => {
      return { params: withoutRow(definition, await createRowParams(definition, by)) };
    },
  }),
  'POST /:id/move': (definition, one) => ({
    arrange: (_, by) => (definition.declared.tree?.kinds ? moveOfKind : move)(definition, by),
    ...writeExpectation(one, [definition.rows.events.update.type]),
  }),
  'POST /:id/publish': (definition, one) => ({
    arrange: async (_, by) => ({ params: await createRowParams(definition, by) }),
    ...writeExpectation(one, [definition.rows.events.update.type, `${definition.rows.code}.published`]),
  }),
  'GET /:id/versions': (definition) => ({ arrange: (_, by) => createVersion(definition, by) }),
  'GET /:id/versions/:version': (definition) => ({
    arrange: async (_, by) => {
      const { params } = await createVersion(definition, by);
      return { params: { ...params, version: 1 } };
    },
  }),
};

async function move(definition: Definition, by: Client): Promise<PreparedRequest> {
  const above = await createRow(definition, by);
  const params = await createRowParams(definition, by);
  await by.call('PATCH', fillPath(rowPath(definition), params), { parent_id: null });
  return { params, body: { parent_id: above.id } };
}

/** Prepares a move below a row whose kind allows it. */
async function moveOfKind(definition: Definition, by: Client): Promise<PreparedRequest> {
  const { below = {} } = definition.declared.tree?.kinds ?? {};
  for (const [kind, allowed] of Object.entries(below)) {
    const above = allowed.find((one) => one !== null);
    if (above == null) continue;
    const { params } = await createRowOfKind(definition, by, kind);
    return { params, body: { parent_id: (await createRowOfKind(definition, by, above)).id } };
  }
  throw new Error(`${definition.rows.code}: no kind has an allowed parent`);
}

/** Creates a row with a version. */
async function createVersion(definition: Definition, by: Client): Promise<PreparedRequest> {
  const params = await createRowParams(definition, by);
  if (definition.declared.versions?.on === 'publish') {
    await by.call('POST', fillPath(`${rowPath(definition)}/publish`, params));
  }
  return { params };
}

export const derivedScenarios: Scenarios = Object.fromEntries(
  areas
    .flatMap((area) => area.endpoints ?? [])
    .flatMap((one) => {
      const scenario = deriveScenario(one);
      return scenario ? [[endpointName(one), scenario]] : [];
    }),
);
