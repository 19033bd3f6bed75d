import { filesApi } from '@formwork/contract/files/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import type { RunView } from '@formwork/contract/runs/run.ts';
import { printingApi, type BatchResult } from '@formwork/contract/printing/api.ts';
import { startingTemplate } from '@formwork/contract/printing/starting.ts';
import type { TemplateContent } from '@formwork/contract/printing/template.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { linkApi } from '@formwork/contract/records/link.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { runCodes } from './jobs.ts';

const definition: FormDefinition = {
  format: 1,
  title: { zh: '设备点检', en: 'Inspections' },
  fields: [
    { id: 'name', type: 'text', title: { zh: '设备', en: 'Machine' }, config: { maxLength: 40 } },
    { id: 'secret', type: 'text', title: { zh: '成本', en: 'Cost' }, config: { maxLength: 40 } },
    { id: 'torque', type: 'number', title: { zh: '扭矩', en: 'Torque' }, config: { decimals: 1 } },
  ],
  tables: [
    {
      id: 'parts',
      title: { zh: '零件', en: 'Parts' },
      totals: ['price'],
      fields: [
        { id: 'item', type: 'text', title: { zh: '名称', en: 'Item' }, config: {} },
        { id: 'price', type: 'number', title: { zh: '价格', en: 'Price' }, config: { decimals: 2 } },
      ],
    },
  ],
  layout: [],
  titleField: 'name',
};

let server: TestServer;
let admin: Client;
let user: Client;
let formId: string;
let first: string;

beforeAll(async () => {
  server = await startTestServer();
  [admin, user] = await Promise.all([server.as('admin'), server.as('user')]);
  const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '打印' } } });
  ({ id: formId } = await admin.ok(formsApi.createForm, {
    params: { appId: app.id },
    body: { title: definition.title, definition },
  }));
  const rules: PermissionRule[] = [
    {
      id: 'see',
      subject: { kind: 'everyone' },
      actions: ['view', 'create', 'edit'],
      scope: 'all',
      fields: { secret: { existing: 'hidden' } },
    },
    {
      id: 'print',
      subject: { kind: 'person', id: user.id },
      actions: ['print'],
      scope: 'own',
      fields: { secret: { existing: 'hidden' } },
    },
  ];
  await admin.ok(formsApi.putPermissions, { params: { formId }, body: { rules } });
  const { version } = await admin.ok(formsApi.getDraft, { params: { formId } });
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: version } });
  ({ id: first } = await user.ok(recordsApi.create, {
    params: { formId },
    body: {
      values: { name: '铣床 1 号', secret: '9999', torque: 12.5 },
      slaves: { parts: [{ values: { item: '刀具', price: 10.5 } }, { values: { item: '油', price: 2 } }] },
    },
  }));
});
afterAll(() => server.stop());

