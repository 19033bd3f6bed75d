import { sentRun, toldApi } from '@formwork/contract/analytics/told-api.ts';
import { messagesApi } from '@formwork/contract/messages/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { emptyDataSet } from '@formwork/contract/analytics/dataset.ts';
import { setsApi } from '@formwork/contract/analytics/set-api.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { schedulesApi } from '@formwork/contract/schedules/api.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inControl } from '../../../platform/db/db.ts';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { flowScene } from '../../orchestration/testing/flow-scene.ts';
import { begun, fileSet, released, setChart, shownTo, uploaded, writeSet } from '../testing/sets.ts';
import { judgeSpace } from './judge-alerts.ts';

let server: TestServer;
let admin: Client;
let reader: Client;
let nobody: Client;
let dataset: string;
let chart: string;

const fields = [
  { id: 'line', column: 'line', title: { zh: '产线' }, kind: 'text' as const },
  { id: 'heat', column: 'heat', title: { zh: '温度' }, kind: 'number' as const },
];

beforeAll(async () => {
  server = await startTestServer();
  [admin, reader, nobody] = [await server.as('admin'), await server.as('user2'), await server.as('user3')];
  dataset = await fileSet(admin, 'line,heat\nA,70\nB,95\n', {
    fields,
    rules: [
      {
        id: 'r1',
        subject: { kind: 'everyone' },
        where: { field: 'line', operator: 'eq', value: 'A' },
        own: null,
        hides: [],
      },
    ],
  });
  await shownTo(admin, 'dataset', dataset, 'use', reader);
  const draft = setChart(dataset, { x: [{ field: 'line' }], y: [{ field: 'heat', fn: 'max' }] });
  chart = await released(admin, 'chart', await begun(admin, 'chart', draft));
  await shownTo(admin, 'chart', chart, 'see', reader);
});
afterAll(() => server.stop());

const oneOf = ({ id }: Client) => ({ kind: 'people' as const, id });

const messagesOf = async (who: Client, kind: string) =>
  (await who.ok(messagesApi.list, { query: {} })).rows.filter((one) => one.kind === kind);

async function newRows(csv: string): Promise<void> {
  const file = await uploaded(admin, 'heat.csv', csv);
  const { name } = await admin.ok(setsApi.file, { params: { datasetId: dataset }, body: { file } });
  await writeSet(admin, dataset, { ...emptyDataSet(), source: { is: 'file', file, name, table: '' }, fields });
  await released(admin, 'dataset', dataset);
}

