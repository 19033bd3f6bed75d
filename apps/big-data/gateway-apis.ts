import { pathTo } from '@formwork/contract/routes.ts';
import { resourceOf } from '@formwork/web/resources/resource.ts';

export const gatewayApis = resourceOf({
  kind: 'gateway_api',
  area: 'gateway',
  title: 'gateway.title',
  add: 'gateway.api.add',
  none: 'gateway.api.none',
  noneHint: 'gateway.api.none_hint',
  hrefOf: (cid) => pathTo('esbConfig', { cid }),
});
