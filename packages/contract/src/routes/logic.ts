import type { Route } from '../routes.ts';

/** Pages of the application `logic`. */
export const logicRoutes = [
  {
    id: 'orchestration', pattern: '/{spaceUri?}/orchestration', title: { zh: '逻辑编排', en: 'Logic orchestration' }, owner: ['admin'],
    layout: 'index', app: 'logic', page: 'pages/orchestration/FlowsPage',
    belong: 'console',
  },
  {
    id: 'orchestrationDesigner', pattern: '/{spaceUri?}/orchestration/designer/{id}', title: { zh: '编排设计', en: 'Orchestration designer' }, owner: ['admin'],
    layout: 'index', app: 'logic', page: 'pages/orchestration/FlowPage',
    belong: 'console',
  },
  {
    id: 'orchestrationRuns', pattern: '/{spaceUri?}/orchestration/runs/{id?}', title: { zh: '运行记录', en: 'Orchestration runs' }, owner: ['admin'],
    layout: 'index', app: 'logic', page: 'pages/orchestration/RunsPage',
    belong: 'console',
  },
  {
    id: 'rulesEngine', pattern: '/{spaceUri?}/rulesengine', title: { zh: '规则引擎', en: 'Rules engine' }, owner: ['admin', 'user'],
    layout: 'customer', app: 'logic', page: 'pages/engine/RulesEnginePage', style: true,
  },
  {
    id: 'ruleDesignerList', pattern: '/{spaceUri?}/ruledesigner', title: { zh: '规则设计器', en: 'Rule designer' }, owner: ['admin', 'user'],
    layout: 'customer', app: 'logic', page: 'pages/designer/RuleDesignerListPage', style: true,
  },
  {
    id: 'ruleDesigner', pattern: '/{spaceUri?}/ruledesigner/designer/{id}/{systemId}/{releaseId?}', title: { zh: '规则设计', en: 'Rule design' }, owner: ['admin', 'user'],
    layout: 'customer', app: 'logic', page: 'pages/designer/RuleDesignerPage', style: true,
  },
  {
    id: 'qlangList', pattern: '/{spaceUri?}/qlangRuleDesignerList', title: { zh: '规则语言列表', en: 'Rule language list' }, owner: ['admin', 'user'],
    layout: 'customer', app: 'logic', page: 'pages/qlang/QlangListPage', style: true,
  },
  {
    id: 'qlangDesigner', pattern: '/{spaceUri?}/qlangRuleDesigner', title: { zh: '规则语言设计', en: 'Rule language designer' }, owner: ['admin', 'user'],
    layout: 'customer', app: 'logic', page: 'pages/qlang/QlangPage', style: true,
  },
] as const satisfies readonly Route[];
