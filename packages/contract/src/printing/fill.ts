import type { FormDefinition, SlaveTable } from '../forms/definition.ts';
import { fieldTypeSpec } from '../forms/field-types/registry.ts';
import { fieldKind, type Field } from '../forms/field.ts';
import { systemFields } from '../forms/system-fields.ts';
import { chineseMoney } from '../forms/values/chinese-money.ts';
import { isEmptyValue, type FieldValue, type FileValue, type Values } from '../forms/values/value.ts';
import { sumOf } from '../forms/values/sum.ts';
import type { SlaveRow } from '../records/record.ts';
import { textIn } from '../text.ts';
import type { PlainPart, PrintDocument, PrintPart, PrintedValue } from './document.ts';
import { richLines } from './rich-lines.ts';
import {
  paperShape,
  placeholder,
  type Block,
  type PageWord,
  type PlainBlock,
  type TemplateContent,
} from './template.ts';

export interface PrintedRecord {
  values: Values;
  slaves: Record<string, SlaveRow[]>;
}

/** What filling needs beside template and record. */
export interface PrintSetting {
  definition: FormDefinition;
  locale: string;
  timeZone: string;
  nameOf: (id: string) => string | undefined;
  /** Ids of fields and slave tables, `table.field`, that the person may not see. */
  hidden: ReadonlySet<string>;
  words: Record<Exclude<PageWord, 'page' | 'pages'>, string>;
  /** Whether a FEEL condition holds; `row` within a slave table. */
  holds: (condition: string, row?: { table: string; values: Values }) => boolean;
}

interface Row {
  table: SlaveTable;
  values: Values;
  number: number;
}

/** The template with the record in it. What the person may not see is left empty, and what the form has no more as well. */
export function fillTemplate(template: TemplateContent, record: PrintedRecord, setting: PrintSetting): PrintDocument {
  const edge = ({ start, center, end }: TemplateContent['header']) => ({
    start: wordsIn(start, record, setting),
    center: wordsIn(center, record, setting),
    end: wordsIn(end, record, setting),
  });
  return {
    title: setting.words.recordTitle || setting.words.formTitle,
    paper: { ...paperShape(template.paper), margins: template.paper.margins },
    fontSize: template.fontSize,
    header: edge(template.header),
    footer: edge(template.footer),
    parts: template.blocks.flatMap((block) => partsOf(block, record, setting)),
  };
}

function partsOf(block: Block, record: PrintedRecord, setting: PrintSetting): PrintPart[] {
  if (block.showIf?.trim() && !setting.holds(block.showIf)) return [];
  if (block.kind === 'columns')
    return [
      {
        kind: 'columns',
        cells: block.cells.map(({ weight, blocks }) => ({
          weight,
          parts: blocks.flatMap((inner) => plainParts(inner, record, setting)),
        })),
      },
    ];
  if (block.kind !== 'rows') return plainParts(block, record, setting);
  const table = seenTable(setting, block.table);
  if (!table) return [];
  return (record.slaves[table.id] ?? []).flatMap(({ values }, index) =>
    block.blocks.flatMap((inner) => plainParts(inner, record, setting, { table, values, number: index + 1 })),
  );
}

function plainParts(block: PlainBlock, record: PrintedRecord, setting: PrintSetting, row?: Row): PlainPart[] {
  if (block.showIf?.trim() && !setting.holds(block.showIf, row && { table: row.table.id, values: row.values }))
    return [];
  switch (block.kind) {
    case 'text':
      return [
        {
          kind: 'text',
          text: wordsIn(block.text, record, setting, row),
          size: block.size,
          bold: block.bold === true,
          italic: block.italic === true,
          align: block.align,
        },
      ];
    case 'fields': {
      const items = block.items.flatMap(({ field: id, span }) => {
        const field = seenField(setting, id);
        return field
          ? [
              {
                label: textIn(field.title, setting.locale),
                value: printedValue(field, record.values[id] ?? null, setting),
                span: Math.min(span ?? 1, block.columns),
              },
            ]
          : [];
      });
      return items.length === 0 ? [] : [{ kind: 'fields', columns: block.columns, border: block.border, items }];
    }
    case 'table':
      return tableParts(block, record, setting);
    case 'picture': {
      const field = block.field === undefined ? undefined : seenField(setting, block.field);
      const files = block.file
        ? [block.file.id]
        : field
          ? (printedValue(field, record.values[field.id] ?? null, setting).pictures ?? [])
          : [];
      return files.length === 0 ? [] : [{ kind: 'picture', files, width: block.width, align: block.align }];
    }
    case 'code': {
      const content = wordsIn(block.content, record, setting, row).trim();
      return content === ''
        ? []
        : [{ kind: 'code', code: block.code, content, width: block.width, align: block.align, caption: block.caption }];
    }
    case 'line':
      return [{ kind: 'line' }];
    case 'space':
      return [{ kind: 'space', height: block.height }];
    case 'break':
      return [{ kind: 'break' }];
  }
}

