import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Translate } from '../i18n/i18n.ts';
import { ApiError } from './api-error.ts';
import { errorText } from './error-text.ts';

const english = JSON.parse(readFileSync(new URL('../i18n/shell.en.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>;
const translate = ((key: string, data: Record<string, unknown> = {}) =>
  english[key]!.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(data[name]))) as Translate;
const late = (reading: boolean) => new ApiError('late', { kind: 'timeout', data: { ms: 15_000, reading } });

test('what was only to be shown and came too late says that the page was not refreshed', () => {
  expect(errorText(late(true), translate)).toBe('Interface refresh timeout (15000 ms). Try again');
  expect(errorText(late(false), translate)).toBe(english['shell.error.timeout']!.replace('{{ms}}', '15000'));
  expect(errorText(late(false), translate)).not.toContain('refresh');
});
