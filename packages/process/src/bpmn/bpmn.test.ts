import { describe, expect, it } from 'vitest';
import { readFileSync, readdirSync } from 'node:fs';
import type { ProcessGraph, ProcessNode } from '@formwork/contract/workflow/graph.ts';
import { problems } from '../problems.ts';
import { draw } from '../testing/play.ts';
import { differences } from './compare.ts';
import { exportBpmn } from './export.ts';
import { importBpmn } from './import.ts';
import { readModel } from './model.ts';

const models = new URL('./testing/', import.meta.url);
const modelNames = readdirSync(models).filter((name) => name.endsWith('.bpmn'));
const modelNamed = (name: string) => readFileSync(new URL(name, models), 'utf8');

async function graphOf(xml: string): Promise<ProcessGraph> {
  const { graph, foreign } = await importBpmn(xml);
  return { ...graph, imported: { source: '0'.repeat(64), foreign } };
}

/** Everything the engine can do, in one graph. */
function everything(): ProcessGraph {
  const graph = draw(
    'a:A par1 b:B wait1:90 join1 if c:C auto1 sub1:w or d:D e:E join2 end',
    'start>a a>par1 par1>b par1>wait1 b>join1 wait1>join1 join1>if if>c if>auto1* c>sub1 auto1>sub1 sub1>or or>d or>e d>join2 e>join2 join2>end',
    { a: { way: 'serial', order: 'pinyin' } },
  );
  const cc: ProcessNode = {
    id: 'cc',
    kind: 'cc',
    name: { zh: '抄送', en: 'Copy' },
    x: 10,
    y: 20,
    rules: [{ by: 'initiator' }],
    message: '请知悉',
  };
  return {
    ...graph,
    settings: { ...graph.settings, administrators: [somebody] },
    nodes: [
      ...graph.nodes.map((node, at) => ({
        ...named(node),
        name: { zh: `步骤 ${node.id}`, en: `Step ${node.id}` },
        x: at * 216,
        y: at * 96,
      })),
      cc,
    ],
    edges: [
      ...graph.edges.map((edge) => (edge.target === 'end' ? { ...edge, target: 'cc' } : edge)),
      { id: 'last', source: 'cc', target: 'end', name: { zh: '完', en: 'Done' } },
    ],
  };
}

const somebody = '01980000-0000-7000-8000-000000000001';

function named(node: ProcessNode): ProcessNode {
  return node.kind === 'approve'
    ? { ...node, executors: { ...node.executors, rules: [{ by: 'persons', persons: [somebody] }] } }
    : node;
}

describe('exported and imported again', () => {
  it('a process is what it was, settings and all', async () => {
    const graph = everything();
    const again = await importBpmn(await exportBpmn(graph));
    expect(again.foreign).toEqual([]);
    const places = (nodes: ProcessNode[]) => nodes.map(({ x: _x, y: _y, ...node }) => node);
    expect(places(again.graph.nodes)).toEqual(places(graph.nodes));
    expect(again.graph.edges).toEqual(graph.edges);
    expect(again.graph.settings).toEqual(graph.settings);
    for (const [at, node] of again.graph.nodes.entries()) {
      expect(Math.abs(node.x - graph.nodes[at]!.x)).toBeLessThanOrEqual(2);
      expect(Math.abs(node.y - graph.nodes[at]!.y)).toBeLessThanOrEqual(2);
    }
  });

  it('is a model that any reader of the standard takes, with picture and conditions', async () => {
    const xml = await exportBpmn(everything());
    expect((await readModel(xml)).unread).toEqual([]);
    expect(xml).toContain(
      '<bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">= true</bpmn:conditionExpression>',
    );
    expect(xml.match(/<bpmndi:BPMNShape /g)).toHaveLength(16);
    expect(xml.match(/<bpmndi:BPMNEdge /g)).toHaveLength(everything().edges.length);
  });
});

