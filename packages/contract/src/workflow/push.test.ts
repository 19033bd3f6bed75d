import { expect, test } from 'vitest';
import { isQuiet, PushSettings, usualPush, waysOf, type PushRule } from './push.ts';

const none = {
  todo: [],
  returned: [],
  urged: [],
  copied: [],
  finished: [],
  stopped: [],
  failed: [],
  mentioned: [],
  commented: [],
} as PushRule['ways'];

test('the closest rule holds', () => {
  const settings: PushSettings = {
    quiet: null,
    rules: [
      ...usualPush.rules,
      { scope: { kind: 'app', id: 'eam' }, ways: { ...none, urged: ['mail'] } },
      { scope: { kind: 'form', id: 'inspect' }, ways: { ...none, todo: ['live', 'mail'] } },
    ],
  };
  expect(waysOf(settings, 'todo', { appId: 'crm', formId: 'deal' })).toEqual(['live']);
  expect(waysOf(settings, 'urged', { appId: 'eam', formId: 'repair' })).toEqual(['mail']);
  expect(waysOf(settings, 'todo', { appId: 'eam', formId: 'inspect' })).toEqual(['live', 'mail']);
  expect(waysOf(settings, 'urged', { appId: 'eam', formId: 'inspect' })).toEqual([]);
});

test('quiet hours may reach over midnight', () => {
  const quiet = (from: string, until: string) => ({ ...usualPush, quiet: { from, until } });
  expect(['21:59', '22:00', '03:00', '06:59', '07:00'].map((clock) => isQuiet(quiet('22:00', '07:00'), clock))).toEqual(
    [false, true, true, true, false],
  );
  expect(['11:59', '12:00', '13:00'].map((clock) => isQuiet(quiet('12:00', '13:00'), clock))).toEqual([
    false,
    true,
    false,
  ]);
  expect(isQuiet(usualPush, '12:00')).toBe(false);
});

test('a rule for everything stands first, and no scope twice', () => {
  const [all] = usualPush.rules;
  const one: PushRule = { scope: { kind: 'form', id: 'inspect' }, ways: none };
  expect(PushSettings.safeParse({ rules: [all, one], quiet: null }).success).toBe(true);
  for (const rules of [[], [one], [all, one, one], [one, all]])
    expect(PushSettings.safeParse({ rules, quiet: null }).success).toBe(false);
  expect(PushSettings.safeParse({ ...usualPush, quiet: { from: '24:00', until: '07:00' } }).success).toBe(false);
});
