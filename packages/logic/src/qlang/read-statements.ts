import type { Given, Match, Statement, When } from '@formwork/contract/rules/rule.ts';
import { aggregations, hitPolicies, type Table } from '@formwork/contract/rules/table.ts';
import type { SyntaxNode } from '@lezer/common';
import { contentAt, contentOf, type Reader } from './reader.ts';
import { inText, stretchEnd } from './scan.ts';

export function readStatements(reader: Reader, nodes: readonly SyntaxNode[]): Statement[] {
  return nodes.flatMap((node) => {
    const read = readers[node.name];
    if (!read) return [];
    const note = reader.notesBefore(node.from);
    const id = reader.newId();
    const to = node.firstChild?.from ?? node.to;
    reader.places.set(`${id}/`, { from: node.from, to: Math.max(to, node.from + 1), exact: false });
    const statement = read(reader, node, id);
    return [note === undefined ? statement : { ...statement, note }];
  });
}

type Read = (reader: Reader, node: SyntaxNode, id: string) => Statement;

const readers: Readonly<Record<string, Read>> = {
  Let: (reader, node, id) => ({
    id,
    kind: 'let',
    name: reader.name(node.getChild('Name')),
    value: feel(reader, node, node.getChild('Lines'), id, 'value'),
  }),
  Set: (reader, node, id) => ({
    id,
    kind: 'set',
    target: path(reader, node.getChild('Path')).slice(0, 2),
    value: feel(reader, node, node.getChild('Lines'), id, 'value'),
  }),
  When: readWhen,
  Each: (reader, node, id) => ({
    id,
    kind: 'each',
    item: reader.name(node.getChild('Name')),
    list: feel(reader, node, node.getChild('Condition'), id, 'list'),
    body: body(reader, node),
  }),
  Match: readMatch,
  Act: readAct,
  Run: (reader, node, id) => ({
    id,
    kind: 'run',
    rule: reader.string(node.getChild('String')),
    ...call(reader, node, id),
  }),
  Script: (reader, node, id) => ({
    id,
    kind: 'script',
    script: reader.string(node.getChild('String')),
    ...call(reader, node, id),
  }),
  Stop(reader, node, id) {
    const [field, text] = [node.getChild('Target'), node.getChild('Line')];
    return {
      id,
      kind: 'stop',
      ...(field && { field: reader.name(field.getChild('Name')) }),
      ...(text && { text: feel(reader, node, text, id, 'text') }),
    };
  },
};

function readWhen(reader: Reader, node: SyntaxNode, id: string): When {
  const branches = [node, ...node.getChildren('ElseWhen')].map((branch, i) => {
    const condition = feel(reader, branch, branch.getChild('Condition'), id, `branches.${i}.condition`);
    return { condition, body: body(reader, branch) };
  });
  const otherwise = node.getChild('Otherwise');
  return {
    id,
    kind: 'when',
    branches,
    ...(otherwise && { otherwise: body(reader, otherwise) }),
    ...(node.getChild('Whenever') && { emptyIsNo: true }),
  };
}

const body = (reader: Reader, node: SyntaxNode): Statement[] => readStatements(reader, children(node.getChild('Body')));

function children(node: SyntaxNode | null): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node?.firstChild ?? null; child; child = child.nextSibling) found.push(child);
  return found;
}

const path = (reader: Reader, node: SyntaxNode | null): string[] =>
  (node?.getChildren('Name') ?? []).map((name) => reader.name(name));

/** A text of FEEL, and where it stands; one that is missing is told at the end of what it belongs to. */
function feel(reader: Reader, owner: SyntaxNode, node: SyntaxNode | null, id: string, part: string): string {
  if (!node) {
    const end = owner.firstChild?.nextSibling?.to ?? owner.to;
    reader.report('rules.problem.missing', end, end);
    return '';
  }
  const { text, place } = contentOf(reader, node);
  if (place) reader.places.set(`${id}/${part}`, place);
  return text;
}

function call(reader: Reader, node: SyntaxNode, id: string): { as?: string; input: Given[] } {
  const as = node.getChild('As')?.getChild('Name');
  return {
    ...(as && { as: reader.name(as) }),
    input: node
      .getChildren('Field')
      .map((field, i) => ({
        name: reader.name(field.getChild('Name')),
        value: feel(reader, field, field.getChild('Line'), id, `input.${i}`),
      })),
  };
}

