import { read, utils } from '@e965/xlsx';

/** The first sheet of an xlsx file that a call answered, as rows of text. */
export async function sheetRows(response: Response): Promise<string[][]> {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const book = read(Buffer.from(await response.arrayBuffer()), { type: 'buffer' });
  return utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1, raw: false, defval: '' });
}