describe('models of other tools', () => {
  it.each(modelNames)('%s comes back with nothing lost', async (name) => {
    const xml = modelNamed(name);
    expect(differences(xml, await exportBpmn(await graphOf(xml), xml))).toEqual([]);
  });

  it('are refused by the name of each element that cannot be carried out', async () => {
    const graph = await graphOf(modelNamed('order.bpmn'));
    const refused = problems(graph, { fields: new Map(), tables: new Map(), conditionErrors: () => [] }).filter(
      ({ code }) => code === 'workflow.problem.not_executable',
    );
    expect(refused.map(({ data }) => `${String(data!.type)} ${String(data!.name)}`).toSorted()).toEqual([
      'bpmn:BoundaryEvent/TimerEventDefinition 两天未答复',
      'bpmn:IntermediateCatchEvent/MessageEventDefinition 收到回执',
      'bpmn:MessageFlow 订单',
      'bpmn:MultiInstanceLoopCharacteristics 会签',
      'bpmn:SendTask 通知供应商',
      'bpmn:SubProcess 备货',
      'bpmn:UserTask 拣货',
    ]);
  });

  it('a flow between partners without a name is called by its ends, never by its id', async () => {
    const { foreign } = await importBpmn(modelNamed('order.bpmn').replace('id="m1" name="订单"', 'id="m1"'));
    expect(foreign.find(({ id }) => id === 'm1')).toMatchObject({ name: '通知供应商 → 供应商' });
  });

  it('conditions of Camunda 8 are FEEL, waits of a plain length are timers', async () => {
    const { graph } = await importBpmn(modelNamed('order.bpmn'));
    expect(
      graph.edges.filter((edge) => edge.condition ?? edge.otherwise).map((edge) => edge.condition ?? 'otherwise'),
    ).toEqual(['amount > 1000', 'otherwise']);
    expect(graph.nodes.find((node) => node.kind === 'timer')).toMatchObject({
      name: { zh: '等一天' },
      wait: { by: 'span', span: { minutes: 1440, working: false } },
    });
  });

  it('change only in what was changed', async () => {
    const xml = modelNamed('order.bpmn');
    const graph = await graphOf(xml);
    const changed: ProcessGraph = {
      ...graph,
      nodes: graph.nodes.map((node) =>
        node.name.zh === '审核订单' ? { ...node, name: { zh: '审批订单' }, x: node.x + 36 } : node,
      ),
    };
    const found = differences(xml, await exportBpmn(changed, xml));
    expect(found.filter((one) => one.includes('@name'))).toEqual([expect.stringContaining('审核订单 became 审批订单')]);
    expect(found.every((one) => /@name|Bounds@|waypoint/.test(one))).toBe(true);
  });

  it('keep their comments, and attributes of one name in two namespaces', async () => {
    const extension =
      '<!-- 规则 --><t:rule constraintsType="plain" t:constraintsType="qualified" xmlns:t="urn:triso"/><u:rule xmlns:u="urn:triso" xmlns="urn:triso" kind="a" u:kind="b"><!--inside--></u:rule>';
    const xml = modelNamed('order.bpmn')
      .replace('<bpmn:extensionElements>', `<bpmn:extensionElements>${extension}`)
      .replace('<bpmn:definitions', '<!-- before all: a < b & c -->\n<bpmn:definitions')
      .replace('<bpmn:sequenceFlow id="f2"', '<!-- the second --><bpmn:sequenceFlow id="f2"')
      .replace('</bpmn:process>', '<!-- at the end of the process --></bpmn:process>')
      .concat('<!-- behind all -->\n');
    const after = await exportBpmn(await graphOf(xml), xml);
    expect(differences(xml, after)).toEqual([]);
    expect(after).not.toContain('fwmark');
    expect(after).toMatch(/<!-- the second -->\s*<bpmn:sequenceFlow id="f2"/);
    expect(after).toMatch(/<!-- at the end of the process -->\s*<\/bpmn:process>/);
    // and what differs in this is seen
    expect(differences(xml, after.replace('"qualified"', '"plain"'))).toEqual([
      expect.stringContaining('{urn:triso}constraintsType: qualified became plain'),
    ]);
    expect(differences(xml, after.replace('<!-- the second -->', ''))).toEqual([expect.stringContaining('the second')]);
  });

  it('keep their picture when one node is moved: bends, labels, and what is docked at borders', async () => {
    const edge = (id: string, points: string) =>
      `<bpmndi:BPMNEdge id="e_${id}" bpmnElement="${id}">${points
        .split(' ')
        .map((point) => `<di:waypoint x="${point.split(',')[0]}" y="${point.split(',')[1]}" />`)
        .join('')}`;
    const label =
      '<bpmndi:BPMNLabel><dc:Bounds x="500" y="200" width="30" height="14" /></bpmndi:BPMNLabel></bpmndi:BPMNEdge>';
    const xml = modelNamed('order.bpmn').replace(
      '</bpmndi:BPMNPlane>',
      `${edge('f9', '318,208 318,300 600,300')}</bpmndi:BPMNEdge>${edge('f3', '470,150 520,150 520,240 600,240')}${label}</bpmndi:BPMNPlane>`,
    );
    const graph = await graphOf(xml);
    const movedBy = (id: string, x: number, y: number): ProcessGraph => ({
      ...graph,
      nodes: graph.nodes.map((node) => (node.id === id ? { ...node, x: node.x + x, y: node.y + y } : node)),
    });
    const points = (text: string, id: string) =>
      [
        ...(new RegExp(`bpmnElement="${id}">[\\s\\S]*?</bpmndi:BPMNEdge>`).exec(text)?.[0] ?? '').matchAll(
          /waypoint x="([^"]+)" y="([^"]+)"/g,
        ),
      ].map(([, x, y]) => `${x},${y}`);
    // 18 to the right and 12 down on our canvas are 10 and 10 in the model
    const after = await exportBpmn(movedBy('check', 18, 12), xml);
    expect(after).toContain('<dc:Bounds x="270" y="120" width="100" height="80" />');
    expect(after).toContain('<dc:Bounds x="310" y="182" width="36" height="36" />');
    expect(points(after, 'f1')).toEqual(['216,150', '270,160']);
    expect(points(after, 'f2')).toEqual(['370,160', '420,150']);
    expect(points(after, 'f9')).toEqual(['328,218', '328,300', '600,300']);
    expect(points(after, 'f3')).toEqual(['470,150', '520,150', '520,240', '600,240']);
    expect(after).toContain('<dc:Bounds x="500" y="200" width="30" height="14" />');
    const begun = await exportBpmn(movedBy('begin', 18, 12), xml);
    expect(begun).toContain('<dc:Bounds x="180" y="185" width="56.5" height="14" />');
    const big = await exportBpmn(movedBy('big', 18, 12), xml);
    expect(points(big, 'f3')).toEqual(['480,160', '520,160', '520,240', '600,240']);
    expect(big).toContain('<dc:Bounds x="505" y="205" width="30" height="14" />');
  });

  it('lose what is taken away, with everything that would point into nothing', async () => {
    const xml = modelNamed('order.bpmn');
    const graph = await graphOf(xml);
    const gone = new Set(graph.nodes.filter((node) => node.kind === 'foreign').map(({ id }) => id));
    const less: ProcessGraph = {
      ...graph,
      nodes: graph.nodes.filter(({ id }) => !gone.has(id)),
      edges: graph.edges.filter(({ source, target }) => !gone.has(source) && !gone.has(target)),
      imported: { ...graph.imported!, foreign: [] },
    };
    const after = await exportBpmn(less, xml);
    for (const id of gone) expect(after).not.toContain(`"${id}"`);
    const again = await graphOf(after);
    expect(again.imported!.foreign).toEqual([]);
    const plain = (nodes: ProcessNode[]) => nodes.map(({ x: _x, y: _y, ...node }) => node);
    expect(plain(again.nodes)).toEqual(plain(less.nodes));
    expect((await readModel(after)).unread).toEqual([]);
    // What the removed elements did not hold stays: vendors' extensions, texts, data.
    expect(after).toContain('zeebe:assignmentDefinition');
    expect(after).toContain('客户下单');
  });

  it('what is no model is refused with a reason', async () => {
    await expect(importBpmn('<a>')).rejects.toThrow();
    await expect(importBpmn('not xml')).rejects.toThrow();
  });
});
