import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';

// What the specification 2-0-2 and its facets ask of an event, written down as a schema: names, types, and what must be there.

const uri = { type: 'string', pattern: '^[a-z][a-z0-9+.-]*:\\S+$' };
const time = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$' };
const uuid = { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' };
const text = { type: 'string' };
const object = (required: string[], properties: object = {}) => ({ type: 'object', required, properties });
const list = (items: object) => ({ type: 'array', items });
const facet = (properties: object = {}, required: string[] = []) =>
  object(['_producer', '_schemaURL', ...required], { _producer: uri, _schemaURL: uri, ...properties });
const facets = (known: object) => ({ type: 'object', properties: known, additionalProperties: facet() });

const field: object = object(['name'], { name: text, type: text, description: text });
const inputField = object(['namespace', 'name', 'field'], {
  namespace: text,
  name: text,
  field: text,
  transformations: list(
    object(['type'], { type: text, subtype: text, description: text, masking: { type: 'boolean' } }),
  ),
});
const dataset = object(['namespace', 'name'], {
  namespace: text,
  name: text,
  facets: facets({
    schema: facet({ fields: list(field) }),
    columnLineage: facet(
      {
        fields: { type: 'object', additionalProperties: object(['inputFields'], { inputFields: list(inputField) }) },
        dataset: list(inputField),
      },
      ['fields'],
    ),
    documentation: facet({ description: text }, ['description']),
    ownership: facet({ owners: list(object(['name'], { name: text, type: text })) }),
    tags: facet({ tags: list(object(['key', 'value'], { key: text, value: text, source: text })) }),
  }),
  outputFacets: facets({ outputStatistics: facet({ rowCount: { type: 'integer' }, size: { type: 'integer' } }) }),
});
const job = object(['namespace', 'name'], {
  namespace: text,
  name: text,
  facets: facets({
    jobType: facet({ processingType: text, integration: text, jobType: text }, ['processingType', 'integration']),
    documentation: facet({ description: text }, ['description']),
  }),
});
const run = object(['runId'], {
  runId: uuid,
  facets: facets({
    parent: facet(
      { run: object(['runId'], { runId: uuid }), job: object(['namespace', 'name'], { namespace: text, name: text }) },
      ['run', 'job'],
    ),
    errorMessage: facet({ message: text, programmingLanguage: text }, ['message', 'programmingLanguage']),
  }),
});
const base = { eventTime: time, producer: uri, schemaURL: uri };
const sides = { inputs: list(dataset), outputs: list(dataset) };
const needed = ['eventTime', 'producer', 'schemaURL'];
const without = (...names: string[]) => ({ not: { anyOf: names.map((name) => ({ required: [name] })) } });

const event = {
  oneOf: [
    object([...needed, 'run', 'job'], {
      ...base,
      ...sides,
      eventType: { enum: ['START', 'RUNNING', 'COMPLETE', 'ABORT', 'FAIL', 'OTHER'] },
      run,
      job,
    }),
    { ...object([...needed, 'job'], { ...base, ...sides, job }), ...without('run') },
    { ...object([...needed, 'dataset'], { ...base, dataset }), ...without('job', 'run') },
  ],
};

const check = new Ajv2020({ allErrors: true, strict: false }).compile(event);

/** What of an event is not as the specification has it. */
export function againstSpec(value: unknown): string[] {
  check(value);
  return (check.errors ?? []).map(({ instancePath, message }: ErrorObject) => `${instancePath} ${message ?? ''}`);
}
