import type { ZipReader } from './read-zip.ts';
import { attribute, tagsOf } from './xml-scan.ts';

/** A picture that lies on a cell: where its content is in the workbook, and what its file was called, where that is told. */
export interface SheetPlaced {
  part: string;
  name: string | undefined;
}

/** By line of the sheet, from 1, and column, from 0. */
export type AnchoredPictures = ReadonlyMap<
  number,
  readonly (SheetPlaced & {
    column: number;
    /** How far below the upper edge of its row it begins, and whether it ends in a later one. */ below: number;
    on: boolean;
  })[]
>;

/** What a part of the workbook speaks of, by id. */
export type Relations = (
  zip: ZipReader,
  part: string,
) => Promise<ReadonlyMap<string, { type: string; target: string }>>;

const none: AnchoredPictures = new Map();
const mostPictures = 100_000;
/** A row of the usual height, in the measure of drawings: 12,700 to the point. */
const point = 12_700;
const usualHeight = 15;

/** Pictures that are anchored to the cells of a sheet, by their upper left corner, whether they move with it alone or with another cell too. */
export async function anchoredPictures(
  zip: ZipReader,
  sheet: string,
  relationsOf: Relations,
): Promise<AnchoredPictures> {
  const drawings = [...(await relationsOf(zip, sheet)).values()].filter(({ type }) => type.endsWith('/drawing'));
  if (drawings.length === 0) return none;
  const found = new Map<number, (SheetPlaced & { column: number; below: number; on: boolean })[]>();
  let count = 0;
  for (const { target } of drawings) {
    const xml = (await zip.text(target)) ?? '';
    const images = await relationsOf(zip, target);
    for (const [anchor] of xml.matchAll(/<(?:\w+:)?(oneCellAnchor|twoCellAnchor)[\s>][\s\S]*?<\/(?:\w+:)?\1>/g)) {
      const from = placeIn(anchor, 'from');
      const to = placeIn(anchor, 'to');
      const part = images.get(attribute(tagsOf(anchor, 'blip')[0] ?? '', 'embed') ?? '')?.target;
      if (!from || part === undefined || !zip.entries.has(part) || count >= mostPictures) continue;
      count += 1;
      const told = attribute(tagsOf(anchor, 'cNvPr')[0] ?? '', 'descr') ?? '';
      const name = /^[^\\/:*?"<>|]{1,200}\.(jpe?g|png|gif|webp|bmp|tiff?)$/i.test(told) ? told : undefined;
      const line = from.row + 1;
      found.set(line, [
        ...(found.get(line) ?? []),
        { part, name, column: from.column, below: from.below, on: (to?.row ?? from.row) > from.row },
      ]);
    }
  }
  return found;
}

/**
 * What lies on the cells of a row. People put pictures down by eye: one that begins in the lower part of a row and goes on below
 * belongs to the next row. Heights are in points; undefined: the usual one.
 */
export function picturesOn(
  pictures: AnchoredPictures,
  line: number,
  height: number | undefined,
  heightAbove: number | undefined,
): ReadonlyMap<number, readonly SheetPlaced[]> | undefined {
  const hangs = ({ below, on }: { below: number; on: boolean }, of: number | undefined): boolean =>
    on && below > (of ?? usualHeight) * point * 0.6;
  const own = [
    ...(pictures.get(line - 1) ?? []).filter((one) => hangs(one, heightAbove)),
    ...(pictures.get(line) ?? []).filter((one) => !hangs(one, height)),
  ];
  if (own.length === 0) return undefined;
  const on = new Map<number, SheetPlaced[]>();
  for (const { column, part, name } of own) on.set(column, [...(on.get(column) ?? []), { part, name }]);
  return on;
}

/** Lines on which pictures may lie, in their order: those where they begin, and those below. */
export function linesWithPictures(pictures: AnchoredPictures): number[] {
  return [...new Set([...pictures.keys()].flatMap((line) => [line, line + 1]))].sort((a, b) => a - b);
}

function placeIn(anchor: string, end: 'from' | 'to'): { row: number; column: number; below: number } | undefined {
  const place = new RegExp(`<(?:\\w+:)?${end}>([\\s\\S]*?)</(?:\\w+:)?${end}>`).exec(anchor)?.[1];
  if (place === undefined) return undefined;
  const number = (name: string): number =>
    Number(new RegExp(`<(?:\\w+:)?${name}>\\s*(-?\\d+)\\s*<`).exec(place)?.[1] ?? Number.NaN);
  const [row, column, below] = [number('row'), number('col'), number('rowOff')];
  return row >= 0 && column >= 0 ? { row, column, below: below > 0 ? below : 0 } : undefined;
}
