import type { Relations } from './anchored-pictures.ts';
import type { ZipReader } from './read-zip.ts';
import { attribute, tagsOf } from './xml-scan.ts';

/** Pictures that are what a cell holds, as the parts of the workbook with their content. */
export interface CellPictures {
  /** Of WPS: by the name in the formula of the cell. */
  byName: ReadonlyMap<string, string>;
  /** Of Excel ("place in cell"): by the number of what the cell's value stands for. */
  byValue: ReadonlyMap<string, string>;
}

type Targets = ReadonlyMap<string, { type: string; target: string }>;

export async function cellPictures(zip: ZipReader, targets: Targets, relationsOf: Relations): Promise<CellPictures> {
  const partOf = (kind: string): string | undefined =>
    [...targets.values()].find(({ type }) => type.endsWith(`/${kind}`))?.target;
  return {
    byName: await namedPictures(zip, partOf('cellImage'), relationsOf),
    byValue: await valuePictures(zip, partOf, relationsOf),
  };
}

const none: ReadonlyMap<string, string> = new Map();

/** WPS keeps pictures in cells, which name them by a formula of its own: where each of them lies. */
async function namedPictures(
  zip: ZipReader,
  part: string | undefined,
  relationsOf: Relations,
): Promise<ReadonlyMap<string, string>> {
  const xml = (part === undefined ? undefined : await zip.text(part)) ?? '';
  if (part === undefined || xml === '') return none;
  const images = await relationsOf(zip, part);
  return new Map(
    elements(xml, 'cellImage').map((image) => [
      attribute(tagsOf(image, 'cNvPr')[0] ?? '', 'name') ?? '',
      images.get(attribute(tagsOf(image, 'blip')[0] ?? '', 'embed') ?? '')?.target ?? '',
    ]),
  );
}

/**
 * Excel writes an error into such a cell and beside it a number: of a list that leads to values with a structure, one part of
 * which is the number of a relation to the picture.
 */
async function valuePictures(
  zip: ZipReader,
  partOf: (kind: string) => string | undefined,
  relationsOf: Relations,
): Promise<ReadonlyMap<string, string>> {
  const [metadata, values, structures, relations] = [
    partOf('sheetMetadata'),
    partOf('rdRichValue'),
    partOf('rdRichValueStructure'),
    partOf('richValueRel'),
  ];
  if (metadata === undefined || values === undefined || structures === undefined || relations === undefined)
    return none;
  const read = async (part: string): Promise<string> => (await zip.text(part)) ?? '';
  const images = await relationsOf(zip, relations);
  const files = tagsOf(await read(relations), 'rel').map((tag) => images.get(attribute(tag, 'id') ?? '')?.target);
  const places = elements(await read(structures), 's').map((structure) =>
    tagsOf(structure, 'k').findIndex((tag) => attribute(tag, 'n') === '_rvRel:LocalImageIdentifier'),
  );
  const parts = elements(await read(values), 'rv').map((value) => {
    const place = places[Number(attribute(value.slice(0, value.indexOf('>')), 's'))] ?? -1;
    const number = elements(value, 'v')[place]?.replace(/<[^>]*>/g, '');
    return number === undefined ? undefined : files[Number(number)];
  });
  const xml = await read(metadata);
  const kind = tagsOf(xml, 'metadataType').findIndex((tag) => attribute(tag, 'name') === 'XLRICHVALUE') + 1;
  const rich =
    elements(xml, 'futureMetadata').find(
      (list) => attribute(list.slice(0, list.indexOf('>')), 'name') === 'XLRICHVALUE',
    ) ?? '';
  const numbers = tagsOf(rich, 'rvb').map((tag) => Number(attribute(tag, 'i')));
  const found = new Map<string, string>();
  for (const [at, block] of elements(elements(xml, 'valueMetadata')[0] ?? '', 'bk').entries()) {
    const record = tagsOf(block, 'rc').find((tag) => Number(attribute(tag, 't')) === kind);
    const part = record && parts[numbers[Number(attribute(record, 'v'))] ?? -1];
    if (part !== undefined && zip.entries.has(part)) found.set(String(at + 1), part);
  }
  return found;
}

function elements(xml: string, name: string): string[] {
  return xml.match(new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>[\\s\\S]*?</(?:\\w+:)?${name}>`, 'g')) ?? [];
}
