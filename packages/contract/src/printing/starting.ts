import { completeLayout, type FormDefinition } from '../forms/definition.ts';
import { newElementId, type Field } from '../forms/field.ts';
import { textIn } from '../text.ts';
import { mostShowIf, type Block, type TemplateContent } from './template.ts';

/** Types that take a whole line on paper. */
const wide: readonly string[] = ['longText', 'richText', 'attachment', 'image', 'signature'];

/** A template that shows the whole form, section by section: a beginning for the designer, and what is printed where nobody made one. */
export function startingTemplate(definition: FormDefinition, locale: string): TemplateContent {
  const byId = new Map(definition.fields.map((field) => [field.id, field]));
  const blocks: Block[] = [
    { id: newElementId(), kind: 'text', text: '{{formTitle}}', size: 18, bold: true, align: 'center' },
    { id: newElementId(), kind: 'space', height: 3 },
  ];
  for (const section of completeLayout(definition)) {
    const title = textIn(section.title, locale);
    const shown = shownUnless(section.hiddenIf);
    let fields: Field[] = [];
    const flush = () => {
      if (fields.length > 0)
        blocks.push({
          id: newElementId(),
          ...shown,
          kind: 'fields',
          columns: 2,
          border: true,
          items: fields.map(({ id, type }) => (wide.includes(type) ? { field: id, span: 2 } : { field: id })),
        });
      fields = [];
    };
    if (title)
      blocks.push({ id: newElementId(), ...shown, kind: 'text', text: title, size: 12, bold: true, align: 'start' });
    for (const item of section.items) {
      if (item.kind === 'field') {
        const field = byId.get(item.field);
        if (field && field.hidden !== true) fields.push(field);
      } else if (item.kind === 'table') {
        flush();
        const table = definition.tables.find(({ id }) => id === item.table);
        if (!table) continue;
        const both = shownUnless(section.hiddenIf, item.hiddenIf);
        blocks.push({
          id: newElementId(),
          ...both,
          kind: 'text',
          text: textIn(table.title, locale),
          size: 11,
          bold: true,
          align: 'start',
        });
        blocks.push({
          id: newElementId(),
          ...both,
          kind: 'table',
          table: table.id,
          numbered: true,
          totals: (table.totals?.length ?? 0) > 0,
          columns: [],
        });
      }
    }
    flush();
    blocks.push({ id: newElementId(), kind: 'space', height: 4 });
  }
  return {
    format: 1,
    paper: { size: 'A4', landscape: false, margins: [18, 15, 18, 15] },
    fontSize: 10,
    header: { start: '', center: '', end: '' },
    footer: { start: '{{printedBy}} {{printedAt}}', center: '', end: '{{page}} / {{pages}}' },
    blocks,
  };
}

/** What the form hides under a condition stands on no paper either. A condition too long for a block is left out. */
function shownUnless(...hidden: (string | undefined)[]): { showIf?: string } {
  const conditions = hidden.flatMap((text) => (text?.trim() ? [`(${text}\n) != true`] : []));
  const showIf = conditions.join(' and ');
  return conditions.length === 0 || showIf.length > mostShowIf ? {} : { showIf };
}