describe('a subscription', () => {
  test('sends each receiver what they see, once, with the figures and a picture by mail', async () => {
    const params = { analysisKind: 'chart' as const, analysisId: chart };
    const body = { receivers: [admin, reader, nobody].map(oneOf), ways: ['message', 'mail'] as ('message' | 'mail')[] };
    expect(codeOf(await reader.call(toldApi.subscribe, { params, body }))).toBe('analytics.told.others');
    expect(
      (await nobody.call(toldApi.subscribe, { params, body: { ...body, receivers: [oneOf(nobody)] } })).status,
    ).toBe(404);
    const { id, mailless } = await admin.ok(toldApi.subscribe, { params, body });
    // people of the tests have no mailbox
    expect(mailless).toBe(3);
    expect((await reader.call(toldApi.send, { params: { subscriptionId: id } })).status).toBe(404);
    const timing = { cron: '0 8 * * *' };
    await admin.ok(schedulesApi.create, {
      body: { ofKind: 'analytics_subscription', ofId: id, timing: timing as never },
    });
    expect(
      (await reader.call(schedulesApi.list, { query: { ofKind: 'analytics_subscription', ofId: id } })).status,
    ).toBe(404);
    await admin.ok(toldApi.send, { params: { subscriptionId: id } });
    const found = await vi.waitFor(
      async () => {
        const all = [
          await messagesOf(admin, 'analyticsSubscription'),
          await messagesOf(reader, 'analyticsSubscription'),
        ];
        expect(all.map((list) => list.length)).toEqual([1, 1]);
        return all.flat();
      },
      { timeout: 60_000, interval: 300 },
    );
    expect(found[0]!.target).toMatchObject({ page: 'chartView', params: { id: chart } });
    expect(found[0]!.title).toContain('95');
    expect(found[1]!.title).not.toContain('95');
    expect(await messagesOf(nobody, 'analyticsSubscription')).toEqual([]);
    // each their own picture, and nobody one of a run that did not send them any
    const run = found[0]!.target!.query![sentRun]!;
    const pictureOf = async (who: Client) => {
      const answer = await who.fetch(`/api/analytics/sendings/${run}/picture`);
      return [answer.status, answer.headers.get('content-type'), Buffer.from(await answer.arrayBuffer())] as const;
    };
    const [own, other, none] = [await pictureOf(admin), await pictureOf(reader), await pictureOf(nobody)];
    for (const [status, type, png] of [own, other])
      expect([status, type, png.subarray(1, 4).toString()]).toEqual([200, 'image/png', 'PNG']);
    expect(own[2].equals(other[2])).toBe(false);
    expect(none[0]).toBe(404);
    const mails = await inControl(server.platform.control, 'demo', (tx) =>
      tx
        .selectFrom('platform.outbox')
        .selectAll()
        .where('kind', '=', 'mail')
        .where('body_text', 'like', '%产线%')
        .execute(),
    );
    // people of the tests have no mailbox but where they were given one
    for (const mail of mails) expect(mail.body_html).toContain('data:image/png;base64,');
    await admin.ok(toldApi.unsubscribe, { params: { subscriptionId: id } });
    expect(await admin.ok(toldApi.subscriptions, { params })).toEqual([]);
  }, 90_000);
});

