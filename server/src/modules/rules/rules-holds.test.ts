import { randomUUID } from 'node:crypto';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import { messagesApi } from '@formwork/contract/messages/api.ts';
import { orchestrationApi } from '@formwork/contract/orchestration/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { rulesApi } from '@formwork/contract/rules/api.ts';
import { readRules } from '@formwork/logic/qlang/read.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { sceneOn } from '../workflow/testing/scene.ts';
import { flowScene } from '../orchestration/testing/flow-scene.ts';
import { change, draftRule, make, read, releaseRule, trace, traces, tryRelease } from './testing/scene.ts';
import { field, newForm } from '../../testing/forms.ts';

/** What rules may, how they end where they go in circles, and what is held back from whom. */
let server: TestServer;
let admin: Client;
let user: Client;
let maker: Client;
let appId: string;

type Allow = Omit<PermissionRule, 'id'>;
const everyone: Allow = { subject: { kind: 'everyone' }, actions: ['view', 'create', 'edit'], scope: 'all' };

beforeAll(async () => {
  server = await startTestServer();
  [admin, user, maker] = [await server.as('admin'), await server.as('user'), await server.as('user2')];
  ({ id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '规则' } } }));
});
afterAll(() => server.stop());

async function form(rules: Allow[] = [everyone]): Promise<string> {
  const formId = await newForm(admin, appId, {
    titleField: 'name',
    fields: [field('text', 'name'), field('number', 'one'), field('number', 'two'), field('text', 'secret')],
  });
  await admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: { rules: rules.map((rule, index) => ({ ...rule, id: String(index) })) },
  });
  return formId;
}

const stopped = async (who: Client, title: string): Promise<number> =>
  (await who.ok(messagesApi.list, { query: {} })).rows.filter((one) => one.title.includes(title)).length;

describe('circles', () => {
  test('without a condition the last rule of one is not released, and its path is told', async () => {
    const formId = await form();
    await releaseRule(admin, `rule "to b" on changed (one) of ${formId} as system\n  set two = one\n`);
    const { status, body } = await tryRelease(
      admin,
      await draftRule(admin, `rule "to a" on changed (two) of ${formId} as system\n  set one = two\n`),
    );
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toMatch(/rules\.problem\.circle.*to a → to b → to a|to b → to a → to b/);
  });

  test('with one it is warned of, and a circle that comes to be ends by itself, told once', async () => {
    const formId = await form();
    const id = await releaseRule(
      admin,
      `rule "up for ever" on changed (one) of ${formId} as system\n  when one < 1000 then\n    set one = one + 1\n  end\n`,
    );
    const record = await make(admin, formId, { name: 'circle', one: 1 });
    await change(admin, formId, record, { one: 2 });
    await expect.poll(async () => (await traces(admin, id)).map(({ code }) => code)).toContain('rules.loop');
    const { one } = await read(admin, formId, record.id);
    expect(one).toBeLessThan(12);
    expect(await stopped(admin, 'up for ever')).toBe(1);
    // nothing is stuck behind it
    const other = await make(admin, formId, { name: 'after', one: 999 });
    await change(admin, formId, other, { one: 998 });
    await expect.poll(() => read(admin, formId, other.id)).toMatchObject({ one: 1000 });
  });

  test('a save that changes nothing starts nothing', async () => {
    const formId = await form();
    const id = await releaseRule(
      admin,
      `rule "told" on changed (one) of ${formId} as system\n  set two = if two = null then 1 else two + 1\n`,
    );
    const record = await make(admin, formId, { name: 'x', one: 1 });
    const same = await change(admin, formId, record, { one: 1 });
    const last = await change(admin, formId, { ...record, version: same.version }, { one: 2 });
    expect(last.version).toBeGreaterThan(same.version);
    await expect.poll(() => read(admin, formId, record.id)).toMatchObject({ two: 1 });
    expect(await traces(admin, id)).toHaveLength(1);
  });
});

