import { actors, moments, statementsIn } from '@formwork/contract/rules/rule.ts';
import { hitPolicies } from '@formwork/contract/rules/table.ts';
import type { Facts } from '../facts.ts';
import { parser } from './parser.ts';
import { readRules } from './read.ts';
import { writtenName } from './written.ts';
import { beginning, words, type Word } from './words.ts';

export interface Completion {
  readonly label: string;
  readonly kind: 'word' | 'name' | 'action' | 'value';
}

export interface Completions {
  /** Where the word begins that is being written. */
  readonly from: number;
  /** In an expression the editor of expressions offers functions too. */
  readonly expression: boolean;
  readonly options: readonly Completion[];
}

const startKinds = [
  'created',
  'changed',
  'deleted',
  'saving',
  'date',
  'time',
  'every',
  'message',
  'step',
  'button',
  'device',
  'alarm',
  'webhook',
  'call',
];
const expressions = new Set(['Condition', 'Lines', 'Line', 'Item', 'Row']);

/** What could stand at a place of a text. */
export function completionsAt(text: string, at: number, facts: Facts): Completions {
  const from = at - (/[\p{L}\p{N}_]*$/u.exec(text.slice(0, at))?.[0].length ?? 0);
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, from);
  const chinese = /[\u4e00-\u9fff]/.test(line) || /^\s*规则/.test(text);
  const word = (one: Word): Completion => ({ label: chinese ? words[one] : one, kind: 'word' });
  const values = (list: readonly string[]) => list.map((label): Completion => ({ label, kind: 'value' }));
  const offer = (options: readonly Completion[], expression = false): Completions => ({ from, expression, options });
  const before = line.trimStart();
  if (before === '') return offer([...beginning].map(word));
  if (/^(on|当有)\s+$/.test(before)) return offer(values(startKinds));
  if (/^(at|位于)\s+$/.test(before)) return offer(values(moments));
  if (/^(as|作为)\s+$/.test(before)) return offer(values(actors));
  if (/^(match|匹配)\s*\([^)]*$/.test(before)) return offer(values(hitPolicies));
  if (/^(do|执行)\s+"[^"]*$/.test(before))
    return offer([...(facts.actions?.keys() ?? [])].map((label): Completion => ({ label, kind: 'action' })));
  const names = (list: Iterable<string>) =>
    [...list].map((name): Completion => ({ label: writtenName(name), kind: 'name' }));
  if (/^(set|设)\s+$/.test(before)) return offer(names(facts.writable ?? Object.keys(facts.types)));
  const node = parser.parse(text).resolveInner(at, -1);
  if (!expressions.has(node.name) && !/(=|by|依据|when|当|凡|elsewhen|否则若|in|取自|where|条件|\|)\s*$/.test(before))
    return offer([]);
  return offer(names(namesAt(text, at, facts)), true);
}

/** Fields, inputs of the rule, and what statements before have brought. */
function namesAt(text: string, at: number, facts: Facts): Set<string> {
  const names = new Set(Object.keys(facts.types));
  const read = readRules(text).rules.findLast(({ from }) => from <= at);
  if (!read) return names;
  for (const { name } of read.rule.inputs) names.add(name);
  const begun = new Set([...read.places].flatMap(([key, place]) => (place.from < at ? [key.split('/')[0]!] : [])));
  for (const statement of statementsIn(read.rule.body)) {
    if (!begun.has(statement.id)) continue;
    if (statement.kind === 'let') names.add(statement.name);
    if (statement.kind === 'each') names.add(statement.item).add('index');
    if (statement.kind === 'match' && statement.into === 'let')
      names.add(statement.name ?? statement.table.outputs[0]?.name ?? '');
    if ('as' in statement && statement.as !== undefined) names.add(statement.as);
  }
  names.delete('');
  return names;
}
