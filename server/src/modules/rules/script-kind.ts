import { ruleScriptKind as pure, type RuleScript } from '@formwork/contract/rules/document.ts';
import type { DefinitionKind } from '../../platform/definition-kind.ts';

/** Scripts that rules run. */
export const scriptKind: DefinitionKind<RuleScript, RuleScript> = {
  ...pure,
  format: 1,
  migrate: (body) => body,
  permissions: { use: ['admin', 'user'], create: ['admin', 'user'] },
  problems: ({ code }) =>
    code.trim() === '' ? [{ code: 'rules.problem.empty_script', level: 'error', at: ['code'] }] : [],
  references: () => [],
  parts: () => [],
  rename: (body) => body,
  compile: (body) => body,
  words: (before, after) => (before && before.code !== after.code ? [{ code: 'rules.words.code', at: ['code'] }] : []),
};