function tableParts(
  block: Extract<PlainBlock, { kind: 'table' }>,
  record: PrintedRecord,
  setting: PrintSetting,
): PlainPart[] {
  const table = seenTable(setting, block.table);
  if (!table) return [];
  const chosen =
    block.columns.length > 0
      ? block.columns
      : table.fields.filter(({ hidden }) => hidden !== true).map(({ id }) => ({ field: id, weight: undefined }));
  const columns = chosen.flatMap(({ field: id, weight }) => {
    const field = setting.hidden.has(`${table.id}.${id}`) ? undefined : table.fields.find((one) => one.id === id);
    return field
      ? [
          {
            field,
            title: textIn(field.title, setting.locale),
            weight: weight ?? 1,
            align: fieldKind(field) === 'number' ? ('end' as const) : ('start' as const),
          },
        ]
      : [];
  });
  const rows = record.slaves[table.id] ?? [];
  const number = block.numbered
    ? [{ title: setting.locale === 'zh-CN' ? '序号' : 'No.', weight: 0.4, align: 'center' as const }]
    : [];
  const totals = block.totals
    ? columns.map(({ field }) =>
        table.totals?.includes(field.id)
          ? printedValue(field, sumOf(rows.map(({ values }) => values[field.id] ?? null)), setting).text
          : '',
      )
    : [];
  return [
    {
      kind: 'table',
      columns: [...number, ...columns.map(({ title, weight, align }) => ({ title, weight, align }))],
      rows: rows.map(({ values }, index) => [
        ...(block.numbered ? [{ text: String(index + 1) }] : []),
        ...columns.map(({ field }) => printedValue(field, values[field.id] ?? null, setting)),
      ]),
      totals: totals.some((text) => text !== '')
        ? [...(block.numbered ? [setting.locale === 'zh-CN' ? '合计' : 'Total'] : []), ...totals]
        : null,
    },
  ];
}

/** Words with everything in braces filled in, but for the numbers of pages, which are not known yet. */
function wordsIn(text: string, record: PrintedRecord, setting: PrintSetting, row?: Row): string {
  return text.replace(placeholder, (whole, name: string) => {
    if (name === 'page' || name === 'pages') return whole;
    if (Object.hasOwn(setting.words, name)) return setting.words[name as keyof PrintSetting['words']];
    const [first = '', second] = name.split('.');
    if (second === undefined) {
      const field = seenField(setting, first);
      return field ? printedValue(field, record.values[first] ?? null, setting).text : '';
    }
    if (row?.table.id !== first || setting.hidden.has(name)) return '';
    const field = row.table.fields.find(({ id }) => id === second);
    return field
      ? printedValue(field, row.values[second] ?? null, setting).text
      : second === 'number'
        ? String(row.number)
        : '';
  });
}

function printedValue(field: Field, value: FieldValue, { locale, timeZone, nameOf }: PrintSetting): PrintedValue {
  if (isEmptyValue(value)) return { text: '' };
  const text = fieldTypeSpec(field.type).toText(value, field.config, { locale, timeZone, nameOf });
  // an amount is printed in words too where the form shows it so
  const words = field.type === 'money' && field.config.uppercase ? chineseMoney(value) : undefined;
  if (words !== undefined) return { text: `${text} ${words}` };
  if (fieldKind(field) === 'html') return { text, lines: richLines(value as string) };
  if (fieldKind(field) !== 'files') return { text };
  const pictures = (value as FileValue[]).filter(({ type }) => type.startsWith('image/')).map(({ id }) => id);
  return pictures.length === 0
    ? { text }
    : {
        text: (value as FileValue[])
          .filter(({ type }) => !type.startsWith('image/'))
          .map(({ name }) => name)
          .join(', '),
        pictures,
      };
}

function seenField({ definition, hidden }: PrintSetting, id: string): Field | undefined {
  if (hidden.has(id)) return undefined;
  return (
    definition.fields.find((field) => field.id === id) ?? Object.values(systemFields).find((field) => field.id === id)
  );
}

function seenTable({ definition, hidden }: PrintSetting, id: string): SlaveTable | undefined {
  return hidden.has(id) ? undefined : definition.tables.find((table) => table.id === id);
}
