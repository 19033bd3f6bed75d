import { afterAll, beforeAll, expect, test } from 'vitest';
import { admin, close, created, definitionOf, field, open, release } from '../modules/forms/testing/designing.ts';

/** Whoever sends much that is wrong is not sent much back: a refusal is written for somebody who reads it. */
let formId: string;
beforeAll(async () => {
  await open();
  formId = await created(definitionOf([field('text', 'name')], { titleField: 'name' }));
  await release(formId);
});
afterAll(close);

const many = <T>(count: number, one: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => one(n));
const long = 'x'.repeat(236_000);
const is = { field: 'name', operator: 'eq', value: 'x' };

const wrong: Record<string, unknown> = {
  'parts of no operator': { all: many(3_200, () => ({ ...is, operator: 'no', more: 'x'.repeat(20) })) },
  'keys nobody knows': {
    ...is,
    ...Object.fromEntries(many(1_900, (n): [string, number] => [`key${n}${'x'.repeat(100)}`, 0])),
  },
  'parts with keys nobody knows': {
    all: many(60, () => ({
      ...is,
      ...Object.fromEntries(many(100, (n): [string, number] => [`key${n}${'x'.repeat(30)}`, 0])),
    })),
  },
  'a field without end': { ...is, field: long },
  'an operator without end': { ...is, operator: long },
  'a value without end': { ...is, value: long },
  'a key without end': { ...is, [long]: 0 },
};

const answerTo = async (method: string, path: string, body: unknown) => {
  const answer = await admin.fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
};

test.each(Object.keys(wrong))('a wrong filter of %s is answered shortly', async (what) => {
  const filter = wrong[what];
  const settings = { title: { zh: '看' }, type: 'list', scope: 'personal', settings: { filter } };
  const rule = { id: 'a', subject: { kind: 'everyone' }, actions: ['view'], scope: 'condition', condition: filter };
  const answers = [
    await answerTo('POST', `/api/views/${formId}`, settings),
    await answerTo('PUT', `/api/forms/forms/${formId}/permissions`, { rules: [rule] }),
    // an address takes less
    await answerTo(
      'GET',
      `/api/records/${formId}?filter=${encodeURIComponent(JSON.stringify(filter).slice(0, 49_000))}`,
      undefined,
    ),
  ];
  for (const { text } of answers) expect(text.length).toBeLessThan(25_000);
});

test('names that were sent are said as far as somebody reads them', async () => {
  const answer = Object.fromEntries(many(60, (n): [string, number] => [`${n}${'k'.repeat(1_000)}`, 0]));
  const { status, text } = await answerTo('POST', '/api/identity/providers/return', { answer });
  expect(status).toBe(422);
  expect(text.length).toBeLessThan(25_000);
});
