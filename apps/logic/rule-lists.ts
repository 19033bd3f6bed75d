import { rulesApi } from '@formwork/contract/rules/api.ts';
import { listOf } from '@formwork/web/list/list-of.ts';

/** What the overview of rules reads first, by its address. */
export const engineRules = listOf(rulesApi.list, { address: ['search'] });
export const ruleTraces = listOf(rulesApi.traces, { address: ['rule', 'state', 'record'] });
