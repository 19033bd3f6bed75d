import { fillPattern, routes, type Route } from '@formwork/contract/routes.ts';
import { roles, type Role } from '@formwork/contract/roles.ts';
import type { Page } from '@playwright/test';
import { followed } from '../testing/settled.ts';
import { expect, test } from '../testing/test.ts';
import { shownKey, troublesOf } from '../testing/troubles.ts';

/** Pages that open without an object; the others stand in the tests of their objects. */
const openPages = (routes as readonly Route[])
  .filter(({ pattern }) => !/\{\w+\}/.test(pattern))
  .map((route) => ({ ...route, path: fillPattern(route.pattern, {}) }));

test.describe.configure({ mode: 'parallel' });

/** Opened at a time: a page waits for the server while another is drawn. */
const tabs = 2;

/** At the desk and on a phone. */
const desk = { locale: 'zh-CN', width: 1440 } as const;
const phone = { locale: 'en', width: 390 } as const;
/** Who designs and who works sees nearly every page there is: the others need not be looked at twice. */
const places = {
  root: [desk],
  saas: [phone],
  admin: [desk, phone],
  user: [desk, phone],
  safe: [phone],
  audit: [desk],
} as const satisfies Record<Role, readonly unknown[]>;

for (const role of roles)
  for (const place of places[role]) {
    test(`${role} opens what the manifest gives to them, and nothing else (${place.locale}, ${place.width} wide)`, async ({
      as,
    }) => {
      const first = await as(role, place);
      const pages = [first, ...(await Promise.all(Array.from({ length: tabs - 1 }, () => first.context().newPage())))];
      const troubles = pages.map((page) => troublesOf(page));
      const waiting = [...openPages];
      await Promise.all(
        pages.map(async (page) => {
          const settled = followed(page);
          for (let next = waiting.shift(); next; next = waiting.shift()) await openOne(page, settled, next);
        }),
      );
      expect(troubles.flat(), 'errors in the browser').toEqual([]);

      async function openOne(
        page: Page,
        settled: () => Promise<void>,
        { id, path, owner }: (typeof openPages)[number],
      ): Promise<void> {
        const allowed = owner.length === 0 || owner.includes(role);
        // what a refused page shows is the same for all, and stands in the tests of the shell
        if (!allowed) return expect.soft((await page.request.get(path)).status(), `${id} at ${path}`).toBe(403);
        const answer = await page.goto(path);
        expect.soft(answer?.status(), `${id} at ${path}`).toBe(200);
        await expect.soft(page.locator('#root > *').first(), `${id} shows something`).toBeVisible();
        await settled();
        expect.soft(await page.getByText('Load error page module').count(), `${id} is there`).toBe(0);
        expect.soft(await page.locator('body').innerText(), `${id} shows texts`).not.toMatch(shownKey);
        expect
          .soft(await page.evaluate(() => document.documentElement.scrollWidth), `${id} is not wider than the window`)
          .toBeLessThanOrEqual(place.width);
        if (place.width < 768)
          expect
            .soft(
              await page.locator('.fw-list').getByRole('columnheader').count(),
              `${id} shows cards, or says that there are none`,
            )
            .toBe(0);
        expect.soft(await namelessOf(page), `${id} says what each of its parts is`).toEqual([]);
      }
    });
  }

test('a visitor is asked to sign in, and comes back to the page', async ({ page, request }) => {
  for (const { path } of openPages.filter(({ owner }) => owner.length > 0)) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect.soft(answer.status(), path).toBe(302);
    expect.soft(answer.headers().location, path).toBe(`/login?redirect=${encodeURIComponent(path)}`);
  }
  const troubles = troublesOf(page);
  for (const { path } of openPages.filter(({ owner }) => owner.length === 0)) {
    const answer = await page.goto(path);
    expect.soft(answer?.status(), path).toBe(200);
    await expect.soft(page.locator('#root > *').first(), path).toBeVisible();
  }
  expect(troubles).toEqual([]);
});

/** What can be pressed or filled in and has no name for a screen reader, and icons that are read out by the names of their files. */
async function namelessOf(page: Page): Promise<string[]> {
  const lines = (await page.locator('body').ariaSnapshot()).split('\n').map((line) => line.trim());
  return lines.filter(
    (line) =>
      /^- (button|link|checkbox|combobox|menuitem|radio|searchbox|slider|spinbutton|switch|tab|textbox)( \[[^\]]*\])*:?$/.test(
        line,
      ) || /^- img "[a-z]+(-[a-z]+)*"$/.test(line),
  );
}
