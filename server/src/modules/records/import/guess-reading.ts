import type { GivenEncoding } from '@formwork/contract/records/encodings.ts';
import type { SheetReading } from '@formwork/contract/records/import.ts';
import { invalid } from '../../../platform/errors.ts';
import type { Files } from '../../../platform/files/files.ts';
import { batchesOf, guessText } from '../../../platform/sheet/rows.ts';
import { isHeader } from './guess.ts';

const looked = 50;

/** How the file is best read, and whether its first row names the columns. */
export async function guessReading(files: Files, key: string, given: GivenEncoding): Promise<SheetReading> {
  const text = await guessText(files, key, given);
  const first: string[][] = [];
  for await (const rows of batchesOf(files, key, text)) {
    first.push(...rows);
    if (first.length >= looked) break;
  }
  if (first.length === 0) throw invalid('records.sheet.empty');
  return { ...text, headerRow: isHeader(first.slice(0, looked)) };
}
