import type { Message } from '@formwork/contract/messages/api.ts';
import { pathOfPage, pathTo } from '@formwork/contract/routes.ts';
import { actFor } from '../http/acting-for.ts';

/** Where a message leads: to its record, as whoever it came for, or to the page it names; undefined for what is gone. */
export function messageHref({
  kind,
  appId,
  formId,
  recordId,
  onBehalfOf,
  target,
}: Pick<Message, 'kind' | 'appId' | 'formId' | 'recordId' | 'onBehalfOf' | 'target'>): string | undefined {
  if (kind === 'deleted') return undefined;
  if (appId !== null && formId !== null && recordId !== null)
    return actFor(pathTo('recordDetail', { app: appId, form: formId }, { record: recordId }), onBehalfOf?.id);
  return target ? pathOfPage(target.page, target.params, target.query) : undefined;
}
