import type { Field } from '@formwork/contract/forms/field.ts';
import type { FileValue } from '@formwork/contract/forms/values/value.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { SheetPlaced } from '../../../platform/sheet/anchored-pictures.ts';
import { openZip, type ZipEntry } from '../../../platform/sheet/read-zip.ts';
import { addFiles, storeContent } from '../../files/public.ts';

/** Files of the zip that came with a table, by what its cells call them. */
export interface FileFinder {
  read(field: Field, text: string): Promise<{ files: FileValue[] } | { missing: string }>;
  /** Pictures that lie on a cell of the workbook. */
  placed(field: Field, pictures: readonly SheetPlaced[]): Promise<FileValue[]>;
}

const sheetName = /\.(xlsx|xls|et|ods|csv|tsv|txt)$/i;
const largestFile = 2_000 * 1024 * 1024;

/** The table in a zip with files: the one nearest to its top. */
export function tableIn(entries: Iterable<ZipEntry>): ZipEntry | undefined {
  const depth = ({ name }: ZipEntry): number => name.split('/').length;
  return [...entries]
    .filter(({ name }) => sheetName.test(name) && !isClutter(name))
    .sort((a, b) => depth(a) - depth(b) || a.name.localeCompare(b.name))[0];
}

/** What operating systems put into zips. */
export function isClutter(name: string): boolean {
  return name.startsWith('__MACOSX/') || /(^|\/)(\.[^/]*|Thumbs\.db|desktop\.ini)$/i.test(name);
}

/** In the zip that a table came in, and among the pictures in the cells of a workbook. With `keep`, what is named becomes files of the person; else it is only looked for. */
export async function fileFinder(
  ctx: Ctx,
  { archive_key: archive, file_key: table }: { archive_key: string | null; file_key: string },
  keep: boolean,
): Promise<FileFinder | undefined> {
  const beside = archive === null ? undefined : await finderIn(ctx, archive, keep);
  // a text is no zip
  const within = await finderIn(ctx, table, keep).catch(() => undefined);
  if (!beside || !within) return beside ?? within;
  return {
    placed: within.placed,
    async read(field, text) {
      const found = await within.read(field, text);
      return 'missing' in found ? beside.read(field, text) : found;
    },
  };
}

async function finderIn(ctx: Ctx, archiveKey: string, keep: boolean): Promise<FileFinder> {
  const zip = await openZip(ctx.platform.files, archiveKey);
  const byName = new Map<string, ZipEntry | null>();
  for (const entry of zip.entries.values()) {
    if (isClutter(entry.name)) continue;
    const base = entry.name.slice(entry.name.lastIndexOf('/') + 1);
    // by its name alone where no other file is called so
    byName.set(base, byName.has(base) ? null : entry);
  }
  const entryOf = (name: string): ZipEntry | undefined =>
    zip.entries.get(name) ??
    [...suffixes(name)].map((end) => zip.entries.get(end)).find(Boolean) ??
    byName.get(name) ??
    undefined;
  return {
    async placed(field, pictures) {
      const files: FileValue[] = [];
      for (const { part, name } of pictures) {
        const entry = zip.entries.get(part);
        if (entry && entry.size <= largestFile)
          files.push(keep ? await kept(ctx, zip, entry, name) : lookedAt(field, entry));
      }
      return files;
    },
    async read(field, text) {
      const wanted = entryOf(text)
        ? [text]
        : text
            .split(/[\n;；、|]|,\s/)
            .map((part) => part.trim().replaceAll('\\', '/'))
            .filter((part) => part !== '');
      const entries: ZipEntry[] = [];
      for (const name of wanted) {
        const entry = entryOf(name);
        if (!entry || entry.size > largestFile) return { missing: name };
        entries.push(entry);
      }
      const files: FileValue[] = [];
      for (const entry of entries) files.push(keep ? await kept(ctx, zip, entry) : lookedAt(field, entry));
      return { files };
    },
  };
}

/** `./a/b.jpg` and `/a/b.jpg` mean `a/b.jpg`. */
function* suffixes(name: string): Generator<string> {
  yield name.replace(/^(\.?\/)+/, '');
}

async function kept(
  ctx: Ctx,
  zip: Awaited<ReturnType<typeof openZip>>,
  entry: ZipEntry,
  name = entry.name.slice(entry.name.lastIndexOf('/') + 1).replace(/^\d+-/, ''),
): Promise<FileValue> {
  const content = await storeContent(ctx.platform, await zip.open(entry));
  const [file] = await addFiles(ctx, [{ ...content, name: name.slice(0, 255) || 'file', purpose: 'records' }]);
  return { id: file!.id, name: file!.name, size: file!.size, type: file!.type };
}

/** Nothing is stored yet: what the content is shows when it is. */
function lookedAt({ type }: Field, { name, size }: ZipEntry): FileValue {
  return {
    id: '00000000-0000-7000-8000-000000000000',
    name: name.slice(-255),
    size,
    type: type === 'attachment' ? 'application/pdf' : 'image/png',
  };
}
