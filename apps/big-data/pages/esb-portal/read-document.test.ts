import { expect, test } from 'vitest';
import { readOperations, sampleOf, schemaLines, typeOf } from './read-document.ts';

const document = {
  paths: {
    '/parts/{id}': {
      parameters: [{ $ref: '#/components/parameters/Id' }],
      get: {
        summary: 'One',
        tags: ['store'],
        responses: {
          200: {
            description: 'It',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Part' } } },
          },
        },
      },
      put: { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Part' } } } } },
    },
    broken: null,
  },
  components: {
    parameters: { Id: { name: 'id', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } } },
    schemas: {
      Part: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'integer' },
          kind: { enum: ['pump', 'valve'] },
          within: { $ref: '#/components/schemas/Part' },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Part' } },
        },
      },
    },
  },
};

test('operations with what stands at their path, references followed', () => {
  expect(readOperations(document)).toMatchObject([
    {
      method: 'GET',
      title: 'One',
      tag: 'store',
      parameters: [{ name: 'id', in: 'path', required: true, type: 'integer (int64)' }],
      answers: [{ status: '200', about: 'It', body: { type: 'application/json' } }],
    },
    { method: 'PUT', request: { type: 'application/json' }, answers: [] },
  ]);
});

test('a schema that holds itself ends, in lines and in samples', () => {
  const part = { $ref: '#/components/schemas/Part' };
  expect(schemaLines(document, part).map(({ depth, name, type, required }) => [depth, name, type, required])).toEqual([
    [0, 'id', 'integer', true],
    [0, 'kind', 'pump | valve', false],
    [0, 'within', 'Part', false],
    [0, 'parts', 'Part[]', false],
  ]);
  expect(sampleOf(document, part)).toMatchObject({ id: 0, kind: 'pump', within: { id: 0 } });
  expect(typeOf(document, { oneOf: [{ type: 'string' }, part] })).toBe('string | Part');
});

test('nonsense is read as nothing', () => {
  for (const paths of [undefined, null, 3, [], { '/x': { get: null, post: 'x' } }])
    expect(readOperations({ paths }).every(({ parameters }) => parameters.length === 0)).toBe(true);
  expect(schemaLines({}, { $ref: '#/gone' })).toEqual([]);
});
