import { z } from 'zod';
import { GivenEncoding } from '../records/encodings.ts';
import { endpoint, nothing, uuid } from '../endpoint.ts';
import { Option } from '../forms/field-types/single-select.ts';
import { Title } from '../text.ts';
import { SheetOutcome } from './sheets.ts';

/** Stays what it is: forms and records keep it. */
export const BaseCode = Option.shape.id;
export const mostDictionaries = 500;
export const mostItems = 2_000;

export const Dictionary = z.object({
  id: uuid,
  code: BaseCode,
  title: Title,
  /** Entries may stand below others. */
  tree: z.boolean(),
  /** Not offered to new fields; where it is used it stays. */
  disabled: z.boolean(),
  items: z.int(),
});
export type Dictionary = z.infer<typeof Dictionary>;

export const DictionaryItem = z.object({
  id: uuid,
  parentId: uuid.nullable(),
  code: BaseCode,
  label: Title,
  color: Option.shape.color.unwrap().nullable(),
  /** No longer offered, still shown where it was chosen. */
  disabled: z.boolean(),
});
export type DictionaryItem = z.infer<typeof DictionaryItem>;

const reads = 'basedata.data.read';
const edits = 'basedata.data.edit';
const ofDictionary = z.object({ dictionaryId: uuid });
const ofItem = ofDictionary.extend({ itemId: uuid });
const Items = z.array(DictionaryItem);
const { label, color, disabled } = DictionaryItem.shape;

export const dictionariesApi = {
  listDictionaries: endpoint({
    method: 'GET',
    path: '/basedata/dictionaries',
    permission: reads,
    summary: 'The dictionaries of the space, by code.',
    response: z.array(Dictionary),
  }),
  createDictionary: endpoint({
    method: 'POST',
    path: '/basedata/dictionaries',
    permission: edits,
    summary: 'Add a dictionary.',
    body: z.object({ code: BaseCode, title: Title, tree: z.boolean() }),
    response: Dictionary,
  }),
  updateDictionary: endpoint({
    method: 'PATCH',
    path: '/basedata/dictionaries/:dictionaryId',
    permission: edits,
    summary: 'Rename a dictionary, or take it out of use.',
    params: ofDictionary,
    body: z.object({ title: Title.optional(), tree: z.boolean().optional(), disabled: z.boolean().optional() }),
    response: Dictionary,
  }),
  deleteDictionary: endpoint({
    method: 'DELETE',
    path: '/basedata/dictionaries/:dictionaryId',
    permission: edits,
    summary: 'Delete a dictionary; forms go on with the options they were released with.',
    params: ofDictionary,
    response: nothing,
  }),
  listItems: endpoint({
    method: 'GET',
    path: '/basedata/dictionaries/:dictionaryId/items',
    permission: reads,
    summary: 'The entries of a dictionary in their order, each behind the one it stands below.',
    params: ofDictionary,
    response: Items,
  }),
  createItem: endpoint({
    method: 'POST',
    path: '/basedata/dictionaries/:dictionaryId/items',
    permission: edits,
    summary: 'Add an entry, as the last of its siblings.',
    params: ofDictionary,
    body: z.object({ code: BaseCode, label, color, parentId: uuid.nullable() }),
    response: Items,
  }),
  updateItem: endpoint({
    method: 'PATCH',
    path: '/basedata/dictionaries/:dictionaryId/items/:itemId',
    permission: edits,
    summary: 'Change label or colour of an entry, or take it out of use.',
    params: ofItem,
    body: z.object({ label: label.optional(), color: color.optional(), disabled: disabled.optional() }),
    response: Items,
  }),
  deleteItem: endpoint({
    method: 'DELETE',
    path: '/basedata/dictionaries/:dictionaryId/items/:itemId',
    permission: edits,
    summary: 'Delete an entry and those below it.',
    params: ofItem,
    response: Items,
  }),
  moveItem: endpoint({
    method: 'PUT',
    path: '/basedata/dictionaries/:dictionaryId/items/:itemId/place',
    permission: edits,
    summary: 'Put an entry below another, before one of its siblings or at the end.',
    params: ofItem,
    body: z.object({ parentId: uuid.nullable(), beforeId: uuid.nullable() }),
    response: Items,
  }),
  exportItems: endpoint({
    method: 'GET',
    path: '/basedata/dictionaries/:dictionaryId/sheet',
    permission: edits,
    summary: 'The entries as a spreadsheet that can be imported again.',
    params: ofDictionary,
    response: z.unknown(),
    transfer: 'stream',
  }),
  importItems: endpoint({
    method: 'POST',
    path: '/basedata/dictionaries/:dictionaryId/sheet',
    permission: edits,
    summary: 'Add and change entries from a spreadsheet (xls, xlsx or csv); known codes are changed.',
    params: ofDictionary,
    response: SheetOutcome,
    query: GivenEncoding,
    transfer: 'multipart',
  }),
};
