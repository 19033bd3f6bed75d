import { fileTypeFromBuffer } from 'file-type';

/** As much of a file's beginning as telling its type needs; office files name their kind in one of their first entries. */
export const sampleBytes = 256 * 1024;

const unknown = 'application/octet-stream';

/** The type of a content, read from the content alone: names and what a browser claims can say anything. */
export async function mediaTypeOf(sample: Buffer): Promise<string> {
  if (sample.length === 0) return 'text/plain';
  // A sample that ends in the middle of something is no error here.
  const found = await fileTypeFromBuffer(sample).catch(() => undefined);
  if (found?.mime === 'application/x-cfb') return isOldWorkbook(sample) ? 'application/vnd.ms-excel' : found.mime;
  if (found && found.mime !== 'application/xml' && !found.mime.startsWith('text/')) return found.mime;
  const text = textOf(sample);
  if (text === undefined) return found?.mime ?? unknown;
  if (/^\s*(?:<!--[^]*?-->\s*)*<(?:!doctype html|html|head|body|script)\b/i.test(text)) return 'text/html';
  if (/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*|<!doctype[^>]*>\s*)*<svg\b/i.test(text)) return 'image/svg+xml';
  if (found) return found.mime;
  return isTable(text) ? 'text/csv' : 'text/plain';
}

/** Excel before 2007: the name of its main stream, in UTF-16. */
function isOldWorkbook(sample: Buffer): boolean {
  return sample.includes(Buffer.from('Workbook', 'utf16le')) || sample.includes(Buffer.from('Book\0', 'utf16le'));
}

/** The beginning of a text in UTF-8, UTF-16 with a mark, or GB 18030 as Chinese Excel writes it; undefined for other bytes. */
function textOf(sample: Buffer): string | undefined {
  if (sample[0] === 0xff && sample[1] === 0xfe) return decode('utf-16le', sample);
  if (sample[0] === 0xfe && sample[1] === 0xff) return decode('utf-16be', sample);
  if (sample.includes(0)) return undefined;
  const text = decode('utf-8', sample) ?? decode('gb18030', sample);
  // Bytes may happen to be letters of some encoding; control characters do not happen in a text.
  return text !== undefined && /[\u0001-\u0006\u000e-\u001a\u001c-\u001f]/.test(text) ? undefined : text;
}

function decode(encoding: string, sample: Buffer): string | undefined {
  try {
    // `stream` forgives a character that the end of the sample cuts in two.
    return new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true });
  } catch {
    return undefined;
  }
}

/** Rows whose first lines have the same number of separators, outside quotes, and at least one. */
function isTable(text: string): boolean {
  const lines = text
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\n|\r/, 20)
    .filter((line) => line !== '')
    .slice(0, 10);
  if (lines.length < 2) return false;
  return [',', '\t', ';'].some((separator) => {
    const [first, ...others] = lines
      .slice(0, lines.length > 3 ? -1 : undefined)
      .map((line) => line.split(separator).length);
    return first! > 1 && others.every((count) => count === first);
  });
}
