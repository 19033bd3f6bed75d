import type { Given, Rule, Start, Statement, Typed } from '@formwork/contract/rules/rule.ts';
import type { Table } from '@formwork/contract/rules/table.ts';
import { written, writtenName as name } from './written.ts';
import { words, type Word } from './words.ts';

export type Language = 'en' | 'zh';

/** A rule as text. Places in the graph and folds are not written; `readRules` finds them again by what stands there. */
export function printRule(rule: Rule, language: Language = 'en'): string {
  const w = (word: Word) => (language === 'zh' ? words[word] : word);
  const printer = new Printer(w);
  printer.line(`${w('rule')} ${quoted(rule.name)}`);
  printer.within(() => {
    for (const start of rule.starts) printer.line(printer.start(start));
    if (rule.at !== 'later') printer.line(`${w('at')} ${rule.at}`);
    if (rule.runsAs !== 'author') printer.line(`${w('as')} ${rule.runsAs}`);
    for (const one of rule.types) printer.line(`${w('type')} ${name(one.name)} = ${written(one.type, 'line')}`);
    printer.typed('input', rule.inputs);
    printer.typed('output', rule.outputs);
    printer.body(rule.body);
  });
  return printer.text();
}

export const printRules = (rules: readonly Rule[], language: Language = 'en'): string =>
  rules.map((rule) => printRule(rule, language)).join('\n');

const quoted = (text: string): string => JSON.stringify(text);

class Printer {
  private readonly lines: string[] = [];
  private indent = '';
  private readonly w: (word: Word) => string;

  constructor(w: (word: Word) => string) {
    this.w = w;
  }

  text(): string {
    return `${this.lines.join('\n')}\n`;
  }

  line(text: string): void {
    this.lines.push((this.indent + text).trimEnd());
  }

  within(print: () => void): void {
    this.indent += '  ';
    print();
    this.indent = this.indent.slice(2);
  }

  typed(word: 'input' | 'output', list: readonly Typed[]): void {
    for (const one of list) this.line(`${this.w(word)} ${name(one.name)}: ${written(one.type, 'line')}`);
  }

  start(start: Start): string {
    const { w } = this;
    const parts: string[] = [w('on'), start.on];
    if ('fields' in start && start.fields.length > 0) parts.push(`(${start.fields.map(name).join(', ')})`);
    if (start.on === 'date') parts.push(`(${name(start.field)})`);
    const text = startText(start);
    if (text !== undefined) parts.push(quoted(text));
    if ('form' in start) parts.push(w('of'), name(start.form));
    if (start.on === 'date') parts.push(w('shift'), quoted(start.shift));
    if ('working' in start && start.working) parts.push(w('working'));
    return parts.join(' ');
  }

  body(statements: readonly Statement[]): void {
    for (const statement of statements) {
      this.note(statement.note);
      this.statement(statement);
    }
  }

  private note(note: string | undefined): void {
    if (note !== undefined) for (const line of note.split('\n')) this.lines.push(`${this.indent}// ${line}`);
  }

  private statement(statement: Statement): void {
    const { w } = this;
    switch (statement.kind) {
      case 'let':
        return this.line(`${w('let')} ${name(statement.name)} = ${written(statement.value, 'lines')}`);
      case 'set':
        return this.line(`${w('set')} ${statement.target.map(name).join('.')} = ${written(statement.value, 'lines')}`);
      case 'when': {
        let word: Word = statement.emptyIsNo ? 'whenever' : 'when';
        for (const { condition, body } of statement.branches) {
          this.block(`${w(word)} ${written(condition, 'condition')} ${w('then')}`, body);
          word = 'elsewhen';
        }
        if (statement.otherwise) this.block(w('otherwise'), statement.otherwise);
        return this.line(w('end'));
      }
      case 'each':
        this.block(
          `${w('each')} ${name(statement.item)} ${w('in')} ${written(statement.list, 'condition')} ${w('do')}`,
          statement.body,
        );
        return this.line(w('end'));
      case 'match':
        return this.match(statement);
      case 'act':
        return this.act(statement);
      case 'run':
        return this.call(`${w('run')} ${quoted(statement.rule)}`, statement.as, statement.input);
      case 'script':
        return this.call(`${w('script')} ${quoted(statement.script)}`, statement.as, statement.input);
      case 'stop': {
        const field = statement.field === undefined ? '' : ` ${w('at')} ${name(statement.field)}`;
        const text =
          statement.text === undefined ? '' : ` ${statement.text === '' ? 'feel""' : written(statement.text, 'line')}`;
        return this.line(w('stop') + field + text);
      }
    }
  }

