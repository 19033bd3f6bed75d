import { readFileSync } from 'node:fs';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import type { Locator, Page } from '@playwright/test';
import { addRecord, makeForm, send } from '../testing/inspection-form.ts';
import { select } from '../testing/select.ts';
import { expect, test } from '../testing/test.ts';
import { textsOf, type Locale } from '../testing/texts.ts';

/** A foreign model: far away from the corner, with one task that cannot be carried out here. */
const model = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" targetNamespace="http://example.org/">
  <process id="order" isExecutable="true">
    <startEvent id="begin"/><userTask id="weld" name="Weld"/><scriptTask id="script" name="Sum up"/><endEvent id="over"/>
    <sequenceFlow id="f1" sourceRef="begin" targetRef="weld"/><sequenceFlow id="f2" sourceRef="weld" targetRef="script"/><sequenceFlow id="f3" sourceRef="script" targetRef="over"/>
  </process>
  <bpmndi:BPMNDiagram id="d"><bpmndi:BPMNPlane id="p" bpmnElement="order">
    ${[
      ['begin', 4100],
      ['weld', 4300],
      ['script', 4600],
      ['over', 4900],
    ]
      .map(
        ([id, x]) =>
          `<bpmndi:BPMNShape id="s_${id}" bpmnElement="${id}"><dc:Bounds x="${x}" y="3200" width="100" height="80"/></bpmndi:BPMNShape>`,
      )
      .join('')}
    ${[
      ['f1', 4200, 4300],
      ['f2', 4400, 4600],
      ['f3', 4700, 4900],
    ]
      .map(
        ([id, from, to]) =>
          `<bpmndi:BPMNEdge id="s_${id}" bpmnElement="${id}"><di:waypoint x="${from}" y="3240"/><di:waypoint x="${to}" y="3240"/></bpmndi:BPMNEdge>`,
      )
      .join('')}
  </bpmndi:BPMNPlane></bpmndi:BPMNDiagram>