describe('one record', () => {
  test('is filled into the template, with loops, conditions and totals, and without what is hidden', async () => {
    const template = await admin.ok(printingApi.createTemplate, {
      params: { formId },
      body: { title: { zh: '点检单' }, content: contentOf() },
    });
    expect(template).toMatchObject({ version: 1, isDefault: true });
    const document = await user.ok(printingApi.print, {
      params: { formId },
      body: { recordId: first, templateId: template.id, link: 'http://plant/r/' },
    });
    expect(document.parts).toEqual([
      { kind: 'text', text: '铣床 1 号 / 12.5 / ', size: 12, bold: false, italic: false, align: 'start' },
      { kind: 'text', text: '1 刀具', size: 10, bold: false, italic: false, align: 'start' },
      { kind: 'text', text: '2 油', size: 10, bold: false, italic: false, align: 'start' },
      { kind: 'code', code: 'qrcode', content: `http://plant/r/${first}`, width: 30, align: 'start', caption: false },
      {
        kind: 'table',
        columns: [
          { title: '名称', weight: 1, align: 'start' },
          { title: '价格', weight: 1, align: 'end' },
        ],
        rows: [
          [{ text: '刀具' }, { text: '10.50' }],
          [{ text: '油' }, { text: '2.00' }],
        ],
        totals: ['', '12.50'],
      },
    ]);
    expect(document.footer.end).toBe('{{page}} / {{pages}}');
    const whole = await user.ok(printingApi.print, {
      params: { formId },
      body: { recordId: first, templateId: null, link: '' },
    });
    expect(JSON.stringify(whole)).not.toContain('9999');
  });

  test('prints what relations, posts and roles are called, and formatted text line by line', async () => {
    const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '台账' } } });
    const form = async (fields: FormDefinition['fields'], tables: FormDefinition['tables'] = []): Promise<string> => {
      const { id } = await admin.ok(formsApi.createForm, {
        params: { appId },
        body: {
          title: { zh: '表' },
          definition: { format: 1, title: { zh: '表' }, fields, tables, layout: [], titleField: fields[0]!.id },
        },
      });
      await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
      return id;
    };
    const text = { id: 'name', type: 'text', title: { zh: '名称' }, config: {} } as const;
    const machines = await form([text]);
    const post = await admin.ok(organizationApi.createPost, { body: { name: '班长', description: '', gradeId: null } });
    const named = {
      id: 'machine',
      type: 'relation',
      title: { zh: '设备' },
      config: { form: machines, cardinality: 'manyToMany', onDelete: 'clear' },
    } as const;
    const orders = await form(
      [
        text,
        named,
        { id: 'post', type: 'post', title: { zh: '岗位' }, config: { multiple: false } },
        { id: 'story', type: 'richText', title: { zh: '经过' }, config: { maxLength: 500, pictures: true } },
      ],
      [{ id: 'rows', title: { zh: '行' }, fields: [{ ...named, id: 'part' }] }],
    );
    const [one, two] = await Promise.all(
      ['泵 1', '泵 2'].map((name) =>
        admin.ok(recordsApi.create, { params: { formId: machines }, body: { values: { name } } }),
      ),
    );
    const values = {
      name: '工单',
      machine: [one!.id, two!.id],
      post: [post.id],
      story: '<h2>经过</h2><ul><li>换<b>泵</b></li></ul>',
    };
    const { id: recordId } = await admin.ok(recordsApi.create, {
      params: { formId: orders },
      body: { values, slaves: { rows: [{ values: { part: [two!.id] } }] } },
    });
    const { parts } = await admin.ok(printingApi.print, {
      params: { formId: orders },
      body: { recordId, templateId: null, link: '' },
    });
    const items = parts.flatMap((part) => (part.kind === 'fields' ? part.items : []));
    expect(Object.fromEntries(items.map(({ label, value }) => [label, value]))).toMatchObject({
      设备: { text: '泵 1、泵 2' },
      岗位: { text: '班长' },
      经过: {
        text: '经过 换泵',
        lines: [
          { kind: 'text', heading: 2, runs: [{ text: '经过' }] },
          { kind: 'text', indent: 1, marker: '•', runs: [{ text: '换' }, { text: '泵', bold: true }] },
        ],
      },
    });
    expect(parts.find(({ kind }) => kind === 'table')).toMatchObject({ rows: [[{ text: '1' }, { text: '泵 2' }]] });
    const { jobId } = await admin.ok(printingApi.batch, {
      params: { formId: orders },
      body: { recordIds: [recordId], templateId: null, link: '' },
    });
    expect(await finished(admin, jobId)).toMatchObject({ count: 1, leftOut: 0 });
    // as a link shows it to whoever has it
    const { token } = await admin.ok(linkApi.createLink, {
      params: { formId: orders, recordId },
      body: {
        fields: ['machine', 'post', 'rows'],
        files: false,
        expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
        password: null,
      },
    });
    const shown = await server.visitor.ok(linkApi.open, { body: { token } });
    expect(shown).toMatchObject({ fields: [{ text: '泵 1、泵 2' }, { text: '班长' }], tables: [{ rows: [['泵 2']] }] });
  });

  test('as a whole leaves out what the form hides under a condition', async () => {
    const hiding: FormDefinition = {
      ...definition,
      fields: [
        { id: 'name', type: 'text', title: { zh: '设备' }, config: {} },
        { id: 'failed', type: 'switch', title: { zh: '故障' }, config: {} },
        { id: 'cause', type: 'text', title: { zh: '故障原因' }, hiddenIf: 'failed != true', config: {} },
      ],
      layout: [
        {
          id: 'all',
          columns: 1,
          items: [
            { kind: 'field', field: 'name' },
            { kind: 'field', field: 'failed' },
            { kind: 'field', field: 'cause' },
          ],
        },
        {
          id: 'repair',
          title: { zh: '维修' },
          columns: 1,
          hiddenIf: 'failed != true',
          items: [{ kind: 'table', table: 'parts' }],
        },
      ],
    };
    const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '条件' } } });
    const form = await admin.ok(formsApi.createForm, {
      params: { appId: app.id },
      body: { title: hiding.title, definition: hiding },
    });
    const { version } = await admin.ok(formsApi.getDraft, { params: { formId: form.id } });
    await admin.ok(formsApi.release, { params: { formId: form.id }, body: { draftVersion: version } });
    const printOf = async (failed: boolean | null) => {
      const { id } = await admin.ok(recordsApi.create, {
        params: { formId: form.id },
        body: { values: { name: '泵', failed, ...(failed && { cause: '过热' }) }, slaves: {} },
      });
      return JSON.stringify(
        (
          await admin.ok(printingApi.print, {
            params: { formId: form.id },
            body: { recordId: id, templateId: null, link: '' },
          })
        ).parts,
      );
    };
    const words = ['故障原因', '维修', '零件'];
    const [broken, sound] = [await printOf(true), await printOf(null)];
    expect(words.map((word) => [broken.includes(word), sound.includes(word)])).toEqual(words.map(() => [true, false]));
  });

  test('is printed by those alone whom a rule lets print it', async () => {
    const { id } = await admin.ok(recordsApi.create, { params: { formId }, body: { values: { name: '车床' } } });
    const print = (client: Client, recordId: string) =>
      client.call(printingApi.print, { params: { formId }, body: { recordId, templateId: null, link: '' } });
    expect(await print(user, id)).toMatchObject({ status: 403, body: { code: 'printing.record.no_print' } });
    expect((await print(await server.as('user2'), first)).status).toBe(403);
    expect((await print(await server.as('other-user'), first)).status).toBe(404);
    expect((await print(admin, id)).status).toBe(200);
    expect((await user.call(printingApi.choices, { params: { formId } })).status).toBe(200);
    expect((await (await server.as('user2')).call(printingApi.choices, { params: { formId } })).status).toBe(403);
    expect(
      (
        await (
          await server.as('user2')
        ).call(printingApi.batch, { params: { formId }, body: { recordIds: [first], templateId: null, link: '' } })
      ).status,
    ).toBe(403);
  });
});

