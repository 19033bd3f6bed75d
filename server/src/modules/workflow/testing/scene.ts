import { randomUUID } from 'node:crypto';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { ProcessGraph, Signing } from '@formwork/contract/workflow/graph.ts';
import type { MyTask, ProcessView } from '@formwork/contract/workflow/process.ts';
import { draw } from '@formwork/process/testing/play.ts';
import { startTestServer, type Answer, type Client, type TestServer } from '../../../testing/server.ts';

/** People by the letters that stand for them in drawn graphs. */
export const letters = {
  A: 'user2',
  B: 'user3',
  C: 'user4',
  D: 'user5',
  E: 'user6',
  I: 'user',
  S: 'user7',
  ADMIN: 'admin',
} as const;
export type Letter = keyof typeof letters;

/** A server with a repair form, whose processes the tests draw. */
export interface Scene {
  server: TestServer;
  who(letter: Letter): Promise<Client>;
  /** A new form with this process released; `I` may make records of it, nobody else sees them. */
  form(
    nodes: string,
    edges: string,
    options?: { signing?: Record<string, Signing>; change?: (graph: ProcessGraph) => void },
  ): Promise<string>;
  record(formId: string, values?: Record<string, unknown>): Promise<string>;
  start(formId: string, recordId: string): Promise<void>;
  process(formId: string, recordId: string, letter?: Letter): Promise<ProcessView>;
  /** The task that waits for somebody on a record. */
  task(formId: string, recordId: string, letter: Letter): Promise<MyTask>;
  submit(formId: string, recordId: string, letter: Letter, body?: object): Promise<Answer>;
  /** The file of a signature that somebody has drawn. */
  sign(letter: Letter): Promise<string>;
}

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export async function openScene(settings: Record<string, string> = {}): Promise<Scene> {
  return sceneOn(await startTestServer(settings));
}

export async function sceneOn(server: TestServer): Promise<Scene> {
  const admin = await server.as('admin');
  const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '设备管理', en: 'Equipment' } } });
  const who = (letter: Letter) => server.as(letters[letter]);

  const scene: Scene = {
    server,
    who,
    async form(nodes, edges, { signing, change } = {}) {
      const definition = repairForm();
      const { id } = await admin.ok(formsApi.createForm, {
        params: { appId: app.id },
        body: { title: definition.title, definition },
      });
      await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
      const initiator = await who('I');
      await admin.ok(formsApi.putPermissions, {
        params: { formId: id },
        body: {
          rules: [
            {
              id: '1',
              subject: { kind: 'person', id: initiator.id },
              actions: ['view', 'create', 'edit'],
              scope: 'own',
            },
          ],
        },
      });
      const graph = draw(nodes, edges, signing);
      change?.(graph);
      await namePeople(graph, who);
      await admin.ok(workflowApi.saveDefinition, { params: { formId: id }, body: { graph, expectedVersion: 0 } });
      await admin.ok(workflowApi.release, { params: { formId: id }, body: { expectedVersion: 1 } });
      return id;
    },
    async record(formId, values = { name: '记录 51' }) {
      const record = await (
        await who('I')
      ).ok(recordsApi.create, { params: { formId }, body: { values: values as never } });
      return record.id;
    },
    async start(formId, recordId) {
      await (await who('I')).ok(workflowApi.start, { params: { formId, recordId }, body: { commandId: randomUUID() } });
    },
    async process(formId, recordId, letter = 'I') {
      return (await who(letter)).ok(workflowApi.process, { params: { formId, recordId } });
    },
    async task(formId, recordId, letter) {
      const [task] = (await scene.process(formId, recordId, letter)).myTasks;
      if (!task) throw new Error(`nothing waits for ${letter}`);
      return task;
    },
    async submit(formId, recordId, letter, body = {}) {
      const task = await scene.task(formId, recordId, letter);
      return (await who(letter)).call(workflowApi.submit, {
        params: { taskId: task.id },
        body: { commandId: randomUUID(), version: task.version, ...body },
      });
    },
    async sign(letter) {
      const form = new FormData();
      form.append('file', new File([Buffer.from(png, 'base64')], 'signature.png', { type: 'image/png' }));
      const [file] = (await (await (await who(letter)).fetch('/api/files', { method: 'POST', body: form })).json()) as {
        id: string;
      }[];
      return file!.id;
    },
  };
  return scene;
}

/** Letters become the people who carry them in this database. */
async function namePeople(graph: ProcessGraph, who: Scene['who']): Promise<void> {
  const ids = new Map(
    await Promise.all(
      (Object.keys(letters) as Letter[]).map(async (letter) => [letter as string, (await who(letter)).id] as const),
    ),
  );
  const named = (list: string[]) => list.map((letter) => ids.get(letter) ?? letter);
  graph.settings.administrators = named(graph.settings.administrators);
  for (const node of graph.nodes) {
    const rules =
      node.kind === 'approve' || node.kind === 'fill-in' ? node.executors.rules : node.kind === 'cc' ? node.rules : [];
    for (const rule of rules) if (rule.by === 'persons') rule.persons = named(rule.persons);
  }
}

function repairForm(): FormDefinition {
  const field = <T extends Field['type']>(type: T, id: string, more: Partial<Field> = {}): Field =>
    ({ ...newField(type, { zh: id }, id), ...more }) as Field;
  return {
    format: 1,
    title: { zh: '设备检查', en: 'Machine check' },
    titleField: 'name',
    layout: [],
    fields: [
      field('text', 'name', { required: true }),
      field('longText', 'remark'),
      field('rollup', 'total', { config: { table: 'actions', field: 'amount', function: 'sum', decimals: 2 } }),
      field('member', 'expert'),
      field('dateTime', 'visit'),
      field('text', 'secret'),
      field('attachment', 'papers'),
    ],
    tables: [
      {
        id: 'actions',
        title: { zh: '处理措施' },
        fields: [
          field('text', 'item'),
          field('number', 'qty'),
          field('money', 'price'),
          field('formula', 'amount', { config: { expression: 'qty * price', result: 'number', decimals: 2 } }),
        ],
      },
    ],
  };
}
