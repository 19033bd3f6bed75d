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
  const graph = draw('a:A par1 b:B wait1:90 join1 if c:C auto1 sub1:w or d:D e:E join2 end', 'start>a a>par1 par1>b par1>wait1 b>join1 wait1>join1 join1>if if>c if>auto1* c>sub1 auto1>sub1 sub1>or or>d or>e d>join2 e>join2 join2>end', { a: { way: 'serial', order: 'pinyin' } });
  const cc: ProcessNode = { id: 'cc', kind: 'cc', name: { zh: '抄送', en: 'Copy' }, x: 10, y: 20, rules: [{ by: 'initiator' }], message: '请知悉' };
  return {
    ...graph,
    settings: { ...graph.settings, administrators: [somebody] },
    nodes: [...graph.nodes.map((node, at) => ({ ...named(node), name: { zh: `步骤 ${node.id}`, en: `Step ${node.id}` }, x: at * 216, y: at * 96 })), cc],
    edges: [...graph.edges.map((edge) => (edge.target === 'end' ? { ...edge, target: 'cc' } : edge)), { id: 'last', source: 'cc', target: 'end', name: { zh: '完', en: 'Done' } }],
  };
}

const somebody = '01980000-0000-7000-8000-000000000001';

function named(node: ProcessNode): ProcessNode {
  return node.kind === 'approve' ? { ...node, executors: { ...node.executors, rules: [{ by: 'persons', persons: [somebody] }] } } : node;
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
    expect(xml).toContain('<bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">= true</bpmn:conditionExpression>');
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
    const refused = problems(graph, { fields: new Map(), tables: new Map(), conditionErrors: () => [] }).filter(({ code }) => code === 'workflow.problem.not_executable');
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
    expect(graph.edges.filter((edge) => edge.condition ?? edge.otherwise).map((edge) => edge.condition ?? 'otherwise')).toEqual(['amount > 1000', 'otherwise']);
    expect(graph.nodes.find((node) => node.kind === 'timer')).toMatchObject({ name: { zh: '等一天' }, wait: { by: 'span', span: { minutes: 1440, working: false } } });
  });

  it('change only in what was changed', async () => {
    const xml = modelNamed('order.bpmn');
    const graph = await graphOf(xml);
    const changed: ProcessGraph = { ...graph, nodes: graph.nodes.map((node) => (node.name.zh === '审核订单' ? { ...node, name: { zh: '审批订单' }, x: node.x + 36 } : node)) };
    const found = differences(xml, await exportBpmn(changed, xml));
    expect(found.filter((one) => one.includes('@name'))).toEqual([expect.stringContaining('审核订单 became 审批订单')]);
    expect(found.every((one) => /@name|Bounds@|waypoint/.test(one))).toBe(true);
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
