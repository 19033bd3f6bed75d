import { randomUUID } from 'node:crypto';
import { emptyScreen } from '@formwork/contract/analytics/screen.ts';
import { definitionsApi, type DefinitionUses } from '@formwork/contract/definitions/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { printingApi } from '@formwork/contract/printing/api.ts';
import { startingTemplate } from '@formwork/contract/printing/starting.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let admin: Client;
let user: Client;
let appId: string;

beforeAll(async () => {
  server = await startTestServer();
  [admin, user] = [await server.as('admin'), await server.as('user')];
  ({ id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '检修' } } }));
});
afterAll(() => server.stop());

const madeScreen = (who: Client) =>
  who.ok(definitionsApi.create, {
    params: { kind: 'screen' },
    body: { commandId: randomUUID(), name: { zh: '大屏' }, draft: emptyScreen() },
  });

async function inMenu(id: string): Promise<void> {
  const entry = {
    id: randomUUID(),
    target: { kind: 'made' as const, of: 'screen' as const, id },
    title: { zh: '看板' },
    icon: null,
    hidden: false,
    roles: [],
  };
  await admin.ok(formsApi.updateApp, {
    params: { appId },
    body: { menu: [{ id: randomUUID(), title: null, entries: [entry] }] },
  });
}

test('a menu that leads to a screen is told of, and asked before the screen goes', async () => {
  const { id } = await madeScreen(admin);
  const params = { kind: 'screen', id };
  expect(await admin.ok(definitionsApi.uses, { params })).toEqual({ uses: [], hidden: 0 });
  await inMenu(id);
  expect(await admin.ok(definitionsApi.uses, { params })).toMatchObject({
    uses: [{ kind: 'app', id: appId, appId, name: { zh: '检修' }, of: 'release', how: 'warn', toPart: '' }],
    hidden: 0,
  });
  expect(codeOf(await admin.call(definitionsApi.archive, { params, body: {} }))).toBe('definitions.release.asks');
  await admin.ok(definitionsApi.archive, { params, body: { accept: true } });
});

test('who does not design forms is told how many name it, and not which', async () => {
  const { id } = await madeScreen(user);
  await inMenu(id);
  expect(await user.ok(definitionsApi.uses, { params: { kind: 'screen', id } })).toEqual({ uses: [], hidden: 1 });
});

test('a button that prints by a template is told of, in force and in a draft, and asked before the template goes', async () => {
  const plain: FormDefinition = {
    format: 1,
    title: { zh: '检修单' },
    fields: [newField('text', { zh: 'name' }, 'name')],
    tables: [],
    layout: [],
    titleField: 'name',
  };
  const { id: formId } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: plain.title, definition: plain },
  });
  const template = await admin.ok(printingApi.createTemplate, {
    params: { formId },
    body: { title: { zh: '检修单' }, content: startingTemplate(plain, 'zh-CN') },
  });
  const printing: FormDefinition = {
    ...plain,
    layout: [
      {
        id: 'main',
        columns: 2,
        items: [
          { kind: 'button', id: 'printit', title: { zh: '打印' }, action: { does: 'print', template: template.id } },
        ],
      },
    ],
  };
  await admin.ok(formsApi.saveDraft, { params: { formId }, body: { expectedVersion: 1, definition: printing } });
  const params = { kind: 'print_template', id: template.id };
  const told = async (): Promise<DefinitionUses['uses']> => (await admin.ok(definitionsApi.uses, { params })).uses;
  expect(await told()).toMatchObject([{ kind: 'form', id: formId, part: 'printit', of: 'draft', how: 'warn' }]);
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 2 } });
  expect(await told()).toMatchObject([{ kind: 'form', id: formId, part: 'printit', of: 'release' }]);
  const at = { formId, templateId: template.id };
  expect(codeOf(await admin.call(printingApi.removeTemplate, { params: at }))).toBe('definitions.release.asks');
  await admin.ok(printingApi.removeTemplate, { params: at, query: { acceptUses: true } });
});
