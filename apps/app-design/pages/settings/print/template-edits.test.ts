import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { startingTemplate } from '@formwork/contract/printing/starting.ts';
import { TemplateContent } from '@formwork/contract/printing/template.ts';
import { expect, test } from 'vitest';
import {
  blockKinds,
  blocksAt,
  changeBlock,
  dropped,
  findBlock,
  insertBlock,
  newBlock,
  removeBlock,
} from './template-edits.ts';

const definition: FormDefinition = {
  format: 1,
  title: { zh: '点检' },
  titleField: null,
  layout: [],
  fields: [{ id: 'name', type: 'text', title: { zh: '设备' }, config: {} }],
  tables: [{ id: 'parts', title: { zh: '零件' }, fields: [] }],
};

test('every kind of block makes a template that may be saved', () => {
  const content = blockKinds.reduce(
    (all, kind) => insertBlock(all, newBlock(kind, definition), 'page', 0),
    startingTemplate(definition, 'zh-CN'),
  );
  expect(TemplateContent.safeParse(content).error).toBeUndefined();
});

test('blocks are dropped onto the page and into columns, moved, changed and removed; holders stay on the page', () => {
  const empty = { ...startingTemplate(definition, 'zh-CN'), blocks: [] };
  const columns = newBlock('columns', definition);
  let content = insertBlock(empty, columns, 'page', 0);
  const cell = `${columns.id}.1`;
  content = dropped(content, { id: 'text', payload: 'text', to: cell, index: 0 }, definition);
  const [text] = blocksAt(content, cell);
  expect(text?.kind).toBe('text');
  content = dropped(content, { id: 'rows', payload: 'rows', to: cell, index: 0 }, definition);
  expect(blocksAt(content, cell)).toHaveLength(1);
  content = dropped(content, { id: text!.id, from: cell, to: 'page', index: 0 }, definition);
  expect([content.blocks.map(({ kind }) => kind), blocksAt(content, cell)]).toEqual([['text', 'columns'], []]);
  content = changeBlock(content, { ...text!, showIf: 'true' });
  expect(findBlock(content, text!.id)?.showIf).toBe('true');
  expect(removeBlock(content, columns.id).blocks).toHaveLength(1);
});
