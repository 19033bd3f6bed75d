import { moments, actors, Start, ruleFormat, type Rule } from '@formwork/contract/rules/rule.ts';
import type { SyntaxNode } from '@lezer/common';
import type { RuleProblemCode } from '../problem.ts';
import { keepIds } from './keep-ids.ts';
import { parser } from './parser.ts';
import { readStatements } from './read-statements.ts';
import { contentOf, Reader } from './reader.ts';

/** What is wrong with a text, at its place in the whole text. */
export interface TextProblem {
  readonly code: RuleProblemCode;
  readonly from: number;
  readonly to: number;
  readonly data?: Readonly<Record<string, string | number>>;
}

export interface ReadRule {
  readonly rule: Rule;
  readonly from: number;
  readonly to: number;
  /** Where parts of statements stand, by `statement/part`; a place in the part is counted from there on. */
  readonly places: ReadonlyMap<string, Place>;
}

export interface Place {
  readonly from: number;
  readonly to: number;
  /** False where places within the part mean nothing, as in a text in quotes. */
  readonly exact: boolean;
}

export interface ReadRules {
  readonly rules: readonly ReadRule[];
  readonly problems: readonly TextProblem[];
}

/**
 * Reads every rule of a text; what cannot be read is a problem at its place, and the rules behind it stay whole. Statements keep the ids
 * that they have in `before`, the rules as they were, and with them their places in the graph.
 */
export function readRules(text: string, before: readonly Rule[] = []): ReadRules {
  const tree = parser.parse(text);
  const reader = new Reader(text);
  const found = tree.topNode.getChildren('RuleText').map((node): ReadRule => {
    reader.begin(node);
    const rule = readRule(reader, node);
    return { rule, from: node.from, to: node.to, places: reader.places };
  });
  if (found.length === 0) reader.report('rules.problem.no_rule', 0, Math.min(1, text.length));
  tree.iterate({
    enter(node) {
      if (node.type.isError)
        reader.report('rules.problem.unexpected', node.from, node.to, { found: foundAt(text, node) });
    },
  });
  return {
    rules: found.map((one, i) => {
      const old =
        before.find(({ name }) => name === one.rule.name) ?? (found.length === before.length ? before[i] : undefined);
      return old ? kept(one, old) : one;
    }),
    problems: reader.problems.toSorted((a, b) => a.from - b.from),
  };
}

/** The first rule of a text. */
export const readFirst = (text: string, before?: Rule): Rule | undefined =>
  readRules(text, before && [before]).rules[0]?.rule;

function kept(read: ReadRule, before: Rule): ReadRule {
  const ids = keepIds(before.body, read.rule.body);
  const known = new Set(ids.values());
  const layout = Object.fromEntries(Object.entries(before.layout).filter(([id]) => known.has(id)));
  const places = new Map(
    [...read.places].map(([key, place]) => {
      const [id = '', part = ''] = key.split('/');
      return [`${ids.get(id) ?? id}/${part}`, place];
    }),
  );
  return { ...read, rule: { ...read.rule, layout }, places };
}

const foundAt = (text: string, { from, to }: { from: number; to: number }): string =>
  text
    .slice(from, Math.max(to, from + 1))
    .slice(0, 20)
    .trim();

function readRule(reader: Reader, node: SyntaxNode): Rule {
  const rule: Rule = {
    format: ruleFormat,
    name: reader.string(node.getChild('String')),
    at: 'later',
    runsAs: 'author',
    inputs: [],
    outputs: [],
    types: [],
    starts: [],
    body: [],
    layout: {},
  };
  const statements: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) {
    const [first] = child.getChildren('Name');
    switch (child.name) {
      case 'Start':
        readStart(reader, child, rule);
        break;
      case 'Moment':
        rule.at = oneOf(reader, first, moments) ?? rule.at;
        break;
      case 'Actor':
        rule.runsAs = oneOf(reader, first, actors) ?? rule.runsAs;
        break;
      case 'Input':
      case 'Output':
      case 'TypeDefinition':
        (child.name === 'Input' ? rule.inputs : child.name === 'Output' ? rule.outputs : rule.types).push({
          name: reader.name(first),
          type: contentOf(reader, child.getChild('Line')).text || 'Any',
        });
        break;
      default:
        statements.push(child);
    }
  }
  rule.body = readStatements(reader, statements);
  const rest = reader.notesBefore(Infinity);
  const last = rule.body.at(-1);
  if (last && rest !== undefined) last.note = last.note === undefined ? rest : `${last.note}\n${rest}`;
  return rule;
}

function oneOf<T extends string>(reader: Reader, node: SyntaxNode | undefined, values: readonly T[]): T | undefined {
  const name = reader.name(node);
  const value = values.find((one) => one === name);
  if (!value && node) reader.report('rules.problem.wrong_value', node.from, node.to, { expected: values.join(', ') });
  return value;
}

function readStart(reader: Reader, node: SyntaxNode, rule: Rule): void {
  const on = reader.name(node.getChild('Name'));
  const text = reader.string(node.getChild('String'));
  const fields = (node.getChild('Fields')?.getChildren('Name') ?? []).map((name) => reader.name(name));
  const parsed = Start.safeParse({
    on,
    form: reader.name(node.getChild('Form')?.getChild('Name')),
    fields,
    field: fields[0],
    shift: reader.string(node.getChild('Shift')?.getChild('String')),
    working: node.getChild('Working') !== null,
    cron: text,
    span: text,
    name: text,
    node: text,
    button: text,
    event: text,
    alarm: text,
    key: text,
  });
  if (parsed.success) rule.starts.push(parsed.data);
  else reader.report('rules.problem.wrong_start', node.from, node.to, { start: on });
}
