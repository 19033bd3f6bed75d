import { z } from 'zod';
import { RichLine } from './rich-lines.ts';
import { Align, CodeKind, Edge } from './template.ts';

/** A value as it is printed: words, or lines where it is formatted text, and pictures where it holds some. */
export const PrintedValue = z.object({
  text: z.string(),
  lines: z.array(RichLine).optional(),
  pictures: z.array(z.uuid()).optional(),
});
export type PrintedValue = z.infer<typeof PrintedValue>;

const Words = z.object({
  kind: z.literal('text'),
  text: z.string(),
  size: z.number(),
  bold: z.boolean(),
  italic: z.boolean(),
  align: Align,
});
const Grid = z.object({
  kind: z.literal('fields'),
  columns: z.number(),
  border: z.boolean(),
  items: z.array(z.object({ label: z.string(), value: PrintedValue, span: z.number() })),
});
const Table = z.object({
  kind: z.literal('table'),
  columns: z.array(z.object({ title: z.string(), weight: z.number(), align: Align })),
  rows: z.array(z.array(PrintedValue)),
  totals: z.array(z.string()).nullable(),
});
const Pictures = z.object({ kind: z.literal('picture'), files: z.array(z.uuid()), width: z.number(), align: Align });
const Code = z.object({
  kind: z.literal('code'),
  code: CodeKind,
  content: z.string(),
  width: z.number(),
  align: Align,
  caption: z.boolean(),
});
const Line = z.object({ kind: z.literal('line') });
const Space = z.object({ kind: z.literal('space'), height: z.number() });
const Break = z.object({ kind: z.literal('break') });

export const PlainPart = z.discriminatedUnion('kind', [Words, Grid, Table, Pictures, Code, Line, Space, Break]);
export type PlainPart = z.infer<typeof PlainPart>;
const Columns = z.object({
  kind: z.literal('columns'),
  cells: z.array(z.object({ weight: z.number(), parts: z.array(PlainPart) })),
});

export const PrintPart = z.discriminatedUnion('kind', [
  Words,
  Grid,
  Table,
  Pictures,
  Code,
  Line,
  Space,
  Break,
  Columns,
]);
export type PrintPart = z.infer<typeof PrintPart>;

/** A template filled with one record: the browser and the PDF draw the same. Lengths in millimetres, text in points. */
export const PrintDocument = z.object({
  title: z.string(),
  paper: z.object({
    width: z.number(),
    height: z.number(),
    margins: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  }),
  fontSize: z.number(),
  /** With `{{page}}` and `{{pages}}` still in them. */
  header: Edge,
  footer: Edge,
  parts: z.array(PrintPart),
});
export type PrintDocument = z.infer<typeof PrintDocument>;
