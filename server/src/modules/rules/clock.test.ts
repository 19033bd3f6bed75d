import { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import { usualWorkTime } from '@formwork/contract/enterprise/work-time.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { ruleMoments } from './clock.ts';
import { field, newForm } from '../../testing/forms.ts';
import { make, releaseRule } from './testing/scene.ts';
import { workingDaysAround } from './working-days.ts';

let server: TestServer;
let admin: Client;
let app: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  app = (await admin.ok(formsApi.createApp, { body: { title: { zh: '时钟' } } })).id;
});
afterAll(() => server.stop());

test('days of work are counted by the week and by what is said of a day', () => {
  // 2026-11-27 is a Friday; the Monday after it is off, the Saturday is worked
  const calendar = {
    ...usualWorkTime,
    days: [
      { date: '2026-11-30', name: '休', shift: null },
      { date: '2026-11-28', name: '班', shift: 'day' },
    ],
  };
  const days = workingDaysAround('2026-11-27', '2026-12-04', 3, calendar);
  expect(days.shifted('2026-11-27', 1)).toBe('2026-11-28');
  expect(days.shifted('2026-11-27', 2)).toBe('2026-12-01');
  expect(days.shifted('2026-11-29', 1)).toBe('2026-12-01');
  expect(days.shifted('2026-12-01', -1)).toBe('2026-11-28');
  expect(days.shifted('2026-11-29', -1)).toBe('2026-11-28');
  expect(days.shifted('2026-11-29', 0)).toBe('2026-12-01');
  expect(days.shifted('2026-12-01', 0)).toBe('2026-12-01');
  expect(days.leadingTo('2026-12-01', '2026-12-01', 0)).toEqual(['2026-11-29', '2026-12-01']);
  expect(days.leadingTo('2026-11-29', '2026-11-29', 1)).toBeUndefined();
});

test('a rule begins so many days of work before a date, once, and not on a day off', async () => {
  const formId = await newForm(admin, app, {
    fields: [field('text', 'note'), field('date', 'due'), field('dateTime', 'met')],
    titleField: 'note',
  });
  const said = (name: string, on: string) =>
    releaseRule(
      admin,
      `rule "${name}" on date(${on}) of ${formId} shift "-P2D" working as system\n  when true then\n    set note = note + "!"\n  end\n`,
    );
  await said('days', 'due');
  await said('moments', 'met');
  const { spaceId, platform } = server;
  // looked at for the first time on Thursday evening: what lay before is no concern of theirs
  await ruleMoments(platform, spaceId, new Date('2026-11-26T12:00:00Z'));
  // two days of work before a Tuesday is the Friday before it; before a Monday the Thursday
  const tuesday = await make(admin, formId, { note: 'a', due: '2026-12-01' });
  const monday = await make(admin, formId, { note: 'b', due: '2026-11-30' });
  const noon = await make(admin, formId, { note: 'c', met: '2026-12-01T04:00:00.000Z' });
  const notes = async () =>
    Promise.all(
      [tuesday, monday, noon].map(
        async ({ id: recordId }) =>
          (await admin.ok(recordsApi.get, { params: { formId, recordId } })).values.note as string,
      ),
    );
  for (const at of ['2026-11-26T15:59:00Z', '2026-11-26T16:01:00Z', '2026-11-26T16:02:00Z'])
    await ruleMoments(platform, spaceId, new Date(at));
  await expect.poll(notes).toEqual(['a!', 'b', 'c']);
  // noon of Friday, in Shanghai
  await ruleMoments(platform, spaceId, new Date('2026-11-27T03:59:00Z'));
  expect(await notes()).toEqual(['a!', 'b', 'c']);
  for (const at of ['2026-11-27T04:00:30Z', '2026-11-28T10:00:00Z', '2026-11-29T10:00:00Z'])
    await ruleMoments(platform, spaceId, new Date(at));
  await expect.poll(notes).toEqual(['a!', 'b', 'c!']);
});

test("a time of day before a date is the one of the enterprise's clock, also where it is changed in between", async () => {
  const home = { ...usualWorkTime, timeZone: 'Asia/Shanghai' };
  await admin.ok(enterpriseApi.setWorkTime, { body: { ...home, timeZone: 'America/New_York' } });
  const formId = await newForm(admin, app, {
    fields: [field('text', 'note'), field('date', 'due')],
    titleField: 'note',
  });
  // three days before, at eight; clocks go back on the 1st of November
  const said = (name: string, working: string) =>
    releaseRule(
      admin,
      `rule "${name}" on date(due) of ${formId} shift "-P2DT16H"${working} as system\n  when true then\n    set note = note + "${name}"\n  end\n`,
    );
  await said('+', '');
  await said('w', ' working');
  const { spaceId, platform } = server;
  await ruleMoments(platform, spaceId, new Date('2026-10-28T00:00:00Z'));
  const { id: recordId } = await make(admin, formId, { note: 'a', due: '2026-11-03' });
  const note = async () => (await admin.ok(recordsApi.get, { params: { formId, recordId } })).values.note;
  const look = (at: string) => ruleMoments(platform, spaceId, new Date(at));
  // of days of work: the Thursday
  await look('2026-10-29T11:59:00Z');
  expect(await note()).toBe('a');
  await look('2026-10-29T12:00:30Z');
  await expect.poll(note).toBe('aw');
  await look('2026-10-30T11:00:00Z');
  await look('2026-10-31T11:59:00Z');
  expect(await note()).toBe('aw');
  await look('2026-10-31T12:00:30Z');
  await expect.poll(note).toBe('aw+');
  await admin.ok(enterpriseApi.setWorkTime, { body: home });
});

test('two starts by the same date each begin the rule', async () => {
  const formId = await newForm(admin, app, {
    fields: [field('text', 'note'), field('date', 'due')],
    titleField: 'note',
  });
  await releaseRule(
    admin,
    `rule "twice" on date(due) of ${formId} shift "-P2D" on date(due) of ${formId} shift "P0D" as system\n  when true then\n    set note = note + "!"\n  end\n`,
  );
  const { spaceId, platform } = server;
  const look = (at: string) => ruleMoments(platform, spaceId, new Date(at));
  await look('2026-11-27T12:00:00Z');
  const { id: recordId } = await make(admin, formId, { note: 'a', due: '2026-11-30' });
  const note = async () => (await admin.ok(recordsApi.get, { params: { formId, recordId } })).values.note;
  await look('2026-11-27T16:01:00Z');
  await expect.poll(note).toBe('a!');
  for (const at of ['2026-11-28T16:00:00Z', '2026-11-29T15:59:00Z']) await look(at);
  expect(await note()).toBe('a!');
  await look('2026-11-29T16:01:00Z');
  await expect.poll(note).toBe('a!!');
});