describe('rights', () => {
  test('whoever may not design forms makes neither rules in saves nor rules of the system, nor on forms they do not see', async () => {
    const [open, closed] = [await form(), await form([])];
    const refusal = async (text: string) => {
      return codeOf(await tryRelease(user, await draftRule(user, text)));
    };
    expect(await refusal(`rule "r" on saving of ${open} at before as person\n  set one = 1\n`)).toBe(
      'rules.rule.binds_all',
    );
    expect(await refusal(`rule "r" on created of ${open} as system\n  set one = 1\n`)).toBe('rules.rule.binds_all');
    expect(await refusal(`rule "r" on created of ${closed} as author\n  set one = 1\n`)).toBe('rules.rule.no_form');
    expect(await refusal(`rule "mine" on created of ${open} as author\n  set one = 1\n`)).toBeUndefined();
  });

  test('a rule does what its author may now: refused it fails by its own code, without its author it ends and says so', async () => {
    const mine: Allow = { subject: { kind: 'person', id: maker.id }, actions: ['view', 'edit'], scope: 'all' };
    const formId = await form([everyone, mine]);
    const id = await releaseRule(maker, `rule "by its author" on created of ${formId} as author\n  set two = 7\n`);
    const first = await make(admin, formId, { name: 'first' });
    await expect.poll(() => read(admin, formId, first.id)).toMatchObject({ two: 7 });

    const viewing: Allow = { ...everyone, actions: ['view'] };
    await admin.ok(formsApi.putPermissions, { params: { formId }, body: { rules: [{ ...viewing, id: '0' }] } });
    await make(admin, formId, { name: 'second' });
    await expect.poll(async () => (await traces(admin, id))[0]).toMatchObject({ state: 'failed' });
    const failed = (await traces(admin, id))[0]!;
    expect(failed.code).toMatch(/^(platform|records)\./);

    await admin.ok(organizationApi.disablePerson, { params: { personId: maker.id } });
    await make(admin, formId, { name: 'third' });
    await expect.poll(async () => (await traces(admin, id))[0]?.code).toBe('rules.author_gone');
    await expect
      .poll(async () => (await admin.ok(rulesApi.list, { query: {} })).rows.find((row) => row.id === id))
      .toMatchObject({ enabled: false, offBecause: 'rules.author_gone' });
    await admin.ok(organizationApi.enablePerson, { params: { personId: maker.id } });
  });

  test('a record in a process is changed by no rule: a save with one is refused by its code, a later one fails by it', async () => {
    const scene = await sceneOn(server);
    const repairs = await scene.form('a:A end', 'start>a a>end');
    const orders = await newForm(admin, appId, {
      fields: [
        field('relation', 'repair', { config: { form: repairs, cardinality: 'manyToOne', onDelete: 'clear' } }),
        field('text', 'note'),
      ],
    });
    const body = (at: string, word: string, who: string) =>
      `rule "${word}" on created of ${orders}${at} as ${who}\n  when note = "${word}" then\n    set repair.remark = "${word}"\n  end\n`;
    const behind = await releaseRule(admin, body(' at after', 'behind', 'system'));
    const byAuthor = await releaseRule(admin, body(' at after', 'author', 'author'));
    const later = await releaseRule(admin, body('', 'later', 'system'));
    const repair = await scene.record(repairs, { name: 'R' });
    const order = (note: string) =>
      admin.call(recordsApi.create, { params: { formId: orders }, body: { values: { repair: [repair], note } } });
    expect((await order('behind')).status).toBe(200);
    expect(await read(admin, repairs, repair)).toMatchObject({ remark: 'behind' });

    await scene.start(repairs, repair);
    for (const note of ['behind', 'author']) expect(codeOf(await order(note))).toBe('records.record.in_process');
    const made = async () => (await admin.ok(recordsApi.list, { params: { formId: orders } })).rows.length;
    expect(await made()).toBe(1);
    expect(await traces(admin, behind)).toHaveLength(1);
    expect(await traces(admin, byAuthor)).toHaveLength(0);
    expect((await order('later')).status).toBe(200);
    await expect
      .poll(async () => (await traces(admin, later))[0])
      .toMatchObject({ state: 'failed', code: 'records.record.in_process' });
    expect(await read(admin, repairs, repair)).toMatchObject({ remark: 'behind' });

    // and again once it is over
    expect((await scene.submit(repairs, repair, 'A')).status).toBe(200);
    expect((await order('author')).status).toBe(200);
    expect(await read(admin, repairs, repair)).toMatchObject({ remark: 'author' });
  });

  test('what is hidden from a reader is in no trace that they read', async () => {
    const hiding: Allow = { ...everyone, fields: { secret: { new: 'hidden', existing: 'hidden' } } };
    const formId = await form([hiding]);
    const id = await releaseRule(
      admin,
      `rule "reads the secret" on created of ${formId} at after as system
  let told = "of " + secret
  when secret != null then
    set name = told
    set one = 5
  end
`,
    );
    await make(admin, formId, { name: 'x', secret: 'gold and silver' });
    const [kept] = await traces(admin, id);
    expect(JSON.stringify(await trace(admin, kept!.id))).toContain('gold and silver');
    const { status, body } = await user.call(rulesApi.trace, { params: { traceId: kept!.id } });
    // whoever may not see the rule at all finds nothing
    if (status === 200) expect(JSON.stringify(body)).not.toContain('gold');
    else expect(status).toBe(404);
    const why = await user.ok(rulesApi.why, { query: { formId, recordId: kept!.recordId!, field: 'secret' } });
    expect(why.trace).toBeNull();
  });

  test.each(['user', 'safe', 'audit', 'saas', 'root', 'other-admin'] as const)(
    '%s reads no trace of a form that is not theirs',
    async (role) => {
      const formId = await form([]);
      const id = await releaseRule(admin, `rule "closed" on created of ${formId} at after as system\n  set one = 5\n`);
      const record = await make(admin, formId, { name: 'x' });
      const [kept] = await traces(admin, id);
      const who = await server.as(role);
      expect((await who.call(rulesApi.trace, { params: { traceId: kept!.id } })).status).toBeGreaterThanOrEqual(403);
      const why = await who.call(rulesApi.why, { query: { formId, recordId: record.id, field: 'one' } });
      expect(why.status).toBeGreaterThanOrEqual(403);
    },
  );
});

