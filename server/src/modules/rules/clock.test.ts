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
