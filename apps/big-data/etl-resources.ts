import { pathTo } from '@formwork/contract/routes.ts';
import { resourceOf } from '@formwork/web/resources/resource.ts';

export const etlTasks = resourceOf({
  kind: 'etl_task',
  area: 'etl',
  title: 'etltask.title',
  add: 'etltask.add',
  none: 'etltask.none',
  noneHint: 'etltask.none_hint',
  hrefOf: (id) => pathTo('etlTaskDesign', {}, { id }),
});

export const etlFlows = resourceOf({
  kind: 'etl_flow',
  area: 'etl',
  title: 'etltask.flows.title',
  add: 'etltask.flows.add',
  none: 'etltask.flows.none',
  noneHint: 'etltask.flows.none_hint',
  hrefOf: (id) => pathTo('etlFlows', {}, { id }),
});
