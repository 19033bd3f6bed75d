import { randomUUID } from 'node:crypto';
import { readRules } from '@formwork/logic/qlang/read.ts';
import type { Call } from '../product.ts';

export const customers = 500;

export interface OrderForms {
  customerForm: string;
  orders: string;
  ids: string[];
}

/** Customers with a count, and orders that belong to one of them. */
export async function orderForms(call: Call): Promise<OrderForms> {
  const title = { zh: 'bench' };
  const app = await call('POST', '/forms/apps', { title });
  const form = async (titleField: string | null, fields: object[]): Promise<string> => {
    const definition = { format: 1, title, tables: [], layout: [], titleField, fields };
    const { id } = await call('POST', `/forms/apps/${app.id}/forms`, { title, definition });
    await call('POST', `/forms/${id}/releases`, { draftVersion: 1 });
    return id;
  };
  const customerForm = await form('name', [
    { id: 'name', type: 'text', title, config: {} },
    { id: 'count', type: 'number', title, config: {} },
  ]);
  const orders = await form(null, [
    {
      id: 'customer',
      type: 'relation',
      title,
      config: { form: customerForm, cardinality: 'manyToOne', onDelete: 'clear' },
    },
  ]);
  const ids: string[] = [];
  for (let n = 0; n < customers; n++)
    ids.push((await call('POST', `/records/${customerForm}`, { values: { name: `c${n}`, count: 0 } })).id);
  return { customerForm, orders, ids };
}

/** An order counts at its customer, behind the save or in it. */
export function countRule(orders: string, at: 'later' | 'after' = 'later'): string {
  return `rule "count" on created of ${orders}${at === 'after' ? ' at after' : ''} as system
  when customer != null and customer.count >= 0 then
    set customer.count = customer.count + 1
  end
`;
}

/** The rule's id. */
export async function releaseRule(call: Call, text: string): Promise<string> {
  const { rule } = readRules(text).rules[0]!;
  const { id } = await call('POST', '/definitions/rule', {
    commandId: randomUUID(),
    name: { zh: 'bench' },
    draft: { rule, tests: [] },
  });
  await call('POST', `/definitions/rule/${id}/releases`, { version: 1, note: '', accept: true });
  return id;
}
