import type { Use } from '@formwork/contract/forms/uses.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { addressOfDefinition } from '../resources/addresses.ts';

/** Where a use is to be changed; nothing for what belongs to single people. */
export function addressOfUse({ kind, definition, id, formId, appId, part }: Use): string | undefined {
  if (kind === 'menu') return pathTo(part === 'web' ? 'webNavigationEntry' : 'appNavigationEntry', { id });
  if (kind === 'contract') return pathTo('dataAssets', {}, { id, tab: 'contract' });
  if (definition !== undefined) return addressOfDefinition({ kind: definition, id, appId });
  if (formId === null || appId === null) return undefined;
  const settings = (query: Record<string, string | undefined>): string =>
    pathTo('formSettings', { appType: 'form', appId, version: 'draft', tableId: formId }, query);
  switch (kind) {
    case 'form':
      return settings({ at: part || undefined });
    case 'flow':
      return settings({ tab: 'flow', at: part || undefined });
    case 'template':
      return settings({ tab: 'print', template: id });
    case 'rules':
      return settings({ tab: 'permissions' });
    case 'notifications':
      return settings({ tab: 'notifications', at: part || undefined });
    case 'process':
      return settings({ tab: 'overview' });
    case 'buttons':
      return pathTo('sysButtons', { module: 'form', appId }, { form: id || undefined });
    case 'view':
      return pathTo('appList', { appId }, { form: formId, label: id });
    // domains show them in places of their own
    case 'definition':
    case 'ownView':
      return undefined;
    default:
      return kind satisfies never;
  }
}