describe('who is told', () => {
  const params = { analysisKind: 'chart' as const, analysisId: '' };
  const ways = ['message'] as ('message' | 'mail')[];

  test('a group means whoever belongs to it when it is told, each with what is theirs', async () => {
    params.analysisId = chart;
    const group = await admin.ok(organizationApi.createGroup, {
      body: { kind: 'public', name: '值班', appIds: [], scope: [{ kind: 'person', id: reader.id }] },
    });
    const receivers = [oneOf(admin), { kind: 'groups' as const, id: group.id }];
    const made = await admin.ok(toldApi.subscribe, { params, body: { receivers, ways } });
    expect(made.receivers.map(({ kind, name }) => [kind, name])).toContainEqual(['groups', '值班']);
    const before = await Promise.all([admin, reader].map((who) => messagesOf(who, 'analyticsSubscription')));
    await admin.ok(toldApi.send, { params: { subscriptionId: made.id } });
    await vi.waitFor(
      async () => {
        const now = await Promise.all([admin, reader].map((who) => messagesOf(who, 'analyticsSubscription')));
        expect(now.map((list, at) => list.length - before[at]!.length)).toEqual([1, 1]);
        expect(now[0]![0]!.title).toContain('95');
        expect(now[1]![0]!.title).not.toContain('95');
      },
      { timeout: 60_000, interval: 300 },
    );
    const gone = [{ kind: 'groups' as const, id: chart }];
    expect(codeOf(await admin.call(toldApi.subscribe, { params, body: { receivers: gone, ways } }))).toBe(
      'analytics.told.nobody',
    );
    const own = await reader.ok(organizationApi.createGroup, {
      body: { kind: 'private', name: '自己', appIds: [], scope: [{ kind: 'person', id: reader.id }] },
    });
    const ofOthers = [{ kind: 'groups' as const, id: own.id }];
    expect(codeOf(await admin.call(toldApi.subscribe, { params, body: { receivers: ofOthers, ways } }))).toBe(
      'analytics.told.nobody',
    );
    // a group is others too, even one that one belongs to
    const asReader = await reader.call(toldApi.subscribe, {
      params,
      body: { receivers: [{ kind: 'groups', id: group.id }], ways },
    });
    expect(codeOf(asReader)).toBe('analytics.told.others');
    await admin.ok(toldApi.unsubscribe, { params: { subscriptionId: made.id } });
  }, 90_000);

  test('nobody subscribes to the same twice, in whatever order it is said and at whatever moment', async () => {
    params.analysisId = chart;
    const receivers = [oneOf(admin), oneOf(reader)];
    const both = await Promise.all(
      [receivers, receivers.toReversed(), [...receivers, ...receivers]].map((one) =>
        admin.call(toldApi.subscribe, { params, body: { receivers: one, ways: ['mail', 'message'] } }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(both.map(codeOf)).toContain('analytics.subscription.same');
    // other people, another way: another subscription
    await admin.ok(toldApi.subscribe, { params, body: { receivers: [oneOf(admin)], ways: ['message', 'mail'] } });
    await admin.ok(toldApi.subscribe, { params, body: { receivers, ways: ['mail'] } });
    for (const { id } of await admin.ok(toldApi.subscriptions, { params }))
      await admin.ok(toldApi.unsubscribe, { params: { subscriptionId: id } });
    const rule = { figure: 'y0', side: 'below' as const, raiseAt: 1, clearAt: 2, hold: 0, receivers, ways };
    const twice = [rule, { ...rule, receivers: receivers.toReversed() }, { ...rule, raiseAt: 0 }];
    const added = [];
    for (const body of twice) added.push(await admin.call(toldApi.addAlert, { params: { chartId: chart }, body }));
    expect(added.map(({ status }) => status)).toEqual([200, 409, 200]);
    expect(codeOf(added[1]!)).toBe('analytics.alert.same');
    for (const { id } of await admin.ok(toldApi.alerts, { params: { chartId: chart } }))
      await admin.ok(toldApi.removeAlert, { params: { alertId: id } });
  });
});

describe('an alert', () => {
  test('is told once beyond the bound and once when it is over; figures only to whose they are', async () => {
    const params = { chartId: chart };
    const rule = {
      figure: 'y0',
      side: 'above' as const,
      raiseAt: 90,
      clearAt: 80,
      hold: 0,
      receivers: [admin, reader, nobody].map(oneOf),
      ways: ['message'] as ('message' | 'mail')[],
    };
    const add = (who: Client, part: object) => who.call(toldApi.addAlert, { params, body: { ...rule, ...part } });
    expect(codeOf(await add(admin, { clearAt: 95 }))).toBe('analytics.alert.bounds');
    expect(codeOf(await add(admin, { figure: 'x0' }))).toBe('analytics.alert.no_figure');
    expect(codeOf(await add(reader, {}))).toBe('analytics.told.others');
    const { id } = await admin.ok(toldApi.addAlert, { params, body: rule });
    const { id: own } = await reader.ok(toldApi.addAlert, { params, body: { ...rule, receivers: [oneOf(reader)] } });
    const titles = async (who: Client) =>
      (await messagesOf(who, 'analyticsAlert')).map(({ title }) => title).toReversed();
    const look = async () => {
      await judgeSpace(server.platform, 'demo');
      await judgeSpace(server.platform, 'demo');
    };
    await look();
    expect(await titles(admin)).toEqual(['↑ 数据 · B: 95 (≥ 90)']);
    // line B is not theirs: they hear that there is something, and their own alert is silent
    expect(await titles(reader)).toEqual(['↑ 数据']);
    expect(await titles(nobody)).toEqual([]);
    expect((await admin.ok(toldApi.alerts, { params }))[0]).toMatchObject({ id, raised: [{ label: 'B', value: 95 }] });
    await newRows('line,heat\nA,70\nB,85\n');
    await look();
    expect(await titles(admin)).toHaveLength(1);
    await newRows('line,heat\nA,70\nB,79\n');
    await look();
    expect(await titles(admin)).toEqual(['↑ 数据 · B: 95 (≥ 90)', '✓ 数据 · B: 79 (≤ 80)']);
    expect((await nobody.call(toldApi.removeAlert, { params: { alertId: id } })).status).toBe(404);
    await admin.ok(toldApi.switchAlert, { params: { alertId: id }, body: { enabled: false } });
    await newRows('line,heat\nA,99\nB,99\n');
    await look();
    expect(await titles(admin)).toHaveLength(2);
    expect(await titles(reader)).toHaveLength(4);
    await admin.ok(toldApi.removeAlert, { params: { alertId: id } });
    await reader.ok(toldApi.removeAlert, { params: { alertId: own } });
    expect(await admin.ok(toldApi.alerts, { params })).toEqual([]);
  }, 90_000);

  test('is judged when the rows of its data set were read anew, and stands where they were not', async () => {
    const csv = (heat: number) => `line,heat\nA,${heat}\n`;
    const own = await fileSet(admin, csv(10), { fields });
    const draft = setChart(own, { x: [{ field: 'line' }], y: [{ field: 'heat', fn: 'max' }] });
    const chartId = await released(admin, 'chart', await begun(admin, 'chart', draft));
    // one more storey: a data set of that chart, and a chart of it
    const above = await begun(admin, 'dataset', {
      ...emptyDataSet(),
      source: { is: 'chart', chart: chartId },
      fields: [{ id: 'peak', column: '温度', title: { zh: '峰值' }, kind: 'number' }],
    });
    await released(admin, 'dataset', above);
    const upper = await released(
      admin,
      'chart',
      await begun(admin, 'chart', setChart(above, { y: [{ field: 'peak', fn: 'max' }] }, { kind: 'kpi' })),
    );
    const rule = {
      figure: 'y0',
      side: 'above' as const,
      raiseAt: 50,
      clearAt: 50,
      hold: 0,
      receivers: [oneOf(admin)],
      ways: ['message' as const],
    };
    const alerts = await Promise.all(
      [chartId, upper].map((one) => admin.ok(toldApi.addAlert, { params: { chartId: one }, body: rule })),
    );
    const raised = async () =>
      (
        await Promise.all([chartId, upper].map((one) => admin.ok(toldApi.alerts, { params: { chartId: one } })))
      ).flatMap((list) => list.flatMap((one) => one.raised.map(({ value }) => value)));
    const file = await uploaded(admin, 'heat.csv', csv(77));
    const { name } = await admin.ok(setsApi.file, { params: { datasetId: own }, body: { file } });
    await writeSet(admin, own, { ...emptyDataSet(), source: { is: 'file', file, name, table: '' }, fields });
    await released(admin, 'dataset', own);
    await vi.waitFor(async () => expect(await raised()).toEqual([77, 77]), { timeout: 30_000, interval: 200 });
    for (const { id } of alerts) await admin.ok(toldApi.removeAlert, { params: { alertId: id } });
  }, 60_000);
});

test('a flow sends a chart once to whom it names, each what they see, and is what refers to it', async () => {
  const scene = flowScene(admin);
  const send = (set: Record<string, unknown>) => ({
    kind: 'call' as const,
    id: 'send',
    action: 'analytics.send',
    set,
    input: [],
    as: 'sent',
  });
  const played = async (set: Record<string, unknown>) =>
    scene.played(
      await scene.flow([send(set)], 'start>send', { runsAs: 'author', outputs: [{ name: 'run', value: 'sent.run' }] }),
    );
  const before = (await messagesOf(reader, 'analyticsSubscription')).length;
  const { state, result } = await played({ chart, people: [reader.id, nobody.id] });
  expect(state).toBe('finished');
  const { run } = result as { run: string };
  await expect.poll(async () => (await admin.ok(runsApi.get, { params: { runId: run } })).result).toEqual({ sent: 1 });
  const [told] = await messagesOf(reader, 'analyticsSubscription');
  expect(await messagesOf(reader, 'analyticsSubscription')).toHaveLength(before + 1);
  expect(told!.title).toMatch(/温度: A \d+/);
  expect(await messagesOf(nobody, 'analyticsSubscription')).toEqual([]);
  const bin = await admin.call(definitionsApi.archive, { params: { kind: 'chart', id: chart }, body: {} });
  expect([bin.status, codeOf(bin)]).toEqual([409, 'definitions.release.in_use']);
  for (const [set, code] of [
    [{ people: [reader.id] }, 'analytics.send.which'],
    [{ chart, people: [chart] }, 'analytics.told.nobody'],
  ] as const)
    expect(await played(set)).toMatchObject({ state: 'failed', error: { code } });
});
