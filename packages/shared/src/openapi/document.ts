import { possibleEvents } from '../consequences/compile-consequences.ts';
import { maxCounted } from '../contract/index.ts';
import type { Area } from '../endpoint/endpoint.ts';
import { catalogueOf } from '../endpoint/events/event-catalogue.ts';
import { ComponentNames } from './component-names.ts';
import { createComponents } from './components.ts';
import type { OpenApiDocument, Operation, Server } from './document-types.ts';
import { eventSchemas } from './event-schemas.ts';
import { describeOperation } from './operation.ts';
import { createOperationId, isList } from './operation-id.ts';
import { shareParameters } from './sharing/shared-parameters.ts';
import { errorSchemas, headerParameters, headers, responses } from './sharing/shared-parts.ts';

/** The servers of a deployment: its public address, and its port on this machine. */
export function listServers(publicUrl: string, port: number): Server[] {
  return [
    { url: `${publicUrl.replace(/\/+$/, '')}/api`, description: 'The public address' },
    {
      url: 'http://localhost:{port}/api',
      description: 'Local development',
      variables: { port: { default: String(port), description: 'The value of `PORT`' } },
    },
  ];
}

const about = `A multi-tenant workforce platform: people, teams, tasks, and the events about them.

Send \`Authorization: Bearer <token>\` with an access token (a JWT, from sign-in) or an API key. Every response
has \`X-Request-Id\`; send your own (up to 64 letters, digits, \`.\`, \`_\`, \`-\`) to find it in logs and in the
audit log. Lists accept \`limit\` and \`offset\` and return \`{ data, total, total_is_exact, next }\`: rows are
counted up to ${maxCounted}, or all with \`total=exact\`, and \`next\` is the \`after\` of the next page. Later versions may add fields to responses and add event types: ignore
those that you do not know.`;

/** Creates the OpenAPI document of areas. A pure function of their declarations. */
export function createOpenApiDocument(areas: readonly Area[], servers: Server[]): OpenApiDocument {
  const endpoints = areas.flatMap((area) => area.endpoints ?? []);
  const lists = new Set(endpoints.filter(isList).map(({ path }) => path));
  const named = endpoints.map((one) => ({
    one,
    operationId: createOperationId(one, (path) => lists.has(path)),
  }));
  rejectTwice(named.map(({ operationId }) => operationId));
  const ids = new Map(named.map(({ one, operationId }) => [one, operationId]));
  const components = createComponents(endpoints, new ComponentNames(named));
  const paths: Record<string, Record<string, Operation>> = {};
  for (const area of areas) {
    for (const one of area.endpoints ?? []) {
      const path = one.path.replace(/:(\w+)/g, '{$1}');
      const events = possibleEvents(areas, one);
      const operation = describeOperation(
        one,
        { operationId: ids.get(one) ?? '', tag: area.name, events },
        components,
      );
      paths[path] = { ...paths[path], [one.method]: operation };
    }
  }
  const parameters = { ...headerParameters, ...shareParameters(paths) };
  return {
    openapi: '3.0.3',
    info: {
      title: 'Workforce platform',
      version: '0.0.1',
      description: about,
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers,
    tags: areas
      .filter((area) => area.endpoints?.length)
      .map((area) => ({
        name: area.name,
        'x-displayName': titleOf(area),
        description: area.about ?? area.name,
      })),
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas: { ...components.schemas, ...eventSchemas(catalogueOf(areas)), ...errorSchemas },
      parameters,
      headers,
      responses,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'An access token from sign-in, or an API key',
        },
      },
    },
  };
}

function titleOf({ name, title = name.replaceAll('-', ' ') }: Area): string {
  return title.charAt(0).toUpperCase() + title.slice(1);
}

function rejectTwice(names: readonly string[]): void {
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`Duplicate operation ids: ${twice.join(', ')}. Set operationId`);
}
