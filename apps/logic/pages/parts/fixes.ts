import type { CodeFix } from '@formwork/code-ui/code-problem.ts';
import type { Facts } from '@formwork/logic/facts.ts';
import type { Mark } from '@formwork/logic/qlang/check.ts';
import { writtenName } from '@formwork/logic/qlang/written.ts';
import type { Translate } from '@formwork/web/i18n/i18n.ts';

/** Names that were perhaps meant, and signs that other languages write otherwise. */
export function fixesOf(
  text: string,
  { from, to, code, data }: Mark,
  { types, actions }: Facts,
  t: Translate,
): CodeFix[] {
  const put = (insert: string): CodeFix => ({
    title: t('rules.fix.replace', { by: insert }),
    changes: [{ from, to, insert }],
  });
  if (code === 'feel.double_equals') return [put('=')];
  const written = text.slice(from, to);
  const name = String(data?.name ?? data?.action ?? written);
  if (code === 'rules.problem.unknown_action')
    return closest(name, [...(actions?.keys() ?? [])]).map((one) => put(`"${one}"`));
  if (code !== 'rules.problem.unknown_field' && code !== 'feel.unknown_name') return [];
  return closest(name, Object.keys(types)).map((one) => put(writtenName(one)));
}

function closest(name: string, known: readonly string[]): string[] {
  return known
    .map((one) => ({ one, far: distance(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ one, far }) => far <= Math.max(2, Math.floor(one.length / 3)))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ one }) => one);
}

/** How many letters differ. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length]!;
}
