import type { DefinitionReference } from '@formwork/contract/definitions/kind.ts';
import { formOfRule } from '@formwork/contract/rules/document.ts';
import { statementsIn, type Rule } from '@formwork/contract/rules/rule.ts';
import { mentionsIn } from '@formwork/feel/mentions.ts';
import type { AssetRead, AssetShape, AssetWrite } from '../../platform/assets.ts';

/** A rule reads by conditions and writes by what it sets; what a field is set to is worked out of the fields it mentions. */
export function assetOfRule(rule: Rule, references: readonly DefinitionReference[]): AssetShape {
  const form = formOfRule(rule);
  const written = new Map<string, AssetWrite['to']>();
  const reads: AssetRead[] = [];
  const write = (id: string, part: string): void => {
    if (id !== '') written.set(`${id}/${part}`, { kind: 'form', id, part });
  };
  for (const one of statementsIn(rule.body)) {
    if (one.kind === 'set' && form !== undefined) {
      write(form, one.target.join('.'));
      for (const name of namesIn(one.value))
        reads.push({ from: { kind: 'form', id: form, part: name }, to: '', how: 'value' });
    }
    if (one.kind === 'when' && form !== undefined)
      for (const { condition } of one.branches)
        for (const name of namesIn(condition))
          reads.push({ from: { kind: 'form', id: form, part: name }, to: '', how: 'condition' });
    if (one.kind === 'act' && one.action.startsWith('records.') && one.target !== undefined)
      for (const { name } of one.input) write(one.target, name);
  }
  for (const { to } of references) {
    const at = { kind: to.kind, id: to.id, part: to.part };
    if (to.kind === 'form' && !written.has(`${to.id}/${to.part}`)) reads.push({ from: at, to: '', how: 'condition' });
    if (to.kind === 'rule') reads.push({ from: at, to: '', how: 'condition' });
  }
  return { columns: [], reads, writes: [...written.values()].map((to) => ({ from: '', to, how: 'value' })) };
}

function namesIn(text: string): Iterable<string> {
  try {
    return mentionsIn(text).names;
  } catch {
    return [];
  }
}
