import { setImmediate } from 'node:timers/promises';
import type { Endpoint } from '@formwork/contract/endpoint.ts';
import { ErrorBody } from '@formwork/contract/errors.ts';
import { permissions } from '@formwork/contract/permissions.ts';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** OpenAPI 3.1 of every endpoint, printed from the same values that route and check them; others are served in between. */
export async function openApi(api: Record<string, Record<string, Endpoint>>, version: string): Promise<Json> {
  const paths: Record<string, Json> = {};
  for (const [area, endpoints] of Object.entries(api)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(area, name, endpoint) };
    }
    await setImmediate();
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Formwork',
      version,
      description:
        'Every call of the platform. Put `/space-{id}` in front of a path to address a space other than the own one.',
    },
    servers: [{ url: '/' }],
    tags: Object.keys(api).map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorBody, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'formwork_session' } },
    },
  };
}

function operationOf(area: string, name: string, endpoint: Endpoint): Json {
  const parameters = [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')];
  const body =
    endpoint.transfer === 'multipart'
      ? { 'multipart/form-data': { schema: { type: 'object' } } }
      : bodyOf(endpoint.body);
  return {
    operationId: `${area}.${name}`,
    tags: [area],
    summary: endpoint.summary,
    description: whoMay(endpoint),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: body } } : {}),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Done.',
        content:
          endpoint.transfer === 'stream'
            ? { '*/*': {} }
            : { 'application/json': { schema: schemaOf(endpoint.response, 'output') } },
      },
      default: {
        description: 'Refused: the code says why.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
    security: endpoint.permission === 'anyone' ? [] : [{ session: [] }],
  };
}

function whoMay({ permission }: Endpoint): string {
  if (permission === 'anyone') return 'For anyone.';
  return `Permission \`${permission}\`: ${permissions[permission].join(', ')}.`;
}

function bodyOf(schema: z.ZodType | undefined): Json | undefined {
  if (!schema) return undefined;
  const json = schemaOf(schema, 'input');
  return { 'application/json': { schema: json }, 'application/x-www-form-urlencoded': { schema: json } };
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const json = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(json.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (json.required?.includes(name) ?? false),
    schema: property,
  }));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Json;
  return json;
}
