import { pathTo } from '@formwork/contract/routes.ts';
import { keepActing } from '@formwork/web/http/acting-for.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';

/** How a list is filtered and ordered: in its address, and in that of a record opened from it. */
export interface ListView {
  filter?: Condition | undefined;
  /** As the endpoint takes it: `-amount,name`. */
  sort?: string | undefined;
  search?: string | undefined;
}

/** Addresses of the working pages; the router puts the space in front. Who acts for somebody goes on doing so. */
export const paths = {
  app: (appId: string, formId?: string) => keepActing(pathTo('appList', { appId }, { form: formId })),
  record: (appId: string, formId: string, recordId: string, view: ListView = {}) =>
    keepActing(pathTo('recordDetail', { app: appId, form: formId }, { record: recordId, ...viewQuery(view) })),
  /** `given`: what it begins with, by field. */
  newRecord: (appId: string, formId: string, given?: Values) =>
    keepActing(pathTo('form', {}, { app: appId, table: formId, mode: 'new', given: given && JSON.stringify(given) })),
  editRecord: (appId: string, formId: string, recordId: string) =>
    keepActing(pathTo('form', {}, { app: appId, table: formId, record: recordId, mode: 'edit' })),
  importRecords: (appId: string, formId: string) =>
    keepActing(pathTo('appList', { appId }, { form: formId, import: '1' })),
  importSheet: (appId: string) => pathTo('appDesign', {}, { import: appId }),
  recycle: (appId: string) => pathTo('appRecycle', { appId, module: 'form' }),
  dataModel: (formId: string) => pathTo('dataModel', { table: formId }),
  listIndexes: (formId: string) => pathTo('dataModel', { table: formId }, { tab: 'indexes' }),
  customViews: (appId: string) => pathTo('customViews', { appId, module: 'form' }),
  ratioViews: (appId: string) => pathTo('ratioViews', { appId, module: 'form' }),
  design: (appId: string, formId: string) =>
    pathTo('formSettings', { appType: 'form', appId, version: 'draft', tableId: formId }),
};

export function viewQuery({
  filter,
  sort,
  search,
}: ListView): Record<'filter' | 'sort' | 'search', string | undefined> {
  return { filter: filter && JSON.stringify(filter), sort: sort || undefined, search: search || undefined };
}
