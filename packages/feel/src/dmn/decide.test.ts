import { describe, expect, it } from 'vitest';
import { toPlain, type Val } from '../values.ts';
import { linkModels, type Decisions } from './decide.ts';
import { readModel } from './model.ts';

const model = (content: string, namespace = 'main'): string =>
  `<definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/" namespace="${namespace}" name="m">${content}</definitions>`;

const text = (expression: string): string =>
  `<literalExpression><text><![CDATA[${expression}]]></text></literalExpression>`;
const decision = (name: string, logic: string, requires: readonly string[] = [], type = ''): string =>
  `<decision id="${name}" name="${name}"><variable name="${name}" ${type && `typeRef="${type}"`}/>${requires.map((href) => `<informationRequirement><requiredDecision href="${href}"/></informationRequirement>`).join('')}${logic}</decision>`;

const link = (first: string, ...others: string[]): Decisions =>
  linkModels([readModel(first), ...others.map(readModel)]);
const ask = (decisions: Decisions, name: string, inputs: Record<string, Val> = {}): unknown =>
  toPlain(decisions.decide(name, new Map(Object.entries(inputs)))?.value ?? null);

describe('decisions', () => {
  it('build on what they require and on nothing else', () => {
    const decisions = link(
      model(
        `<inputData id="i" name="Monthly pay"><variable name="Monthly pay" typeRef="number"/></inputData>${decision('year', text('Monthly pay * 12'), ['#i'])}${decision('both', text('year + 1'), ['#year'])}${decision('blind', text('Monthly pay'))}`,
      ),
    );
    expect(ask(decisions, 'both', { 'Monthly pay': 100 })).toBe('1201');
    expect(ask(decisions, 'blind', { 'Monthly pay': 100 })).toBeNull();
    expect(decisions.problems).toMatchObject([{ element: 'blind', code: 'feel.unknown_name' }]);
    expect(decisions.decide('no such decision', new Map())).toBeNull();
  });

  it('that need themselves end with null', () => {
    expect(ask(link(model(`${decision('a', text('b'), ['#b'])}${decision('b', text('a'), ['#a'])}`)), 'a')).toBeNull();
  });

  it('have the type of their variable or are null', () => {
    const decisions = link(
      model(`<itemDefinition name="Grade"><typeRef>string</typeRef><allowedValues><text>"A", "B"</text></allowedValues></itemDefinition>
      <itemDefinition name="Pupil"><itemComponent name="grades" isCollection="true"><typeRef>Grade</typeRef></itemComponent></itemDefinition>
      ${decision('good', text('"A"'), [], 'Grade')}${decision('bad', text('"C"'), [], 'Grade')}${decision('single', text('["B"]'), [], 'Grade')}${decision('deep', text('{grades: ["A", "C"]}'), [], 'Pupil')}${decision('kind', text('"C" instance of Grade'))}`),
    );
    expect(['good', 'bad', 'single', 'deep', 'kind'].map((name) => ask(decisions, name))).toEqual([
      'A',
      null,
      'B',
      null,
      true,
    ]);
    expect(decisions.decide('bad', new Map())?.warnings).toMatchObject([{ code: 'feel.wrong_type' }]);
  });

  it('call knowledge models, also ones that call themselves', () => {
    const factorial = `<businessKnowledgeModel id="f" name="f"><variable name="f"/><encapsulatedLogic><formalParameter name="n" typeRef="number"/>${text('if n <= 1 then 1 else n * f(n - 1)')}</encapsulatedLogic></businessKnowledgeModel>`;
    const invocation = `<invocation>${text('f')}<binding><parameter name="n"/>${text('5')}</binding></invocation>`;
    expect(ask(link(model(factorial + decision('d', invocation, ['#f']))), 'd')).toBe('120');
    expect(ask(link(model(factorial.replace('f(n - 1)', 'f(n)') + decision('d', invocation, ['#f']))), 'd')).toBeNull();
  });

  it('use services and imported models', () => {
    const imported = model(
      `<inputData id="i" name="i"/>${decision('twice', text('i * 2'), ['#i'])}<decisionService id="s" name="s"><variable name="s"/><outputDecision href="#twice"/><inputData href="#i"/></decisionService>`,
      'other',
    );
    const main = model(`<import name="lib" namespace="other"/>${decision('d', text('lib.s(21)'), ['other#s'])}`);
    expect(ask(link(main, imported), 'd')).toBe('42');
    expect(ask(link(imported), 's', { i: 4 })).toBe('8');
  });

  it('may be boxed', () => {
    const context = `<context><contextEntry><variable name="base"/>${text('10')}</contextEntry><contextEntry><variable name="tax"/>${text('base * 0.2')}</contextEntry><contextEntry>${text('base + tax')}</contextEntry></context>`;
    const relation = `<relation><column name="a"/><column name="b"/><row>${text('1')}${text('2')}</row></relation>`;
    const list = `<list>${text('1')}${context}</list>`;
    const conditional = `<conditional><if>${text('null')}</if><then>${text('1')}</then><else>${text('2')}</else></conditional>`;
    const loop = `<for iteratorVariable="x"><in>${text('[1, 2]')}</in><return>${text('x + 1')}</return></for>`;
    const filter = `<filter><in>${text('[1, 2, 3]')}</in><match>${text('item > 1')}</match></filter>`;
    const decisions = link(
      model(
        Object.entries({ context, relation, list, conditional, loop, filter })
          .map(([name, logic]) => decision(name, logic))
          .join(''),
      ),
    );
    expect(
      ['context', 'relation', 'list', 'conditional', 'loop', 'filter'].map((name) => ask(decisions, name)),
    ).toEqual(['12', [{ a: '1', b: '2' }], ['1', '12'], null, ['2', '3'], ['2', '3']]);
  });

  it('whose text cannot be read are null and say why', () => {
    const decisions = link(model(decision('d', text('1 +'))));
    expect(ask(decisions, 'd')).toBeNull();
    expect(decisions.problems).toMatchObject([{ element: 'd', text: '1 +', code: 'feel.unexpected_end' }]);
  });
});