describe('templates', () => {
  test('keep their versions, have one default, and refuse what was changed in between', async () => {
    const params = { formId };
    const { id } = await admin.ok(printingApi.createTemplate, {
      params,
      body: { title: { zh: '标签' }, content: contentOf() },
    });
    const put = (body: object) =>
      admin.call(printingApi.saveTemplate, {
        params: { formId, templateId: id },
        body: { expectedVersion: 1, title: { zh: '标签' }, isDefault: true, enabled: true, ...body },
      });
    expect((await put({ content: { ...contentOf(), fontSize: 12 } })).body).toMatchObject({
      version: 2,
      isDefault: true,
    });
    expect(await put({})).toMatchObject({ status: 409, body: { code: 'printing.template.changed' } });
    expect((await put({ expectedVersion: 2, enabled: false })).body).toMatchObject({ version: 2 });
    expect((await admin.ok(printingApi.templates, { params })).map(({ isDefault }) => isDefault)).toEqual([
      true,
      false,
    ]);
    expect(
      (await admin.ok(printingApi.versions, { params: { formId, templateId: id } })).map(({ version }) => version),
    ).toEqual([2, 1]);
    expect(
      (await admin.ok(printingApi.getTemplate, { params: { formId, templateId: id }, query: { version: 1 } })).content
        .fontSize,
    ).toBe(10);
    // switched off, nobody prints with it
    expect(
      (await user.call(printingApi.print, { params, body: { recordId: first, templateId: id, link: '' } })).status,
    ).toBe(404);
    expect(
      (
        await admin.ok(printingApi.preview, {
          params,
          body: { content: startingTemplate(definition, 'zh-CN'), recordId: null, link: '' },
        })
      ).parts.length,
    ).toBeGreaterThan(2);
    const code = {
      id: 'code',
      kind: 'code' as const,
      code: 'qrcode' as const,
      content: '{{recordLink}}',
      width: 20,
      align: 'start' as const,
      caption: false,
    };
    expect(
      (
        await admin.ok(printingApi.preview, {
          params,
          body: {
            content: { ...startingTemplate(definition, 'zh-CN'), blocks: [code] },
            recordId: null,
            link: 'https://a.example/r?record=',
          },
        })
      ).parts,
    ).toMatchObject([{ kind: 'code', content: 'https://a.example/r?record=' }]);
    expect(
      (await user.call(printingApi.createTemplate, { params, body: { title: { zh: 'x' }, content: contentOf() } }))
        .status,
    ).toBe(403);
    expect((await (await server.as('other-admin')).call(printingApi.templates, { params })).status).toBe(404);
    await admin.ok(printingApi.removeTemplate, { params: { formId, templateId: id } });
    expect((await admin.call(printingApi.getTemplate, { params: { formId, templateId: id } })).status).toBe(404);
  });
});

