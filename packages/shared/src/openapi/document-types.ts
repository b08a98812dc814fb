/** The parts of an OpenAPI 3.0.3 Schema Object that this folder uses. */
export interface Schema {
  $ref?: string;
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  format?: string;
  pattern?: string;
  enum?: unknown[];
  nullable?: boolean;
  description?: string;
  default?: unknown;
  example?: unknown;
  readOnly?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: boolean;
  exclusiveMaximum?: boolean;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  [keyword: string]: unknown;
}

export interface Reference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  style?: string;
  explode?: boolean;
  schema: Schema;
  example?: unknown;
}

export interface Header {
  description: string;
  required?: boolean;
  schema: Schema;
}

export type Content = Record<string, { schema: Schema; example?: unknown }>;

export interface Response {
  description: string;
  headers?: Record<string, Reference>;
  content?: Content;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security?: Record<string, string[]>[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Content; description?: string };
  responses: Record<string, Response | Reference>;
  callbacks?: Record<string, Record<string, Record<string, unknown>>>;
  'x-permission'?: string;
  'x-events'?: readonly string[];
}

export interface Server {
  url: string;
  description: string;
  variables?: Record<string, { default: string; description: string }>;
}

/** An OpenAPI 3.0.3 document. */
export interface OpenApiDocument {
  openapi: '3.0.3';
  info: Record<string, unknown>;
  servers: Server[];
  tags: { name: string; description: string }[];
  security: Record<string, string[]>[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    headers: Record<string, Header>;
    responses: Record<string, Response>;
    securitySchemes: Record<string, Record<string, unknown>>;
  };
}

const schemas = '#/components/schemas/';

export const refTo = (name: string): Schema => ({ $ref: `${schemas}${name}` });

/** Returns the name of the component that a schema refers to. */
export const refName = ({ $ref }: Schema): string | undefined => $ref?.slice(schemas.length);
