import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { settingDescriptions } from '../../server/src/platform/config.ts';
import { root } from './sources.ts';

const file = path.join(root, 'docs/operations.md');
const begin = '<!-- settings: written by `npm run check -- --write` -->';
const end = '<!-- end of settings -->';

/** The guide for operations lists every setting, in the words of the code. */
export function settingProblems({ write }: { write: boolean }): string[] {
  const text = readFileSync(file, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from)
    return [`docs/operations.md has no place for the settings between "${begin}" and "${end}"`];
  const rows = Object.entries(settingDescriptions).map(
    ([name, { meaning, byDefault }]) =>
      `| \`${name}\` | ${byDefault === undefined || byDefault === '' ? '' : `\`${String(byDefault)}\``} | ${meaning.replaceAll('|', '\\|')} |`,
  );
  const table = ['', '', '| Setting | Default | Meaning |', '|---|---|---|', ...rows, '', ''].join('\n');
  const wanted = text.slice(0, from + begin.length) + table + text.slice(to);
  if (wanted === text) return [];
  if (write) {
    writeFileSync(file, wanted);
    return [];
  }
  const missing = rows.filter((row) => !text.includes(row)).map((row) => row.split('`')[1]);
  return [
    `docs/operations.md is not in step with server/src/platform/config.ts (${missing.join(', ') || 'settings that are gone'}); run "npm run check -- --write"`,
  ];
}
