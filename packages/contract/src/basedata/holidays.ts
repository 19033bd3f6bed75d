import { z } from 'zod';
import { GivenEncoding } from '../records/encodings.ts';
import { endpoint } from '../endpoint.ts';
import { SheetOutcome } from './sheets.ts';
import { nameText } from '../text.ts';

/** A day off, or a day of work in its place (make-up workday). */
export const Holiday = z.object({ date: z.iso.date(), name: nameText().max(40), off: z.boolean() });
export type Holiday = z.infer<typeof Holiday>;

const params = z.object({ year: z.number().int().min(1990).max(2199) });
const edits = 'basedata.data.edit';
const Days = z.array(Holiday);

export const holidaysApi = {
  listHolidays: endpoint({
    method: 'GET',
    path: '/basedata/holidays/:year',
    permission: 'basedata.data.read',
    summary: 'Days off and make-up workdays of a year.',
    params,
    response: Days,
  }),
  setHolidays: endpoint({
    method: 'PUT',
    path: '/basedata/holidays/:year',
    permission: edits,
    summary: 'Replace the days of a year; due times keep to them.',
    params,
    body: z.object({ days: Days.max(366) }),
    response: Days,
  }),
  exportHolidays: endpoint({
    method: 'GET',
    path: '/basedata/holidays/:year/sheet',
    permission: edits,
    summary: 'The days of a year as a spreadsheet that can be imported again.',
    params,
    response: z.unknown(),
    transfer: 'stream',
  }),
  importHolidays: endpoint({
    method: 'POST',
    path: '/basedata/holidays/:year/sheet',
    permission: edits,
    summary: 'Add and change days of a year from a spreadsheet (xls, xlsx or csv).',
    params,
    response: SheetOutcome,
    query: GivenEncoding,
    transfer: 'multipart',
  }),
};
