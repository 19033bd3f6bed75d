import {
  snippetCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { Node } from '@formwork/feel/ast.ts';
import { toShown, type NamedField } from '@formwork/feel/names.ts';
import { propertiesOf, typeName, type FeelType } from '@formwork/feel/types.ts';
import type { Translate } from '@formwork/web/i18n/i18n.ts';
import { readFormula, type FormulaScope, type Reading } from './formula.ts';
import { functionHelp, functionNames } from './function-help.ts';
import { helpElement } from './help-element.ts';
import { pinyinInitials } from './pinyin.ts';
import { typeText } from './problem-text.ts';

/** Something that can be written here; `words` are what else it is found by, `rank` puts fields before functions. */
interface Candidate {
  readonly completion: Completion;
  readonly words: readonly string[];
  readonly rank: number;
}

/** What may stand where the cursor is: members behind a dot, else fields, what a loop or filter declares, functions, forms of the language. */
export function completeFormula(
  context: CompletionContext,
  reading: Reading,
  scope: FormulaScope,
  t: Translate,
): CompletionResult | null {
  const { pos } = context;
  const current =
    reading.text === context.state.doc.toString() ? reading : readFormula(context.state.doc.toString(), scope);
  if (
    current.tokens.some(
      ({ from, to, kind }) => (kind === 'string' || kind === 'comment' || kind === 'moment') && from < pos && pos < to,
    )
  )
    return null;
  const written = /[\p{L}\p{N}_]*$/u.exec(current.text.slice(0, pos))![0];
  const from = pos - written.length;
  const dot = /\.\s*$/.exec(current.text.slice(0, from));
  const afterDot = dot !== null && !/\d\s*\.\s*$/.test(current.text.slice(0, from));
  if (!afterDot && written === '' && !context.explicit) return null;
  if (!afterDot && /^\d/.test(written)) return null;
  const candidates = afterDot
    ? memberCandidates(current, dot.index, scope, t)
    : [
        ...innerCandidates(current, pos, scope, t),
        ...fieldCandidates(scope, t),
        ...functionCandidates(t),
        ...formCandidates(t),
      ];
  const options = ranked(candidates, written);
  return options.length === 0 ? null : { from, options, filter: false };
}

function ranked(candidates: readonly Candidate[], written: string): Completion[] {
  const wanted = written.toLowerCase();
  return candidates
    .map((candidate) => ({ candidate, score: scoreOf(candidate, wanted) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || b.candidate.rank - a.candidate.rank)
    .slice(0, 60)
    .map(({ candidate }) => candidate.completion);
}

function scoreOf({ completion, words }: Candidate, wanted: string): number {
  if (wanted === '') return 1;
  const label = (completion.displayLabel ?? completion.label).toLowerCase();
  if (label.startsWith(wanted)) return 4;
  if (words.some((word) => word.startsWith(wanted))) return 3;
  if (label.includes(wanted)) return 2;
  return wanted.length > 1 && words.some((word) => word.includes(wanted)) ? 1 : 0;
}

function fieldCandidates({ names, shown, types }: FormulaScope, t: Translate): Candidate[] {
  const whole = (field: NamedField) =>
    candidateOf(field.title, toShown(field.id, names), types[field.id] ?? shown[field.title], 3, t);
  const columns = names.flatMap((table) =>
    (table.fields ?? []).map((column) =>
      candidateOf(
        `${table.title}.${column.title}`,
        toShown(`${table.id}.${column.id}`, names),
        columnType(types[table.id], column.id),
        2,
        t,
      ),
    ),
  );
  return [...names.map(whole), ...columns];
}

function columnType(table: FeelType | undefined, column: string): FeelType | undefined {
  const row = table?.kind === 'list' ? table.item : undefined;
  return row?.kind === 'context' ? row.fields[column] : undefined;
}

function candidateOf(title: string, apply: string, type: FeelType | undefined, rank: number, t: Translate): Candidate {
  return {
    completion: {
      label: apply,
      displayLabel: title,
      apply,
      type: 'field',
      ...(type && { detail: typeText(typeName(type), t) }),
    },
    words: [title.toLowerCase(), pinyinInitials(title)],
    rank,
  };
}

/** Members of what stands before the dot. */
function memberCandidates(reading: Reading, dot: number, scope: FormulaScope, t: Translate): Candidate[] {
  const end = reading.text.slice(0, dot).trimEnd().length;
  let before: Node | undefined;
  for (const node of reading.checked.typeOf.keys())
    if (node.to === end && (!before || node.from > before.from)) before = node;
  const type = before && reading.checked.typeOf.get(before);
  return type ? membersOf(type, scope.names, t) : [];
}

function membersOf(type: FeelType, names: readonly NamedField[], t: Translate): Candidate[] {
  const inner = type.kind === 'list' ? type.item : type;
  if (inner.kind !== 'context')
    return Object.entries(propertiesOf[inner.kind] ?? {}).map(([name, of]) => candidateOf(name, name, of, 3, t));
  // every field is in the type under its id, and under its title when that is its own
  const titles = new Map(
    [...names, ...names.flatMap(({ fields }) => fields ?? [])].map((field) => [field.id, field.title]),
  );
  return Object.entries(inner.fields)
    .filter(([key]) => !titles.has(key))
    .map(([key, of]) => candidateOf(key, /^[\p{L}_][\p{L}\p{N}_]*$/u.test(key) ? key : `\`${key}\``, of, 3, t));
}

/** Columns inside a filter, variables inside a loop. */
function innerCandidates(reading: Reading, pos: number, scope: FormulaScope, t: Translate): Candidate[] {
  const found: Candidate[] = [];
  for (const node of reading.checked.typeOf.keys()) {
    if (pos < node.from || pos > node.to) continue;
    if (node.kind === 'filter' && pos > node.of.to)
      found.push(
        ...membersOf(reading.checked.typeOf.get(node.of)!, scope.names, t).map((own) => ({ ...own, rank: 4 })),
      );
    if (node.kind === 'for' || node.kind === 'quantified')
      for (const { name } of node.iterators) if (name !== '') found.push(candidateOf(name, name, undefined, 4, t));
  }
  return found;
}

const functionCandidates = (t: Translate): Candidate[] =>
  functionNames.map((name) => {
    const help = functionHelp(name, t);
    return {
      completion: {
        label: name,
        type: 'function',
        detail: help?.explanation ?? '',
        info: () => (help ? helpElement(help) : null),
        apply(view, _, from, to) {
          const open = view.state.sliceDoc(to, to + 1) === '(' ? '' : '()';
          view.dispatch({
            changes: { from, to, insert: name + open },
            selection: { anchor: from + name.length + 1 },
            userEvent: 'input.complete',
          });
        },
      },
      words: [help?.explanation.toLowerCase() ?? ''],
      rank: name === name.toUpperCase() ? 1 : 0,
    };
  });

const forms = ['if', 'for', 'some', 'every', 'between'] as const;

function formCandidates(t: Translate): Candidate[] {
  const gap = (key: string) => `#{${t(`formula.form.${key}`)}}`;
  const templates: Record<(typeof forms)[number], string> = {
    if: `if ${gap('condition')} then ${gap('then')} else ${gap('else')}`,
    for: `for ${gap('element')} in ${gap('list')} return ${gap('result')}`,
    some: `some ${gap('element')} in ${gap('list')} satisfies ${gap('condition')}`,
    every: `every ${gap('element')} in ${gap('list')} satisfies ${gap('condition')}`,
    between: `between ${gap('low')} and ${gap('high')}`,
  };
  const words = ['and', 'or', 'then', 'else', 'in', 'return', 'satisfies', 'true', 'false', 'null'];
  return [
    ...forms.map((name) => ({
      completion: snippetCompletion(templates[name], {
        label: name,
        type: 'keyword',
        detail: t(`formula.form.${name}`),
      }),
      words: [],
      rank: 1,
    })),
    ...words.map((name) => ({ completion: { label: name, type: 'keyword' }, words: [], rank: 0 })),
  ];
}
