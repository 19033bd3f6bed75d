import type { OfferInput } from '@formwork/contract/etl/exchange.ts';
import type { ViewInput } from '@formwork/contract/views/view.ts';
import { emptyRule } from '@formwork/contract/rules/document.ts';
import type { Rule } from '@formwork/contract/rules/rule.ts';

/** Stands in everything that strangers must not read. */
export const word = 'zucchini';

export const aRule = (form: string): Rule => ({
  ...emptyRule().rule,
  starts: [{ on: 'call' }, { on: 'button', form, button: word }],
  outputs: [{ name: 'found', type: 'string' }],
  body: [{ id: 'a', kind: 'let', name: 'found', value: '"x"' }],
});

export const anOffer = (form: string): OfferInput => ({
  title: word,
  about: word,
  terms: word,
  source: { kind: 'table', from: 'forms', schema: '', table: form },
  columns: [{ column: 'name', name: word, mask: 'none' }],
  order: '',
  audience: null,
  ways: ['task'],
  everyMinutes: null,
  rowsPerDay: null,
});

export const aView: ViewInput = { type: 'list', title: { zh: word }, scope: 'shared', settings: {} };
export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
