import { pathTo } from '@formwork/contract/routes.ts';
import { hasText, type Translate } from '../i18n/i18n.ts';

type AddressOf = (id: string, appId: string | null) => string | undefined;

/** Where definitions are edited, by kind: a line for each that has an editor. What has none is named without a link. */
const addresses: Readonly<Record<string, AddressOf>> = {
  gateway_api: (cid) => pathTo('esbConfig', { cid }),
  etl_task: (id) => pathTo('etlTaskDesign', {}, { id }),
  etl_flow: (id) => pathTo('etlFlows', {}, { id }),
  form: (tableId, appId) =>
    appId === null ? undefined : pathTo('formSettings', { appType: 'form', appId, version: 'draft', tableId }, {}),
  rule: (id) => pathTo('ruleDesigner', { id, systemId: '0' }),
  rule_script: (id) => pathTo('qlangDesigner', {}, { script: id }),
  flow: (tableId, appId) =>
    appId === null
      ? undefined
      : pathTo('formSettings', { appType: 'form', appId, version: 'draft', tableId }, { tab: 'flow' }),
  chart: (id) => pathTo('chartDesigner', { id }),
  dashboard: (id) => pathTo('combinedDesigner', { id }),
  screen: (id) => pathTo('combinedDesigner', { id }, { kind: 'screen' }),
  orchestration: (id) => pathTo('orchestrationDesigner', { id }),
};

export function addressOfDefinition({
  kind,
  id,
  appId,
}: {
  kind: string;
  id: string;
  appId: string | null;
}): string | undefined {
  return Object.hasOwn(addresses, kind) ? addresses[kind]!(id, appId) : undefined;
}

/** A kind as people call it; its own word until a domain has a text for it. */
export function kindName(kind: string, t: Translate): string {
  const key = `resources.kind.${kind}`;
  return hasText(key) ? t(key) : kind;
}
