import { mentionsOf } from './names.ts';
import type { Match, Rule, Statement } from '@formwork/contract/rules/rule.ts';
import type { Problem } from '../problem.ts';

export type WrittenDmn =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const namespace = 'https://www.omg.org/spec/DMN/20230324/MODEL/';

/** A rule as a model of DMN 1.5; it may name values and tables alone: what acts has no place there and refuses it by its kind. */
export function writeDmn(rule: Rule, key: string): WrittenDmn {
  const problems = rule.body.flatMap((one): Problem[] =>
    (one.kind === 'match' && one.into === 'let') || one.kind === 'let'
      ? []
      : [{ code: 'rules.problem.unknown_node', data: { type: one.kind }, at: one.id }],
  );
  if (problems.length > 0) return { ok: false, problems };
  const names = new Map<string, string>(rule.inputs.map(({ name }, i) => [name, `input_${i + 1}`]));
  const decisions = rule.body.map((one) => {
    const text = decision(one, rule, names);
    names.set(resultName(one), one.id);
    return text;
  });
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<definitions xmlns="${namespace}" xmlns:dmndi="https://www.omg.org/spec/DMN/20230324/DMNDI/" xmlns:dc="http://www.omg.org/spec/DMN/20180521/DC/" id="${xml(key)}" name="${xml(rule.name)}" namespace="urn:formwork:${xml(key)}">`,
    ...rule.types.map(({ name, type }) => itemDefinition('itemDefinition', name, type)),
    ...rule.inputs.map(
      ({ name, type }, i) =>
        `<inputData id="input_${i + 1}" name="${xml(name)}"><variable name="${xml(name)}"${typeRef(type)}/></inputData>`,
    ),
    ...decisions,
    diagram(rule),
    '</definitions>',
  ];
  return { ok: true, text: `${text.join('\n')}\n` };
}

const resultName = (one: Statement): string =>
  one.kind === 'let' ? one.name : one.kind === 'match' ? (one.name ?? one.table.outputs[0]?.name ?? '') : '';

function decision(one: Statement, rule: Rule, names: ReadonlyMap<string, string>): string {
  const name = resultName(one);
  const type = rule.outputs.find((output) => output.name === name)?.type;
  const texts =
    one.kind === 'let'
      ? [one.value]
      : one.kind === 'match'
        ? [
            ...one.table.inputs.map(({ text }) => text),
            ...one.table.rules.flatMap((row) => [...row.tests, ...row.outputs]),
          ]
        : [];
  const required = mentionsOf(texts, [...names.keys()]).map((mentioned) => {
    const id = names.get(mentioned)!;
    return `<informationRequirement><${id.startsWith('input_') ? 'requiredInput' : 'requiredDecision'} href="#${xml(id)}"/></informationRequirement>`;
  });
  const logic =
    one.kind === 'match'
      ? decisionTable(one)
      : `<literalExpression><text>${xml(one.kind === 'let' ? one.value : '')}</text></literalExpression>`;
  return `<decision id="${xml(one.id)}" name="${xml(name)}"><variable name="${xml(name)}"${typeRef(type)}/>${required.join('')}${logic}</decision>`;
}

function decisionTable({ table }: Match): string {
  const text = (tag: string, content: string) => `<${tag}><text>${xml(content)}</text></${tag}>`;
  const optional = (tag: string, content: string | undefined) => (content === undefined ? '' : text(tag, content));
  const aggregation = table.aggregation ? ` aggregation="${table.aggregation.toUpperCase()}"` : '';
  return [
    `<decisionTable hitPolicy="${table.policy.toUpperCase()}"${aggregation}>`,
    ...table.inputs.map(
      (input) =>
        `<input><inputExpression${typeRef(input.type)}><text>${xml(input.text)}</text></inputExpression>${optional('inputValues', input.allowed)}</input>`,
    ),
    ...table.outputs.map(
      (output) =>
        `<output${output.name === '' ? '' : ` name="${xml(output.name)}"`}${typeRef(output.type)}>${optional('outputValues', output.values)}${optional('defaultOutputEntry', output.otherwise)}</output>`,
    ),
    ...table.rules.map(
      ({ tests, outputs, note }) =>
        `<rule>${tests.map((cell) => text('inputEntry', cell || '-')).join('')}${outputs.map((cell) => text('outputEntry', cell)).join('')}${optional('annotationEntry', note)}</rule>`,
    ),
    '</decisionTable>',
  ].join('');
}

/** Structured types become components, lists collections. */
function itemDefinition(tag: string, name: string, type: string): string {
  const list = /^list<(.*)>$/s.exec(type.trim());
  const inner = (list?.[1] ?? type).trim();
  const context = /^context<(.*)>$/s.exec(inner);
  const collection = list ? ' isCollection="true"' : '';
  const parts = context ? fieldsOf(context[1]!).map(([part, of]) => itemDefinition('itemComponent', part, of)) : null;
  return `<${tag} name="${xml(name)}"${collection}>${parts ? parts.join('') : inner === 'Any' ? '' : `<typeRef>${xml(inner)}</typeRef>`}</${tag}>`;
}

function fieldsOf(text: string): [name: string, type: string][] {
  const parts: string[] = [''];
  let depth = 0;
  for (const sign of text) {
    if (sign === '<') depth++;
    if (sign === '>') depth--;
    if (sign === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => {
    const colon = part.indexOf(':');
    return [part.slice(0, colon).trim(), part.slice(colon + 1).trim()];
  });
}

const typeRef = (type: string | undefined): string =>
  type === undefined || type === 'Any' || type.includes('<') ? '' : ` typeRef="${xml(type)}"`;

function diagram({ body, layout }: Rule): string {
  const shapes = body.flatMap(({ id }) => {
    const place = layout[id];
    return place
      ? [
          `<dmndi:DMNShape id="shape_${xml(id)}" dmnElementRef="${xml(id)}"><dc:Bounds x="${place.x}" y="${place.y}" width="160" height="60"/></dmndi:DMNShape>`,
        ]
      : [];
  });
  return shapes.length === 0
    ? ''
    : `<dmndi:DMNDI><dmndi:DMNDiagram id="diagram">${shapes.join('')}</dmndi:DMNDiagram></dmndi:DMNDI>`;
}

const xml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
