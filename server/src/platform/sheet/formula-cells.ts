import type { Files } from '../files/files.ts';
import { beginningOf } from './kind.ts';
import { openZip } from './read-zip.ts';

/** Cells of the first sheet of a workbook that hold formulas, as `row/column` from 0; none of other files. */
export async function formulaCells(files: Files, key: string): Promise<string[]> {
  if ((await beginningOf(files, key)).kind !== 'zip') return [];
  const zip = await openZip(files, key);
  const sheet = [...zip.entries.keys()].filter((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name)).toSorted()[0];
  const text = sheet === undefined ? '' : ((await zip.text(sheet)) ?? '');
  const found: string[] = [];
  for (const [, letters = '', row = ''] of text.matchAll(/<c [^>]*?r="([A-Z]+)(\d+)"[^>]*>\s*<f[\s>/]/g))
    found.push(`${Number(row) - 1}/${columnOf(letters)}`);
  return found;
}

function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
