import type { App } from '@formwork/contract/forms/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { keepActing } from '../http/acting-for.ts';

/** Where an application is worked in, whatever kind it is. */
export function appAddress({ id, kind }: Pick<App, 'id' | 'kind'>): string {
  return kind === 'files' ? pathTo('fileApp', { appId: id }) : keepActing(pathTo('appList', { appId: id }));
}
