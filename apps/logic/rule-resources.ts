import { pathTo } from '@formwork/contract/routes.ts';
import { resourceOf } from '@formwork/web/resources/resource.ts';

const texts = { title: 'rules.designer.title', add: 'rules.add', none: 'rules.none', noneHint: 'rules.none_hint' };

export const rules = resourceOf({
  ...texts,
  kind: 'rule',
  area: 'rules',
  hrefOf: (id) => pathTo('ruleDesigner', { id, systemId: '0' }),
});

/** The same rules, which lead to the editor of texts. */
export const rulesAsText = resourceOf({
  ...texts,
  kind: 'rule',
  area: 'rules',
  title: 'rules.qlang.title',
  hrefOf: (id) => pathTo('qlangDesigner', {}, { id }),
});

export const scripts = resourceOf({
  kind: 'rule_script',
  area: 'rules',
  title: 'rules.script.title',
  add: 'rules.script.add',
  none: 'rules.script.none',
  noneHint: 'rules.script.none_hint',
  hrefOf: (id) => pathTo('qlangDesigner', {}, { script: id }),
});
