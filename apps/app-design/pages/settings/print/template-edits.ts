import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newElementId } from '@formwork/contract/forms/field.ts';
import type { Block, BlockKind, TemplateContent } from '@formwork/contract/printing/template.ts';
import type { Drop } from '@formwork/ui/drag/drag.tsx';

export const blockKinds = [
  'text',
  'fields',
  'table',
  'picture',
  'code',
  'line',
  'space',
  'break',
  'columns',
  'rows',
] as const satisfies readonly BlockKind[];

/** Where blocks stand: `page`, or inside a block: `<id>` of rows, `<id>.<n>` of columns. */
export type Place = string;

export function newBlock(kind: BlockKind, definition: FormDefinition): Block {
  const id = newElementId();
  const table = definition.tables[0]?.id ?? 'none';
  const made = {
    text: { id, kind: 'text', text: '', size: 10, align: 'start' },
    fields: {
      id,
      kind: 'fields',
      columns: 2,
      border: true,
      items: definition.fields.slice(0, 6).map((field) => ({ field: field.id })),
    },
    table: { id, kind: 'table', table, numbered: true, totals: true, columns: [] },
    picture: { id, kind: 'picture', width: 40, align: 'start' },
    code: { id, kind: 'code', code: 'qrcode', content: '{{recordLink}}', width: 25, align: 'start', caption: false },
    line: { id, kind: 'line' },
    space: { id, kind: 'space', height: 5 },
    break: { id, kind: 'break' },
    columns: {
      id,
      kind: 'columns',
      cells: [
        { weight: 1, blocks: [] },
        { weight: 1, blocks: [] },
      ],
    },
    rows: { id, kind: 'rows', table, blocks: [] },
  } satisfies { [K in BlockKind]: Extract<Block, { kind: K }> };
  return made[kind];
}

/** Lists of blocks by their place. */
export function blocksAt(content: TemplateContent, place: Place): Block[] {
  if (place === 'page') return content.blocks;
  const [id, cell] = place.split('.');
  const holder = content.blocks.find((block) => block.id === id);
  if (holder?.kind === 'rows') return holder.blocks;
  return holder?.kind === 'columns' ? (holder.cells[Number(cell)]?.blocks ?? []) : [];
}

export function findBlock(content: TemplateContent, id: string): Block | undefined {
  return placesOf(content)
    .flatMap((place) => blocksAt(content, place))
    .find((block) => block.id === id);
}

export function changeBlock(content: TemplateContent, changed: Block): TemplateContent {
  return mapPlaces(content, (blocks) => blocks.map((block) => (block.id === changed.id ? changed : block)));
}

export function removeBlock(content: TemplateContent, id: string): TemplateContent {
  return mapPlaces(content, (blocks) => blocks.filter((block) => block.id !== id));
}

/** What holds blocks stands on the page alone. */
export function mayStand(kind: BlockKind, place: Place): boolean {
  return place === 'page' || (kind !== 'columns' && kind !== 'rows');
}

export function insertBlock(content: TemplateContent, block: Block, place: Place, index: number): TemplateContent {
  if (!mayStand(block.kind, place)) return content;
  return mapPlaces(content, (blocks, at) => (at === place ? blocks.toSpliced(index, 0, block) : blocks));
}

export function dropped(content: TemplateContent, drop: Drop, definition: FormDefinition): TemplateContent {
  if (drop.payload !== undefined)
    return insertBlock(content, newBlock(drop.payload as BlockKind, definition), drop.to, drop.index);
  const block = findBlock(content, drop.id);
  if (!block || !mayStand(block.kind, drop.to)) return content;
  return insertBlock(removeBlock(content, drop.id), block, drop.to, drop.index);
}

function placesOf(content: TemplateContent): Place[] {
  return [
    'page',
    ...content.blocks.flatMap((block) =>
      block.kind === 'rows'
        ? [block.id]
        : block.kind === 'columns'
          ? block.cells.map((_, index) => `${block.id}.${index}`)
          : [],
    ),
  ];
}

function mapPlaces(content: TemplateContent, change: (blocks: Block[], place: Place) => Block[]): TemplateContent {
  const inside = content.blocks.map((block): Block => {
    if (block.kind === 'rows') return { ...block, blocks: change(block.blocks, block.id) as typeof block.blocks };
    if (block.kind === 'columns')
      return {
        ...block,
        cells: block.cells.map((cell, index) => ({
          ...cell,
          blocks: change(cell.blocks, `${block.id}.${index}`) as typeof cell.blocks,
        })),
      };
    return block;
  });
  return { ...content, blocks: change(inside, 'page') };
}