function readAct(reader: Reader, node: SyntaxNode, id: string): Statement {
  const own = node.getChild('Do')?.getChild('String');
  const verb = (['Create', 'Update', 'Delete'] as const).find((name) => node.getChild(name));
  const action = own ? reader.string(own) : `records.${verb?.toLowerCase() ?? ''}`;
  const target = node.getChild('Target')?.getChild('Name');
  const where = node.getChild('Where');
  const most = node.getChild('Most')?.getChild('Number');
  return {
    id,
    kind: 'act',
    action,
    ...(target && { target: reader.name(target) }),
    ...(where && { where: where.getChild('Line') ? feel(reader, where, where.getChild('Line'), id, 'where') : '' }),
    ...(most && { most: Number(reader.slice(most)) }),
    ...call(reader, node, id),
  };
}

function readMatch(reader: Reader, node: SyntaxNode, id: string): Match {
  const variable = node.getChild('Variable')?.getChild('Name');
  const table: Table = {
    ...readPolicy(reader, node.getChild('Policy')),
    inputs: (node.getChild('By')?.getChildren('Item') ?? []).map((item, i) => ({
      text: feel(reader, node, item, id, `table.inputs.${i}.text`),
    })),
    outputs: (node.getChild('Outputs')?.getChildren('Path') ?? []).map((output) => ({
      name: path(reader, output).join('.'),
    })),
    rules: [],
  };
  for (const column of node.getChildren('Column')) readColumn(reader, column, table);
  for (const row of node.getChildren('Row')) readRow(reader, row, id, table, reader.notesBefore(row.from));
  return {
    id,
    kind: 'match',
    into: node.getChild('Setting') ? 'set' : 'let',
    ...(variable && { name: reader.name(variable) }),
    table,
  };
}

function readPolicy(reader: Reader, node: SyntaxNode | null): Pick<Table, 'policy' | 'aggregation'> {
  const names = node ? reader.slice(node).slice(1, -1).trim().split(/\s+/) : [];
  const whole = names.join(' ');
  const policy = hitPolicies.find((one) => one === whole);
  if (policy) return { policy };
  const [first, second] = names;
  const aggregation = aggregations.find((one) => one === second);
  if (first === 'collect' && aggregation && names.length === 2) return { policy: 'collect', aggregation };
  if (node) reader.report('rules.problem.wrong_value', node.from, node.to, { expected: hitPolicies.join(', ') });
  return { policy: 'first' };
}

/** `column 2 allowed >= 0`: inputs are counted first, then outputs. */
function readColumn(reader: Reader, node: SyntaxNode, { inputs, outputs }: Table): void {
  const number = Number(reader.slice(node.getChild('Number')!)) - 1;
  const word = reader.name(node.getChild('Name'));
  const { text } = contentOf(reader, node.getChild('Line'));
  const input = inputs[number];
  const output = outputs[number - inputs.length];
  if (word === 'typed' && (input ?? output)) (input ?? output)!.type = text;
  else if (word === 'allowed' && input) input.allowed = text;
  else if (word === 'values' && output) output.values = text;
  else if (word === 'default' && output) output.otherwise = text;
  else reader.report('rules.problem.wrong_value', node.from, node.to, { expected: 'typed, allowed, values, default' });
}

function readRow(reader: Reader, node: SyntaxNode, id: string, table: Table, note: string | undefined): void {
  const { text } = reader;
  const at = inText(text);
  const cells: string[] = [];
  const row = table.rules.length;
  let place = node.from + 1;
  while (place < node.to) {
    while (place < node.to && /[ \t]/.test(text[place]!)) place++;
    const end = text[place] === '|' ? place : Math.min(stretchEnd(at, place, 'cell'), node.to);
    if (place < node.to) {
      const content = contentAt(text, place, end);
      const n = cells.push(content.text) - 1;
      const inputs = table.inputs.length;
      const part = n < inputs ? `tests.${n}` : `outputs.${n - inputs}`;
      reader.places.set(`${id}/table.rules.${row}.${part}`, content.place);
    }
    place = end;
    while (place < node.to && /[ \t]/.test(text[place]!)) place++;
    place++;
  }
  const wanted = table.inputs.length + table.outputs.length;
  if (cells.length !== wanted)
    reader.report('rules.problem.wrong_value', node.from, node.to, { expected: `${wanted} cells` });
  const inputs = table.inputs.length;
  table.rules.push({
    tests: Array.from({ length: inputs }, (_, i) => cells[i] ?? ''),
    outputs: Array.from({ length: table.outputs.length }, (_, i) => cells[inputs + i] ?? ''),
    ...(note !== undefined && { note }),
  });
}
