import { auditApi } from '@formwork/contract/audit/api.ts';
import { call } from '../http/call.ts';

/** Printing happens in the browser alone, so it tells the audit itself; an answer is not waited for. */
export function reportPrints(): void {
  window.addEventListener('beforeprint', () => {
    void call(auditApi.reportPrint, {
      body: { path: location.pathname.slice(0, 500), title: document.title.slice(0, 200) },
    }).catch(() => undefined);
  });
}