describe('a batch', () => {
  test('becomes one PDF of what may be printed, with Chinese characters, and tells what it left out', async () => {
    const { id: others } = await admin.ok(recordsApi.create, {
      params: { formId },
      body: { values: { name: '别人的' } },
    });
    const { jobId } = await user.ok(printingApi.batch, {
      params: { formId },
      body: { recordIds: [first, others, crypto.randomUUID()], templateId: null, link: '' },
    });
    const result = await finished(user, jobId);
    expect(result).toMatchObject({ count: 1, leftOut: 2, name: '铣床 1 号.pdf' });
    const response = await user.fetch(`/api/files/${result.fileId}`);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const pdf = Buffer.from(await response.arrayBuffer()).toString('latin1');
    expect(pdf.startsWith('%PDF-')).toBe(true);
    expect(pdf).toContain('NotoSansHans');
    expect((await (await server.as('user2')).call(filesApi.open, { params: { fileId: result.fileId } })).status).toBe(
      404,
    );
    const nothing = await user.ok(printingApi.batch, {
      params: { formId },
      body: { recordIds: [others], templateId: null, link: '' },
    });
    expect(await ended(user, nothing.jobId)).toMatchObject({
      state: 'failed',
      error: { code: 'printing.batch.nothing' },
    });
  });

  test('of QR codes holds the own records or all, as labels or as pictures', async () => {
    const body = {
      range: 'own' as const,
      identifiers: ['name'],
      as: 'zip' as const,
      perFile: 5_000,
      origin: 'http://plant.test/a/detail/f?record=',
    };
    const zip = await finished(user, (await user.ok(printingApi.codes, { params: { formId }, body })).jobId);
    expect(zip.count).toBe(1);
    const bytes = Buffer.from(await (await user.fetch(`/api/files/${zip.fileId}`)).arrayBuffer());
    expect(bytes.includes('铣床 1 号.svg')).toBe(true);
    const labels = await finished(
      user,
      (await user.ok(printingApi.codes, { params: { formId }, body: { ...body, range: 'all', as: 'pdf' } })).jobId,
    );
    expect(labels.count).toBe(3);
    expect(labels.others).toEqual([]);
    // what does not fit into one file goes into further ones: nothing is left out
    const volumes = await finished(
      user,
      (await user.ok(printingApi.codes, { params: { formId }, body: { ...body, range: 'all', perFile: 2 } })).jobId,
    );
    expect(volumes).toMatchObject({ count: 3, name: expect.stringMatching(/ QR 1\.zip$/) as string });
    expect(volumes.others).toMatchObject([{ name: expect.stringMatching(/ QR 2\.zip$/) as string }]);
    const second = await user.fetch(`/api/files/${volumes.others[0]!.fileId}`);
    expect(
      Buffer.from(await second.arrayBuffer())
        .toString('latin1')
        .split('.svg').length,
    ).toBe(3);
    // one that is stopped between two files, or breaks off there, leaves nothing behind
    const { files } = server.platform;
    const put = vi.spyOn(files, 'put');
    for (const end of ['cancelled', 'broken'] as const) {
      put.mockClear();
      const told: number[] = [];
      const job = {
        platform: server.platform,
        spaceId: server.spaceId,
        user: { id: user.id, role: 'user' },
        locale: 'zh-CN',
        payload: { ...body, formId, range: 'all', perFile: 1, as: 'pdf' },
        progress: (done: number) => told.push(done),
        cancelled: () => {
          if (end === 'broken' && put.mock.results.length >= 2) throw new Error('the process is gone');
          return end === 'cancelled' && put.mock.results.length >= 2;
        },
      } as unknown as Parameters<typeof runCodes>[0];
      if (end === 'cancelled') expect(await runCodes(job)).toBe(null);
      else await expect(runCodes(job)).rejects.toThrow('the process is gone');
      expect(told).toContain(1);
      const stored = await Promise.allSettled(put.mock.results.map(({ value }) => value as Promise<{ key: string }>));
      const keys = stored.flatMap((one) => (one.status === 'fulfilled' ? [one.value.key] : []));
      expect(keys.length).toBeGreaterThan(0);
      for (const key of keys) await expect(files.size(key)).rejects.toThrow();
    }
    put.mockRestore();
    const empty = await (await server.as('user2')).ok(printingApi.codes, { params: { formId }, body });
    expect(await ended(await server.as('user2'), empty.jobId)).toMatchObject({
      state: 'failed',
      error: { code: 'printing.code.no_data' },
    });
    const hidden = await user.ok(printingApi.codes, {
      params: { formId },
      body: { ...body, identifiers: ['nothing'] },
    });
    expect(await ended(user, hidden.jobId)).toMatchObject({ state: 'failed', error: { code: 'printing.code.failed' } });
    expect((await (await server.as('other-user')).call(printingApi.codes, { params: { formId }, body })).status).toBe(
      404,
    );
  });
});

