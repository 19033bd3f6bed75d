import type { Problem, ProblemCode } from '@formwork/feel/problems.ts';
import type { Translate } from '@formwork/web/i18n/i18n.ts';

/** Gaps that hold the name of a type as the standard writes it. */
const typeGaps: Partial<Record<ProblemCode, readonly string[]>> = {
  'feel.wrong_operands': ['left', 'right'],
  'feel.wrong_operand': ['type'],
  'feel.not_a_condition': ['type'],
  'feel.wrong_filter': ['type'],
  'feel.not_a_function': ['type'],
  'feel.wrong_argument': ['expected', 'given'],
  'feel.unreadable': ['type'],
  'feel.not_comparable': ['left', 'right'],
};

/** What is wrong, in the person's language, types included. */
export function problemText({ code, data = {} }: Problem, t: Translate): string {
  if (code === 'feel.unknown_name' && data.name === '?') return t('formula.gap');
  const gaps = typeGaps[code] ?? [];
  return t(
    code,
    Object.fromEntries(
      Object.entries(data).map(([gap, value]) => [gap, gaps.includes(gap) ? typeText(String(value), t) : value]),
    ),
  );
}

const typeKeys: Readonly<Record<string, string>> = {
  number: 'formula.type.number',
  string: 'formula.type.string',
  boolean: 'formula.type.boolean',
  date: 'formula.type.date',
  time: 'formula.type.time',
  'date and time': 'formula.type.date_time',
  'days and time duration': 'formula.type.days',
  'years and months duration': 'formula.type.months',
  Any: 'formula.type.any',
  Null: 'formula.type.empty',
  context: 'formula.type.context',
  function: 'formula.type.function',
  list: 'formula.type.list',
  range: 'formula.type.range',
};

/** The name of a type for people: `list<number>` is a list of numbers. */
export function typeText(name: string, t: Translate): string {
  if (Object.hasOwn(typeKeys, name)) return t(typeKeys[name]!);
  const inner = /^(list|range)<(.*)>$/.exec(name);
  if (inner)
    return t(inner[1] === 'list' ? 'formula.type.list_of' : 'formula.type.range_of', { type: typeText(inner[2]!, t) });
  if (name.startsWith('context')) return t('formula.type.context');
  return name.startsWith('function') ? t('formula.type.function') : name;
}
