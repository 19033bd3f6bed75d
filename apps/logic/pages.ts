import type { PageList } from '@formwork/web/router/page-list.ts';
import { flowRuns, flows } from './flows.ts';
import { engineRules, ruleTraces } from './rule-lists.ts';
import { rules, rulesAsText } from './rule-resources.ts';

export const pages = {
  orchestration: {
    load: () => import('./pages/orchestration/FlowsPage.tsx'),
    texts: ['resources', 'flows', 'organization', 'records', 'iot'],
    reads: [flows.list],
  },
  orchestrationDesigner: {
    load: () => import('./pages/orchestration/FlowPage.tsx'),
    texts: [
      'resources',
      'document',
      'flows',
      'formula',
      'feel',
      'functions',
      'code',
      'organization',
      'records',
      'iot',
      'timing',
    ],
  },
  orchestrationRuns: {
    load: () => import('./pages/orchestration/RunsPage.tsx'),
    texts: ['flows', 'runs', 'jobs', 'iot'],
    reads: [flowRuns],
  },
  rulesEngine: {
    load: () => import('./pages/engine/RulesEnginePage.tsx'),
    texts: ['resources', 'document', 'rules', 'code', 'feel', 'organization', 'records', 'iot', 'timing'],
    reads: [engineRules, ruleTraces],
  },
  ruleDesignerList: {
    load: () => import('./pages/designer/RuleDesignerListPage.tsx'),
    texts: ['resources', 'rules', 'organization', 'records', 'iot'],
    reads: [rules.list],
  },
  ruleDesigner: {
    load: () => import('./pages/designer/RuleDesignerPage.tsx'),
    texts: ['resources', 'document', 'rules', 'code', 'feel', 'organization', 'records', 'iot', 'timing'],
  },
  qlangList: {
    load: () => import('./pages/qlang/QlangListPage.tsx'),
    texts: ['resources', 'rules', 'organization', 'records', 'iot'],
    reads: [rulesAsText.list],
  },
  qlangDesigner: {
    load: () => import('./pages/qlang/QlangPage.tsx'),
    texts: ['resources', 'document', 'rules', 'code', 'feel', 'organization', 'records', 'iot'],
  },
} satisfies PageList<'logic'>;
