import { connectionsApi } from '@formwork/contract/connections/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { orchestrationApi, type FlowRun } from '@formwork/contract/orchestration/api.ts';
import { flowKind } from '@formwork/contract/orchestration/flow-kind.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { q } from '@formwork/web/http/query.ts';
import { listOf } from '@formwork/web/list/list-of.ts';
import { resourceOf } from '@formwork/web/resources/resource.ts';

export const flows = resourceOf({
  kind: flowKind.kind,
  area: flowKind.area,
  title: 'flows.title',
  add: 'flows.add',
  none: 'flows.none',
  noneHint: 'flows.none_hint',
  hrefOf: (id) => pathTo('orchestrationDesigner', { id }),
});

/** Runs of flows along their ids: filters stand in the address. */
export const flowRuns = listOf(orchestrationApi.runs, {
  address: ['search', 'state', 'definition', 'trigger', 'from', 'to'],
  page: ({ rows, next }: { rows: FlowRun[]; next: string | null }) => ({ rows, next }),
});

/** What nodes choose from. */
export const offered = () => q(runsApi.offered);
export const apps = () => q(formsApi.listApps);
export const connections = () => q(connectionsApi.list, { query: { limit: 200 } });
export const draftOf = (formId: string) => q(formsApi.getDraft, { params: { formId } });