test('a red test case refuses the release by its name', async () => {
  const formId = await form();
  const text = `rule "tested" on saving of ${formId} at before as system\n  set two = one * 2\n`;
  const red = { id: 't1', name: 'twice of three', input: { one: 3 }, expected: { two: 7 } };
  const { status, body } = await tryRelease(admin, await draftRule(admin, text, [red]));
  expect(status).toBe(422);
  expect(JSON.stringify(body)).toContain('twice of three');
  await releaseRule(admin, text, [{ ...red, expected: { two: 6 } }]);
  const record = await make(admin, formId, { name: 'x', one: 3 });
  expect(await read(admin, formId, record.id)).toMatchObject({ two: 6 });
});

test('what it would have done is counted without doing it', async () => {
  const formId = await form();
  for (const one of [1, 20, 300]) await make(admin, formId, { name: String(one), one });
  const { rules } = readRules(
    `rule "past" on created of ${formId} as system\n  when one > 10 then\n    set two = one\n  end\n`,
  );
  const found = await admin.ok(rulesApi.simulate, { body: { rule: rules[0]!.rule, days: 2 } });
  expect(found).toMatchObject({ judged: 3, held: 2, failed: 0, cut: false });
  const { rows } = await admin.ok(recordsApi.list, { params: { formId } });
  expect(rows.every(({ values }) => values.two === null || values.two === undefined)).toBe(true);
});

describe('a button on records', () => {
  test('of a rule stands in the plan of the form and does what the rule says, once a command', async () => {
    const formId = await form();
    const id = await releaseRule(
      admin,
      `rule "add one" on button "Add one" of ${formId} as system\n  set one = if one = null then 1 else one + 1\n`,
    );
    const record = await make(admin, formId, { name: 'x' });
    const { starts } = await user.ok(recordsApi.plan, { params: { formId } });
    expect(starts).toEqual([{ kind: 'rule', id, title: { zh: 'Add one' } }]);
    const press = (who: Client, commandId: string) =>
      who.call(rulesApi.press, { params: { ruleId: id, recordId: record.id }, body: { commandId } });
    const command = randomUUID();
    expect((await press(user, command)).status).toBe(200);
    expect((await press(user, command)).status).toBe(200);
    expect(await read(admin, formId, record.id)).toMatchObject({ one: 1 });
    await admin.ok(formsApi.putPermissions, { params: { formId }, body: { rules: [] } });
    expect((await press(user, randomUUID())).status).toBe(404);
    expect((await press(await server.as('other-admin'), randomUUID())).status).toBe(404);
    expect(await read(admin, formId, record.id)).toMatchObject({ one: 1 });
  });

  test('of a flow starts it with the record', async () => {
    const formId = await form();
    const scene = flowScene(admin);
    const flowId = await scene.flow([{ kind: 'end', id: 'done' }], 'start>done', {
      inputs: [{ name: 'recordId', type: 'string' }],
      outputs: [{ name: 'of', value: 'recordId' }],
      starts: [{ id: 'b', on: 'button', form: formId, title: '' }],
    });
    const record = await make(admin, formId, { name: 'x' });
    const { starts } = await user.ok(recordsApi.plan, { params: { formId } });
    expect(starts).toMatchObject([{ kind: 'flow', id: flowId }]);
    const press = (who: Client, commandId: string, recordId = record.id) =>
      who.call(orchestrationApi.press, { params: { flowId, recordId }, body: { formId, commandId } });
    const command = randomUUID();
    const [one, again] = [await press(user, command), await press(user, command)];
    expect([one.status, again.status]).toEqual([200, 200]);
    const { run } = one.body as { run: string };
    expect((again.body as { run: string }).run).toBe(run);
    expect((await scene.over(run)).result).toMatchObject({ of: record.id });
    expect((await press(user, randomUUID(), randomUUID())).status).toBe(404);
    expect((await press(await server.as('other-user'), randomUUID())).status).toBe(404);
  });
});
