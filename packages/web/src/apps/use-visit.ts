import { formsApi } from '@formwork/contract/forms/api.ts';
import { useEffect } from 'react';
import { actingFor } from '../http/acting-for.ts';
import { call } from '../http/call.ts';
import { refresh } from '../http/query.ts';

/** Keeps in mind that the application was opened; whoever works for somebody else leaves no trace among theirs. */
export function useVisit(appId: string | undefined): void {
  useEffect(() => {
    if (appId === undefined || actingFor() !== undefined) return;
    // nothing hangs on it
    call(formsApi.visitApp, { params: { appId } }).then(
      () => refresh(formsApi.ownApps),
      () => {},
    );
  }, [appId]);
}