</definitions>`;

const task = { slaves: {}, commentRequired: false, signatureRequired: false, fields: {}, buttons: [] };
const people = (person: string) => ({
  executors: {
    rules: [{ by: 'persons' as const, persons: [person] }],
    nobody: 'refuse' as const,
    sameAsPrevious: 'again' as const,
    isInitiator: 'again' as const,
  },
  signing: { way: 'any' as const },
});

/** Start, a check, and above 40 Nm an expert as well; `check` is the check's id. */
function graphWith(check: string, person: string): ProcessGraph {
  return {
    nodes: [
      { id: 'start', kind: 'start', name: { zh: '填报', en: 'Report' }, x: 0, y: 0, ...task },
      {
        id: check,
        kind: 'approve',
        name: check === 'check' ? { zh: '设备主管', en: 'Manager' } : { zh: '复核', en: 'Review' },
        x: 0,
        y: 120,
        ...task,
        ...people(person),
      },
      { id: 'how', kind: 'condition', name: { zh: '扭矩大小', en: 'Torque' }, x: 0, y: 240 },
      { id: 'expert', kind: 'approve', name: { zh: '专家', en: 'Expert' }, x: 0, y: 360, ...task, ...people(person) },
      { id: 'end', kind: 'end', name: { zh: '结束', en: 'End' }, x: 0, y: 480 },
    ],
    edges: [
      { id: 'e1', source: 'start', target: check },
      { id: 'e2', source: check, target: 'how' },
      { id: 'e3', source: 'how', target: 'expert', condition: 'torque > 40' },
      { id: 'e4', source: 'how', target: 'end', otherwise: true },
      { id: 'e5', source: 'expert', target: 'end' },
    ],
    settings: { starters: [], administrators: [], urgeEveryMinutes: 10 },
  };
}

for (const locale of ['zh-CN', 'en'] satisfies Locale[]) {
  const t = textsOf(locale);
  const name = (zh: string, en: string) => (locale === 'en' ? en : zh);

  test(`a process is simulated, compared, brought back and moved, and goes out and in as BPMN (${locale})`, async ({
    as,
  }) => {
    const page = await as('admin', { locale });
    const user = await as('user');
    const { appId, formId } = await makeForm(page.request, `流程工具 ${locale}`);
    const me = (await (await page.request.get('/api/identity/me')).json()) as { id: string };
    const release = async (graph: ProcessGraph, expectedVersion: number) => {
      await send(page.request, 'PUT', workflowApi.saveDefinition.path, { formId }, { graph, expectedVersion });
      await send(page.request, 'POST', workflowApi.release.path, { formId }, { expectedVersion: expectedVersion + 1 });
    };
    await release(graphWith('check', me.id), 0);
    const { id: recordId } = await addRecord(user.request, formId, { name: '三号铣床', torque: 30 });
    await send(user.request, 'POST', workflowApi.start.path, { formId, recordId }, { commandId: crypto.randomUUID() });
    await release(graphWith('review', me.id), 1);

    await page.goto(`/form/app/setting/!/form/${appId}/draft/${formId}`);
    await page.getByRole('button', { name: t('design.settings.tab_flow'), exact: true }).click();
    const bar = page.locator('.flow-bar');
    const node = (title: string) => page.locator('.react-flow__node').filter({ hasText: title });

    // the simulation: who gets it, which way, and why
    await bar.getByRole('button', { name: t('flow-design.simulate.title'), exact: true }).click();
    const panel = page.locator('.flow-simulation');
    await panel.getByRole('combobox', { name: t('flow-design.simulate.initiator') }).fill('admin');
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
    await panel.getByLabel(name('扭矩', 'Torque'), { exact: true }).fill('45');
    await panel.getByRole('button', { name: t('flow-design.simulate.play') }).click();
    await expect(panel.getByText(t('flow-design.simulate.end_finished'))).toBeVisible();
    await expect(panel.locator('ol')).toContainText(name('“扭矩大小”走 专家', 'Expert'));
    await expect(panel.getByText(t('flow-design.simulate.step', { number: 1, total: 3 }))).toBeVisible();
    await panel.getByRole('button', { name: t('flow-design.simulate.next') }).click();
    await expect(panel.locator('li[aria-current=step]')).toContainText(name('复核', 'Review'));
    await panel.getByRole('button', { name: t('flow-design.simulate.close') }).click();

    // what changed since the first release, and what still runs on it
    await bar.getByRole('button', { name: t('flow-design.release.title'), exact: true }).click();
    const drawer = page.getByRole('dialog', { name: t('flow-design.release.title'), exact: true });
    const first = drawer.locator('article').filter({ hasText: t('design.release.number', { number: 1 }) });
    await first.getByRole('button', { name: t('flow-design.release.compare') }).click();
    const compared = drawer.getByRole('region', { name: t('flow-design.release.compare') });
    await expect(compared).toContainText(t('flow-design.release.removed_node', { name: name('设备主管', 'Manager') }));
    await expect(compared).toContainText(t('flow-design.release.added_node', { name: name('复核', 'Review') }));

    // tried first: where a node has no place the process stays
    await first.getByRole('button', { name: t('flow-design.release.move') }).click();
    const move = page.getByRole('dialog', { name: t('flow-design.move.title', { from: 1, to: 2 }) });
    await move.getByRole('button', { name: t('flow-design.move.try') }).click();
    await expect(move.getByRole('alert')).toContainText(t('flow-design.move.tried', { moved: 0, refused: 1 }));
    await expect(move.getByRole('alert')).toContainText(
      t('flow-design.move.why_gone', { name: name('设备主管', 'Manager') }),
    );
    await expect(move.getByRole('button', { name: t('flow-design.move.move'), exact: true })).toBeDisabled();
    await select(move.getByRole('combobox'), name('复核', 'Review'));
    await move.getByRole('button', { name: t('flow-design.move.try') }).click();
    await expect(move.getByRole('alert')).toContainText(t('flow-design.move.tried', { moved: 1, refused: 0 }));
    await move.getByRole('button', { name: t('flow-design.move.move'), exact: true }).click();
    await expect(page.getByText(t('flow-design.move.done', { count: 1 }))).toBeVisible();
    await expect(first.getByRole('button', { name: t('flow-design.release.move') })).toHaveCount(0);

    // back to the first release, and undone
    await first.getByRole('button', { name: t('flow-design.release.restore') }).click();
    await page
      .getByRole('dialog', { name: t('flow-design.release.restore_title', { number: 1 }) })
      .getByRole('button', { name: t('flow-design.release.restore') })
      .click();
    await expect(node(name('设备主管', 'Manager'))).toBeVisible();
    await page.getByRole('button', { name: t('ui.canvas.undo') }).click();
    await expect(node(name('复核', 'Review'))).toBeVisible();

    // out as BPMN, in from another tool
    const saved = page.waitForEvent('download');
    await fromMenu(page, t('flow-design.model.menu'), t('flow-design.model.export'));
    const xml = readFileSync(await (await saved).path(), 'utf8');
    expect(xml).toMatch(/<(\w+:)?userTask id="review"/);
    await bring(page, t('flow-design.model.import'), 'order.bpmn', model);
    await page.getByRole('dialog').getByRole('button').last().click();
    await expect(node('Weld')).toBeInViewport({ ratio: 0.9 });
    await expect(node('Sum up')).toBeInViewport({ ratio: 0.9 });
    await expect(bar.getByRole('button', { name: t('flow-design.designer.release'), exact: true })).toBeDisabled();
    // each element that cannot be carried out is called by its name
    await page.locator('.fw-problems-toggle').click();
    await expect(page.locator('.fw-problems')).toContainText(
      t('workflow.problem.not_executable', { name: 'Sum up', type: 'bpmn:ScriptTask' }),
    );
    await bring(page, t('flow-design.model.import'), 'broken.bpmn', '<not bpmn');
    await expect(page.getByText(t('workflow.bpmn.unreadable'))).toBeVisible();
    await bring(page, t('flow-design.model.import'), 'own.bpmn', xml);
    await expect(node(name('复核', 'Review'))).toBeInViewport({ ratio: 0.9 });
  });
}

async function fromMenu(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function bring(page: Page, label: string, fileName: string, content: string): Promise<void> {
  const input: Locator = page.locator(`input[type=file][aria-label="${label}"]`);
  await input.setInputFiles({ name: fileName, mimeType: 'application/xml', buffer: Buffer.from(content) });
}
