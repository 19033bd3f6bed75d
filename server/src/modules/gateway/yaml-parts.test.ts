import { emptyApi, newOperation, type Operation } from '@formwork/contract/gateway/definition.ts';
import { expect, test } from 'vitest';
import { readDescription } from './openapi-in.ts';
import { patched } from './openapi-out.ts';

const text = `# ours
openapi: 3.1.0
info: {title: Pumps, version: "1"}   # as it is
paths:
    # of pumps
    /pumps:
        get:   # all of them
            operationId: list
            summary: >-
              Lists what
              there is
            responses: {"200": {description: OK}}
        post:
            operationId: make
            responses: {"201": {description: Made}}

    /pumps/{id}:
        x-team: &team north
        get:
            operationId: one
            responses: {"200": {description: OK}}
            x-team: *team
    /nothing: {}
components:
    schemas: {}
`;
const { operations } = await readDescription(text);
const edited = (change: (all: Operation[]) => Operation[]): string =>
  patched(text, 'yaml', operations, { ...emptyApi(), operations: change([...operations]) });
const titled = (id: string, title: string) => (all: Operation[]) =>
  all.map((one) => (one.id === id ? { ...one, title } : one));

test('an operation that is said anew changes its own lines', () => {
  expect(edited(titled('make', 'Makes one'))).toBe(
    text.replace(
      'operationId: make\n            responses: {"201": {description: Made}}\n',
      'operationId: make\n            responses: { "201": { description: Made } }\n            summary: Makes one\n',
    ),
  );
  // one that is said by an alias cannot be written by itself: then all is, and nothing is lost
  const whole = edited(titled('one', 'One'));
  expect(whole).toMatch(/x-team: \*team\n\s+summary: One\n/);
  expect(whole).toContain('# of pumps');
});

test('operations come, go and move', async () => {
  const gone = edited((all) => all.filter(({ id }) => id !== 'one'));
  // what else stands at the path is not ours to take away
  expect(gone).toBe(text.replace(/        get:\n            operationId: one[^]*?\*team\n/, ''));
  const come = edited((all) => [
    ...all,
    newOperation('drop', { method: 'DELETE', path: '/pumps/{id}' }),
    newOperation('new', { path: '/valves' }),
  ]);
  const lines = new Set(come.split('\n'));
  expect(text.split('\n').filter((line) => !lines.has(line))).toEqual([]);
  const moved = edited((all) => all.map((one) => (one.id === 'make' ? { ...one, path: '/valves' } : one)));
  for (const [made, expected] of [
    [come, ['GET /pumps', 'POST /pumps', 'GET /pumps/{id}', 'DELETE /pumps/{id}', 'GET /valves']],
    [moved, ['GET /pumps', 'GET /pumps/{id}', 'POST /valves']],
  ] as const)
    expect((await readDescription(made)).operations.map(({ method, path }) => `${method} ${path}`)).toEqual(expected);
});

test('what is written in braces is written anew as a whole', async () => {
  const braces = '{openapi: 3.1.0, info: {title: A, version: "1"}, paths: {/a: {get: {operationId: a}}}}\n';
  const read = await readDescription(`# kept\n${braces}`);
  const made = patched(`# kept\n${braces}`, 'yaml', read.operations, {
    ...emptyApi(),
    operations: read.operations.map((one) => ({ ...one, title: 'A' })),
  });
  expect(made).toContain('# kept');
  expect((await readDescription(made)).operations[0]!.title).toBe('A');
});

test('YAML that is broken is no description', async () => {
  const open = `${text}  x-open: "no end\n`;
  const place = { line: expect.any(Number) as number, column: expect.any(Number) as number };
  await expect(readDescription(open)).rejects.toMatchObject({ code: 'gateway.document.unreadable_at', data: place });
  await expect(readDescription('{"openapi"}')).rejects.toMatchObject({
    code: 'gateway.document.unreadable_at',
    data: { line: 1, column: 11, message: expect.stringMatching(/^Expected ':' after property name$/) as string },
  });
});
