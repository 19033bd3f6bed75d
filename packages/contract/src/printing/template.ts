import { z } from 'zod';
import { ElementId } from '../forms/field.ts';
import { shownText } from '../text.ts';

/** Sizes of paper in millimetres, upright. `label` and `custom` say their own. */
export const paperSizes = {
  A3: [297, 420],
  A4: [210, 297],
  A5: [148, 210],
  B5: [176, 250],
  letter: [215.9, 279.4],
} as const satisfies Record<string, readonly [number, number]>;
const paperNames = ['A3', 'A4', 'A5', 'B5', 'letter', 'custom'] as const;

export const Paper = z.object({
  size: z.enum(paperNames),
  /** Of the size `custom`, in millimetres. */
  width: z.number().min(20).max(1200).optional(),
  height: z.number().min(20).max(1200).optional(),
  landscape: z.boolean(),
  /** Top, right, bottom, left, in millimetres. */
  margins: z.tuple([
    z.number().min(0).max(80),
    z.number().min(0).max(80),
    z.number().min(0).max(80),
    z.number().min(0).max(80),
  ]),
});
export type Paper = z.infer<typeof Paper>;

export const Align = z.enum(['start', 'center', 'end']);
export type Align = z.infer<typeof Align>;

/** QR codes and the bar codes of common use. */
export const codeKinds = ['qrcode', 'datamatrix', 'code128', 'code39', 'ean13', 'interleaved2of5'] as const;
export const CodeKind = z.enum(codeKinds);
export type CodeKind = z.infer<typeof CodeKind>;

/** Text with `{{field}}`; in rows of a slave table `{{table.field}}`. */
const Words = z.string().max(5_000);
export const mostShowIf = 2_000;
const common = {
  id: z.string().regex(/^[a-z0-9]{1,24}$/),
  /** A FEEL condition; without one the block always shows. */
  showIf: z.string().max(mostShowIf).optional(),
};

const TextBlock = z.object({
  ...common,
  kind: z.literal('text'),
  text: Words,
  size: z.number().min(5).max(72),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  align: Align,
});
const FieldsBlock = z.object({
  ...common,
  kind: z.literal('fields'),
  columns: z.int().min(1).max(4),
  border: z.boolean(),
  items: z.array(z.object({ field: z.string().max(40), span: z.int().min(1).max(4).optional() })).max(200),
});
const TableBlock = z.object({
  ...common,
  kind: z.literal('table'),
  table: ElementId,
  numbered: z.boolean(),
  totals: z.boolean(),
  /** `weight`: its part of the width. */
  columns: z.array(z.object({ field: ElementId, weight: z.number().min(0.2).max(20).optional() })).max(40),
});
const PictureBlock = z.object({
  ...common,
  kind: z.literal('picture'),
  width: z.number().min(3).max(400),
  align: Align,
  /** Pictures of a field, or one that belongs to the template. */
  field: z.string().max(40).optional(),
  file: z.object({ id: z.uuid(), name: shownText().max(255) }).optional(),
});
const CodeBlock = z.object({
  ...common,
  kind: z.literal('code'),
  code: CodeKind,
  content: Words,
  width: z.number().min(5).max(200),
  align: Align,
  caption: z.boolean(),
});
const LineBlock = z.object({ ...common, kind: z.literal('line') });
const SpaceBlock = z.object({ ...common, kind: z.literal('space'), height: z.number().min(1).max(300) });
const BreakBlock = z.object({ ...common, kind: z.literal('break') });

export const PlainBlock = z.discriminatedUnion('kind', [
  TextBlock,
  FieldsBlock,
  TableBlock,
  PictureBlock,
  CodeBlock,
  LineBlock,
  SpaceBlock,
  BreakBlock,
]);
export type PlainBlock = z.infer<typeof PlainBlock>;

/** Blocks beside each other. */
const ColumnsBlock = z.object({
  ...common,
  kind: z.literal('columns'),
  cells: z
    .array(z.object({ weight: z.number().min(0.2).max(20), blocks: z.array(PlainBlock).max(50) }))
    .min(2)
    .max(4),
});
/** Blocks once for each row of a slave table. */
const RowsBlock = z.object({
  ...common,
  kind: z.literal('rows'),
  table: ElementId,
  blocks: z.array(PlainBlock).max(50),
});

export const Block = z.discriminatedUnion('kind', [
  TextBlock,
  FieldsBlock,
  TableBlock,
  PictureBlock,
  CodeBlock,
  LineBlock,
  SpaceBlock,
  BreakBlock,
  ColumnsBlock,
  RowsBlock,
]);
export type Block = z.infer<typeof Block>;
export type BlockKind = Block['kind'];

/** Above or below every page; `{{page}}` and `{{pages}}` are there too. */
export const Edge = z.object({ start: Words, center: Words, end: Words });
export type Edge = z.infer<typeof Edge>;

/** How a record looks on paper. */
export const TemplateContent = z.object({
  /** Version of this shape. */
  format: z.literal(1),
  paper: Paper,
  /** Of ordinary text, in points. */
  fontSize: z.number().min(5).max(40),
  header: Edge,
  footer: Edge,
  blocks: z.array(Block).max(300),
});
export type TemplateContent = z.infer<typeof TemplateContent>;

/** Upright width and height become what lies before one. */
export function paperShape({ size, width, height, landscape }: Paper): { width: number; height: number } {
  const [short, long] = size === 'custom' ? [width ?? 100, height ?? 100] : paperSizes[size];
  return landscape ? { width: long, height: short } : { width: short, height: long };
}

/** Words in double braces: ids of fields, `table.field`, and the names of `pageWords`. */
export const placeholder = /\{\{\s*([A-Za-z_][\w.]*)\s*\}\}/g;

/** What stands in texts beside the fields of the record. */
export const pageWords = [
  'recordTitle',
  'formTitle',
  'spaceName',
  'printedAt',
  'printedBy',
  'recordLink',
  'page',
  'pages',
] as const;
export type PageWord = (typeof pageWords)[number];
