import { expect, it } from 'vitest';
import { z } from 'zod';
import { brokenRules, isRequired, longestText, ruleText } from './rules.ts';

const Thing = z.object({
  commandId: z.uuid(),
  name: z.string().trim().min(1).max(10),
  note: z.string().max(500).optional(),
  size: z.int().min(1).max(5),
  parts: z.array(z.object({ key: z.string().min(2) })).min(1),
});
const good = { name: 'Pump', size: 2, parts: [{ key: 'ab' }] };
const t = (key: string, values?: Record<string, unknown>) => `${key} ${JSON.stringify(values ?? {})}`;

it('finds nothing in a body that holds but for the id of its command', () => {
  expect(brokenRules(Thing, good)).toEqual([]);
});

it('says what is missing, and of what is there the rule it breaks', () => {
  const broken = brokenRules(Thing, { name: '', size: 9, parts: [{ key: 'a' }] });
  expect(broken.map(({ path, code }) => [path, code])).toEqual([
    ['name', 'required'],
    ['size', 'too_big'],
    ['parts.0.key', 'too_small'],
  ]);
  expect(broken.map((rule) => ruleText(rule, t))).toEqual([
    'shell.rule.required {}',
    'shell.rule.too_high {"max":5}',
    'shell.rule.too_short {"min":2}',
  ]);
});

it('knows which inputs have to be filled in, and how long a text may be', () => {
  expect(isRequired(Thing, { ...good, name: '' }, 'name')).toBe(true);
  expect(isRequired(Thing, { ...good, note: '' }, 'note')).toBe(false);
  expect(longestText(Thing, 'name')).toBe(10);
  expect(longestText(Thing, 'note')).toBe(500);
  expect(longestText(Thing, 'size.none')).toBeUndefined();
});
