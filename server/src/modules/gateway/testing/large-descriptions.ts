/** Descriptions made here in the manner of large public ones: how much they have, and what of it the gateway does not do. */
export interface LargeDescription {
  name: string;
  text: string;
  /** That come in; others are named among what is unsupported. */
  operations: number;
  /** How many of each kind. */
  unsupported: Record<string, number>;
  /** A remark that an edit leaves where it is. */
  comment?: string;
}

export const largeDescriptions: LargeDescription[] = [payments(), codeHosting(), shop(), cloud(), files()];

function many<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

/** JSON 3.0: bodies as forms, a scheme at each operation, schemas that hold each other, callbacks. */
function payments(): LargeDescription {
  const count = 200;
  const paths = Object.fromEntries(
    many(count, (n) => [
      `/v1/resource${n}/{id}`,
      {
        get: {
          operationId: `Get${n}`,
          security: [{ basicAuth: [] }],
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 5_000 } },
            { name: 'created<', in: 'query', schema: { type: 'string' } },
            { name: 'created>', in: 'query', schema: { type: 'string' } },
            { name: 'expand', in: 'query', style: 'deepObject', schema: { type: 'array', items: { type: 'string' } } },
          ],
          responses: { 200: { description: 'ok', content: { 'application/json': { schema: ref(n % 50) } } } },
        },
        post: {
          operationId: `Post${n}`,
          requestBody: {
            content: { 'application/x-www-form-urlencoded': { encoding: {}, schema: { type: 'object' } } },
          },
          ...(n % 10 === 0 && { callbacks: { paid: { '{$request.body#/url}': { post: { responses: {} } } } } }),
          responses: { default: { description: 'error' } },
        },
      },
    ]),
  );
  const schemas = Object.fromEntries(
    many(50, (n) => [
      `schema${n}`,
      { type: 'object', properties: { id: { type: 'string' }, next: ref((n + 1) % 50), self: ref(n) } },
    ]),
  );
  return {
    name: 'payments',
    text: JSON.stringify(
      {
        openapi: '3.0.0',
        info: { title: 'Payments', version: '2026-01-01', 'x-unknown-to-us': { keep: [1, 2.5, null] } },
        servers: [{ url: 'https://api.payments.example/' }],
        paths,
        components: { schemas, securitySchemes: { basicAuth: { type: 'http', scheme: 'basic' } } },
      },
      null,
      2,
    ),
    operations: count * 2,
    unsupported: { security: count, 'application/x-www-form-urlencoded': count, callbacks: count / 10 },
  };
}

function ref(n: number) {
  return { $ref: `#/components/schemas/schema${n}` };
}

/** YAML 3.1 with remarks, anchors and webhooks. */
function codeHosting(): LargeDescription {
  const paths = many(
    150,
    (n) => `  /repos/{owner}/r${n}: # place ${n}
    parameters:
      - &owner${n} { name: owner, in: path, required: true, schema: { type: string } }
    get:
      summary: "Get ${n}"
      description: >-
        Folded text
        of ${n}.
      operationId: repos/get-${n}
      responses: &answers${n}
        "200": { description: OK }
    patch:
      operationId: repos/update-${n}
      requestBody:
        content:
          application/json: { schema: { type: [object, "null"], properties: { name: { type: string } } } }
      responses: *answers${n}
`,
  ).join('');
  return {
    name: 'code hosting',
    text: `# what stands here stays\nopenapi: 3.1.0\ninfo:\n  title: Code hosting\n  version: "1.1.4"\n  x-unknown-to-us: yes\nservers:\n  - url: https://api.code.example\nwebhooks:\n  pushed: { post: { responses: { "200": { description: OK } } } }\npaths:\n${paths}`,
    operations: 300,
    unsupported: { webhooks: 1 },
    comment: '# what stands here stays',
  };
}

/** YAML 3.0: names with dashes and dots, servers with variables and of their own, cookies. */
function shop(): LargeDescription {
  const paths = many(
    120,
    (n) => `  '/shops/{shop-id}/items/i${n}':
    servers: [{ url: 'https://other${n}.shop.example' }]
    get:
      operationId: 'Items.${n}'
      parameters:
        - { in: path, name: shop-id, required: true, schema: { type: integer, format: int64 } }
        - { in: cookie, name: session, schema: { type: string } }
        - { in: header, name: X-Trace.Id, schema: { type: string } }
      responses:
        '200':
          description: fine
          content:
            application/json:
              example: { id: ${n}, price: 12.50 }
    trace: { responses: { '200': { description: traced } } }
`,
  ).join('');
  return {
    name: 'shop',
    text: `openapi: "3.0.3"\ninfo: {title: 'Shop', version: v1}\nservers:\n- url: 'https://{region}.shop.example/{base}'\n  variables: {region: {default: eu}, base: {default: v1}}\n- url: /relative\nx-unknown-to-us: [1, 'two']   # last of the head\npaths:\n${paths}`,
    operations: 120,
    unsupported: { servers: 120, trace: 120, cookie: 120, '/relative': 1 },
    comment: '# last of the head',
  };
}

/** JSON 3.0 of more operations than an API holds, verbs behind a colon, parts that lie in other files. */
function cloud(): LargeDescription {
  const plain = many(520, (n) => [
    `/v2/projects/{project}/things${n}`,
    {
      get: {
        operationId: `projects.things.${n}.list`,
        parameters: [{ $ref: n < 5 ? 'common.json#/parameters/alt' : '#/components/parameters/project' }],
        responses: { 200: { description: 'ok' } },
      },
    },
  ]);
  const verbs = many(30, (n) => [
    `/v2/{name${n}}:cancel`,
    { post: { operationId: `cancel.${n}`, responses: { 200: { description: 'ok' } } } },
  ]);
  return {
    name: 'cloud',
    text: `${JSON.stringify(
      {
        openapi: '3.0.1',
        info: { title: 'Cloud', version: 'v2' },
        'x-unknown-to-us': 'kept',
        paths: Object.fromEntries([...plain, ...verbs]) as object,
        components: {
          parameters: { project: { name: 'project', in: 'path', required: true, schema: { type: 'string' } } },
        },
      },
      null,
      '\t',
    )}\n\n`,
    operations: 500,
    unsupported: { 'common.json#/parameters/alt': 5, operations: 1 },
  };
}

/** YAML with the line ends of other systems, files as bodies, and no JSON at all in places. */
function files(): LargeDescription {
  const paths = many(
    80,
    (n) => `  /files/f${n}:
    options: {responses: {'204': {description: none}}}
    put:
      operationId: 放入${n}
      summary: 上传 ${n}
      requestBody:
        content:
          multipart/form-data: {schema: {type: object}}
          application/octet-stream: {}
          application/problem+json: {schema: {$ref: '#/components/schemas/Note'}}
      responses: {'201': {description: "made"}}
`,
  ).join('');
  return {
    name: 'files',
    text: `openapi: 3.0.2  \n# 文件服务\ninfo:\n    title: Files\n    version: 3\npaths:\n${paths}components:\n    schemas:\n        Note: {type: object, x-unknown-to-us: 1, properties: {inner: {$ref: '#/components/schemas/Note'}}}\n`.replaceAll(
      '\n',
      '\r\n',
    ),
    operations: 80,
    unsupported: { options: 80, 'multipart/form-data': 80, 'application/octet-stream': 80 },
    comment: '# 文件服务',
  };
}
