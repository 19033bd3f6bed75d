import { pathTo } from '@formwork/contract/routes.ts';
import { spacePath } from '@formwork/web/http/call.ts';

/** The address of the form's records up to the id: what a QR code says. It opens with the rights of whoever scans it. */
export function linkBefore(appId: string, formId: string): string {
  return `${location.origin}${spacePath()}${pathTo('recordDetail', { app: appId, form: formId }, { record: '' })}`;
}
