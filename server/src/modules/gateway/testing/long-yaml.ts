/** A description of some megabytes in the manner of large public ones: remarks, folded texts, schemas that refer to each other. */
export function longYaml(operations = 330, schemas = 2_500): string {
  const paths = Array.from({ length: operations / 2 }, (_, n) => pathOf(n, schemas)).join('');
  const defined = Array.from({ length: schemas }, (_, n) => schemaOf(n, schemas)).join('');
  return `# what stands here stays\nopenapi: 3.0.3\ninfo:\n  title: Long\n  version: "2026-11-01"   # of the day\nservers:\n  - url: https://long.example/v1\npaths:\n${paths}components:\n  schemas:\n${defined}`;
}

function pathOf(n: number, schemas: number): string {
  return `  # ---- resource ${n}
  /resources/r${n}/{id}:
    get:
      operationId: get_r${n}
      summary: Reads resource ${n}
      description: >-
        ${words(n, 30)}
        ${words(n + 1, 30)}
      tags: [r${n % 20}, all]   # for the page
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - name: expand
          in: query
          description: ${words(n, 12)}
          schema: { type: array, items: { type: string } }
      responses:
        "200":
          description: OK
          content:
            application/json:
              schema: { $ref: '#/components/schemas/S${(n * 7) % schemas}' }
              example:
                id: "r${n}"
                note: ${words(n, 10)}
    post:
      operationId: make_r${n}
      summary: Makes resource ${n}
      description: |
        ${words(n + 2, 20)}

        ${words(n + 3, 20)}
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/S${(n * 11) % schemas}' }
      responses:
        "201": { description: Made }
        default: { description: Refused }
`;
}

/** Five of them in a row refer to each other, so that a schema stands for some kilobytes. */
function schemaOf(n: number, schemas: number): string {
  const next = n % 5 === 4 || n + 1 === schemas ? '{ type: string }' : `{ $ref: '#/components/schemas/S${n + 1}' }`;
  const properties = Array.from(
    { length: 8 },
    (_, p) => `        field_${p}:   # ${words(p, 3)}
          type: ${['string', 'integer', 'boolean', 'number'][p % 4]!}
          description: ${words(n + p, 8)}
${p % 4 === 0 ? `          maxLength: ${p * 10 + 20}\n          pattern: '^[a-z]{1,${p + 3}}$'\n` : ''}`,
  ).join('');
  return `    S${n}:
      type: object
      required: [field_0]
      properties:
${properties}        next: ${next}
`;
}

const known = [
  'resource',
  'answer',
  'page',
  'of',
  'the',
  'customer',
  'with',
  'currency',
  'which',
  'is',
  'read',
  'once',
];
const words = (from: number, count: number): string =>
  Array.from({ length: count }, (_, n) => known[(from * 5 + n * 7) % known.length]!).join(' ');