function contentOf(): TemplateContent {
  const common = {
    format: 1 as const,
    paper: { size: 'A5' as const, landscape: true, margins: [10, 10, 10, 10] as [number, number, number, number] },
    fontSize: 10,
    header: { start: '', center: '', end: '' },
    footer: { start: '', center: '', end: '{{page}} / {{pages}}' },
  };
  return {
    ...common,
    blocks: [
      { id: 'a', kind: 'text', text: '{{name}} / {{torque}} / {{secret}}', size: 12, align: 'start' },
      { id: 'b', kind: 'text', text: 'never', size: 12, align: 'start', showIf: 'torque > 100' },
      { id: 'c', kind: 'text', text: 'tells', size: 12, align: 'start', showIf: 'secret = "9999"' },
      {
        id: 'd',
        kind: 'rows',
        table: 'parts',
        blocks: [
          {
            id: 'e',
            kind: 'text',
            text: '{{parts.number}} {{parts.item}}',
            size: 10,
            align: 'start',
            showIf: 'price > 1',
          },
        ],
      },
      { id: 'f', kind: 'code', code: 'qrcode', content: '{{recordLink}}', width: 30, align: 'start', caption: false },
      { id: 'g', kind: 'table', table: 'parts', numbered: false, totals: true, columns: [] },
    ],
  };
}

async function ended(client: Client, jobId: string): Promise<RunView> {
  return expect
    .poll(() => client.ok(runsApi.get, { params: { runId: jobId } }), { timeout: 60_000, interval: 200 })
    .toMatchObject({ state: expect.stringMatching(/finished|failed/) as string })
    .then(() => client.ok(runsApi.get, { params: { runId: jobId } }));
}

async function finished(client: Client, jobId: string): Promise<BatchResult> {
  const job = await ended(client, jobId);
  expect(job).toMatchObject({ state: 'finished', error: null });
  return job.result as BatchResult;
}
