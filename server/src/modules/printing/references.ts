import type { Reference, UsePlace } from '@formwork/contract/forms/uses.ts';
import { placeholder, type Block, type TemplateContent } from '@formwork/contract/printing/template.ts';
import { textReferences } from '@formwork/process/references.ts';
import type { UserSource } from '../forms/public.ts';
import { offeredFor } from './templates.ts';

/** Print templates as they are now; earlier versions are only read. */
export const templateUsers: UserSource = {
  async find(tx, { forms }) {
    if (forms.length === 0) return [];
    return (await offeredFor(tx, forms)).map(({ id, form, name, enabled, content }) => ({
      kind: 'template',
      id,
      state: enabled ? 'released' : 'draft',
      formId: form,
      title: name,
      references: templateReferences(content, form),
    }));
  },
};

export function templateReferences({ header, footer, blocks }: TemplateContent, form: string): Reference[] {
  return [
    ...[header, footer].flatMap(({ start, center, end }) => wordsIn(`${start} ${center} ${end}`, form, '')),
    ...blocks.flatMap((block) => blockReferences(block, form)),
  ];
}

function blockReferences(block: Block, form: string): Reference[] {
  const part = block.id;
  const found = textReferences(block.showIf, form, part, 'showIf', 'warn');
  switch (block.kind) {
    case 'text':
      return [...found, ...wordsIn(block.text, form, part)];
    case 'code':
      return [...found, ...wordsIn(block.content, form, part)];
    case 'fields':
      return [
        ...found,
        ...named(
          'text',
          block.items.map(({ field }) => field),
          form,
          part,
        ),
      ];
    case 'table':
      return [...found, ...named('table', [block.table, ...block.columns.map(({ field }) => field)], form, part)];
    case 'picture':
      return [...found, ...named('picture', block.field === undefined ? [] : [block.field], form, part)];
    case 'columns':
      return [
        ...found,
        ...block.cells.flatMap(({ blocks }) => blocks.flatMap((inner) => blockReferences(inner, form))),
      ];
    case 'rows':
      return [
        ...found,
        ...named('table', [block.table], form, part),
        ...block.blocks.flatMap((inner) => blockReferences(inner, form)),
      ];
    case 'line':
    case 'space':
    case 'break':
      return found;
    default:
      return block satisfies never;
  }
}

function wordsIn(text: string, form: string, part: string): Reference[] {
  return named(
    'text',
    [...text.matchAll(placeholder)].flatMap(([, path = '']) => path.split('.')),
    form,
    part,
  );
}

function named(place: UsePlace, elements: readonly string[], form: string, part: string): Reference[] {
  return elements.map((element) => ({ part, place, to: { form, element }, how: 'warn' }));
}
