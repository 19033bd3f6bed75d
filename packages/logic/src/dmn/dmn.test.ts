import { linkModels } from '@formwork/feel/dmn/decide.ts';
import { readModel } from '@formwork/feel/dmn/model.ts';
import { fromPlain, toPlain } from '@formwork/feel/values.ts';
import { describe, expect, it } from 'vitest';
import { compileRule } from '../compile.ts';
import { evaluate } from '../evaluate.ts';
import { readDmn } from './read.ts';
import { writeDmn } from './write.ts';

const definitions = (inside: string) =>
  `<?xml version="1.0"?><definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/" xmlns:dmndi="https://www.omg.org/spec/DMN/20230324/DMNDI/" xmlns:dc="http://www.omg.org/spec/DMN/20180521/DC/" name="Loan" namespace="urn:test">${inside}</definitions>`;

const loan = definitions(`
  <itemDefinition name="tApplicant"><itemComponent name="age"><typeRef>number</typeRef></itemComponent><itemComponent name="monthly income"><typeRef>number</typeRef></itemComponent></itemDefinition>
  <inputData id="i1" name="Applicant"><variable name="Applicant" typeRef="tApplicant"/></inputData>
  <inputData id="i2" name="Amount"><variable name="Amount" typeRef="number"/></inputData>
  <decision id="d2" name="Approval"><variable name="Approval" typeRef="string"/>
    <informationRequirement><requiredDecision href="#d1"/></informationRequirement><informationRequirement><requiredInput href="#i1"/></informationRequirement>
    <decisionTable hitPolicy="FIRST">
      <input><inputExpression typeRef="string"><text>Risk class</text></inputExpression></input>
      <input><inputExpression typeRef="number"><text>Applicant.age</text></inputExpression></input>
      <output typeRef="string"/>
      <rule><inputEntry><text>"high"</text></inputEntry><inputEntry><text>-</text></inputEntry><outputEntry><text>"no"</text></outputEntry></rule>
      <rule><inputEntry><text>-</text></inputEntry><inputEntry><text>&lt; 18</text></inputEntry><outputEntry><text>"ask"</text></outputEntry></rule>
      <rule><inputEntry><text>-</text></inputEntry><inputEntry><text>-</text></inputEntry><outputEntry><text>"yes"</text></outputEntry></rule>
    </decisionTable></decision>
  <decision id="d1" name="Risk class"><variable name="Risk class" typeRef="string"/>
    <knowledgeRequirement><requiredKnowledge href="#k1"/></knowledgeRequirement><informationRequirement><requiredInput href="#i1"/></informationRequirement><informationRequirement><requiredInput href="#i2"/></informationRequirement>
    <context>
      <contextEntry><variable name="rate"/><invocation><literalExpression><text>burden</text></literalExpression><binding><parameter name="part"/><literalExpression><text>Amount</text></literalExpression></binding><binding><parameter name="whole"/><literalExpression><text>Applicant.monthly income</text></literalExpression></binding></invocation></contextEntry>
      <contextEntry><conditional><if><literalExpression><text>rate &gt; 0.5</text></literalExpression></if><then><literalExpression><text>"high"</text></literalExpression></then><else><literalExpression><text>"low"</text></literalExpression></else></conditional></contextEntry>
    </context></decision>
  <businessKnowledgeModel id="k1" name="burden"><variable name="burden"/><encapsulatedLogic><formalParameter name="part"/><formalParameter name="whole"/><literalExpression><text>part / whole</text></literalExpression></encapsulatedLogic></businessKnowledgeModel>
  <dmndi:DMNDI><dmndi:DMNDiagram><dmndi:DMNShape dmnElementRef="d1"><dc:Bounds x="10" y="20" width="1" height="1"/></dmndi:DMNShape></dmndi:DMNDiagram></dmndi:DMNDI>`);

const cases: [number, number, number][] = [
  [30, 1_000, 600],
  [17, 1_000, 100],
  [40, 1_000, 500],
];

function ruleOf(text: string) {
  const read = readDmn(text);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.rule;
}

function byRule(text: string, input: Record<string, unknown>) {
  const compiled = compileRule(ruleOf(text), { types: {} });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return evaluate(compiled, input, { now: 0, zone: 'UTC' }).result;
}

function byModel(text: string, input: Record<string, unknown>, decision: string) {
  const inputs = new Map(Object.entries(input).map(([name, value]) => [name, fromPlain(value, { kind: 'any' })]));
  return toPlain(linkModels([readModel(text)]).decide(decision, inputs)!.value);
}

describe('models of DMN', () => {
  it('become rules that decide the same, and are written back so that they still do', () => {
    const rule = ruleOf(loan);
    expect(rule.body.map((one) => [one.kind, one.id])).toEqual([
      ['let', 'k1'],
      ['let', 'd1'],
      ['match', 'd2'],
    ]);
    expect(rule.layout).toEqual({ d1: { x: 10, y: 20 } });
    const written = writeDmn(rule, 'loan');
    if (!written.ok) throw new Error(JSON.stringify(written.problems));
    const again = ruleOf(written.text);
    expect(again.body).toEqual(rule.body);
    expect([again.inputs, again.types]).toEqual([rule.inputs, rule.types]);
    for (const [age, income, amount] of cases) {
      const input = { Applicant: { age, 'monthly income': income }, Amount: amount };
      const expected = byModel(loan, input, 'Approval');
      expect(byRule(loan, input)).toMatchObject({ Approval: expected });
      expect(byRule(written.text, input)).toMatchObject({ Approval: expected });
      expect(byModel(written.text, input, 'Approval')).toBe(expected);
    }
  });

  it.each([
    [
      'Java',
      '<businessKnowledgeModel id="k" name="f"><encapsulatedLogic kind="Java"><context/></encapsulatedLogic></businessKnowledgeModel>',
      'rules.problem.java',
    ],
    [
      'a foreign language',
      '<decision id="d" name="d"><literalExpression expressionLanguage="http://groovy"><text>1</text></literalExpression></decision>',
      'rules.problem.foreign_function',
    ],
    [
      'mixed types',
      `<decision id="d" name="d"><decisionTable><input><inputExpression><text>x</text></inputExpression></input><output/>${['1', '"a"'].map((cell) => `<rule><inputEntry><text>${cell}</text></inputEntry><outputEntry><text>1</text></outputEntry></rule>`).join('')}</decisionTable></decision>`,
      'rules.problem.mixed_types',
    ],
    [
      '31 columns',
      `<decision id="d" name="d"><decisionTable>${'<input><inputExpression><text>x</text></inputExpression></input>'.repeat(30)}<output/></decisionTable></decision>`,
      'rules.problem.too_many_columns',
    ],
    [
      'an import',
      '<import name="other" namespace="urn:other"/><decision id="d" name="d"/>',
      'rules.problem.unknown_node',
    ],
    ['nothing', '', 'rules.problem.not_readable'],
    ['an open tag', '<decision>', 'rules.problem.not_readable'],
  ])('with %s are refused by name', (_, inside, code) => {
    const read = readDmn(definitions(inside));
    expect(read.ok ? [] : read.problems.map((problem) => problem.code)).toContain(code);
  });

  it('hold no statement that acts', () => {
    const rule = ruleOf(loan);
    const written = writeDmn({ ...rule, body: [{ id: 's', kind: 'set', target: ['a'], value: '1' }] }, 'x');
    expect(written).toMatchObject({
      ok: false,
      problems: [{ code: 'rules.problem.unknown_node', data: { type: 'set' } }],
    });
  });
});
