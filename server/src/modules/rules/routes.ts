import { rulesApi } from '@formwork/contract/rules/api.ts';
import { routeDirect, type Server } from '../../platform/http/http.ts';
import { callRule, pressRule } from './calls.ts';
import { readTable, writeTable } from './exchange.ts';
import { ruleHook } from './hooks.ts';
import { listWithCounts, ruleFacts } from './list.ts';
import { getTrace, listTraces, whyOf } from './trace-views.ts';
import { runTests, simulate, tryRule } from './try-rule.ts';

// each asks records, which are no part of the control plane: none of them holds a transaction of it
export function rulesRoutes(server: Server): void {
  routeDirect(server, rulesApi.list, listWithCounts);
  routeDirect(server, rulesApi.facts, ruleFacts);
  routeDirect(server, rulesApi.traces, listTraces);
  routeDirect(server, rulesApi.trace, getTrace);
  routeDirect(server, rulesApi.why, whyOf);
  routeDirect(server, rulesApi.tryRule, tryRule);
  routeDirect(server, rulesApi.runTests, runTests);
  routeDirect(server, rulesApi.simulate, simulate);
  routeDirect(server, rulesApi.call, callRule);
  routeDirect(server, rulesApi.press, pressRule);
  routeDirect(server, rulesApi.hook, ruleHook);
  routeDirect(server, rulesApi.readTable, readTable);
  routeDirect(server, rulesApi.writeTable, writeTable);
}