  private block(head: string, body: readonly Statement[]): void {
    this.line(head);
    this.within(() => this.body(body));
  }

  private act(act: Extract<Statement, { kind: 'act' }>): void {
    const { w } = this;
    const verb = verbs[act.action];
    const target =
      act.target === undefined ? '' : ` ${verb && act.target !== '' ? '' : `${w('of')} `}${name(act.target)}`;
    const head = verb ? w(verb) : `${w('do')} ${quoted(act.action)}`;
    this.line(head + target + this.as(act.as));
    this.within(() => {
      if (act.where !== undefined) this.line(`${w('where')} ${written(act.where, 'line')}`);
      if (act.most !== undefined) this.line(`${w('most')} ${act.most}`);
      this.given(act.input);
    });
  }

  private call(head: string, as: string | undefined, input: readonly Given[]): void {
    this.line(head + this.as(as));
    this.within(() => this.given(input));
  }

  private as(as: string | undefined): string {
    return as === undefined ? '' : ` ${this.w('as')} ${name(as)}`;
  }

  private given(input: readonly Given[]): void {
    for (const { name: field, value } of input) this.line(`- ${name(field)} = ${written(value, 'line')}`);
  }

  private match({ into, name: result, table }: Extract<Statement, { kind: 'match' }>): void {
    const { w } = this;
    const policy = [...table.policy.split(' '), ...(table.aggregation ? [table.aggregation] : [])].join(' ');
    const setting = into === 'set' ? `${w('set')} ` : result === undefined ? '' : `${w('let')} ${name(result)} = `;
    const outputs = table.outputs.map((output) => output.name.split('.').map(name).join('.')).join(', ');
    const inputs = table.inputs.map(({ text }) => written(text, 'item') || 'feel""').join(', ');
    this.line(`${w('match')} (${policy}) ${setting}${outputs}${inputs === '' ? '' : ` ${w('by')} ${inputs}`}`);
    this.within(() => {
      this.columns(table);
      for (const rule of table.rules) {
        this.note(rule.note);
        const cells = [...rule.tests, ...rule.outputs].map((cell) => written(cell, 'cell'));
        this.line(`| ${cells.join(' | ')} |`);
      }
    });
    this.line(w('end'));
  }

  private columns({ inputs, outputs }: Table): void {
    const fact = (column: number, word: string, text: string | undefined) => {
      if (text !== undefined) this.line(`${this.w('column')} ${column + 1} ${word} ${written(text, 'line')}`);
    };
    for (const [i, { type, allowed }] of inputs.entries()) {
      fact(i, 'typed', type);
      fact(i, 'allowed', allowed);
    }
    for (const [i, { type, values, otherwise }] of outputs.entries()) {
      fact(inputs.length + i, 'typed', type);
      fact(inputs.length + i, 'values', values);
      fact(inputs.length + i, 'default', otherwise);
    }
  }
}

/** Actions with a word of their own. */
export const verbs: Readonly<Record<string, 'create' | 'update' | 'delete'>> = {
  'records.create': 'create',
  'records.update': 'update',
  'records.delete': 'delete',
};

function startText(start: Start): string | undefined {
  switch (start.on) {
    case 'time':
      return start.cron;
    case 'every':
      return start.span;
    case 'message':
      return start.name;
    case 'step':
      return start.node;
    case 'button':
      return start.button;
    case 'device':
      return start.event;
    case 'alarm':
      return start.alarm;
    case 'webhook':
      return start.key;
    default:
      return undefined;
  }
}
