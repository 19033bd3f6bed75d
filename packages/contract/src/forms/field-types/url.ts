import { z } from 'zod';
import { fail, type FieldTypeSpec } from './spec.ts';
import { parseText } from './text.ts';

export const UrlConfig = z.object({});
export type UrlConfig = z.infer<typeof UrlConfig>;

/** Only http and https: a link with another scheme could run script in the reader's page. */
const urlPattern = /^https?:\/\/[^\s/?#]+(?:[/?#]\S*)?$/i;

export const url: FieldTypeSpec<UrlConfig, string> = {
  version: 1,
  config: UrlConfig,
  initial: {},
  kind: () => 'text',
  canBeUnique: 'words',
  parse: (value) => {
    const parsed = parseText(value, {}, 2000);
    return parsed.error || parsed.value === null || urlPattern.test(parsed.value) ? parsed : fail('records.value.url');
  },
  toText: (value) => value,
};
