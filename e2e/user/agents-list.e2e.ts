import { randomUUID } from 'node:crypto';
import { agentsApi, agentPermissions } from '@formwork/contract/agents/api.ts';
import type { Locator } from '@playwright/test';
import { expect, test } from '../testing/test.ts';
import { chooseOwnPassword } from '../testing/own-password.ts';
import { textsOf } from '../testing/texts.ts';

/** Whether all of its text is in sight: nothing is cut by itself or by what it stands in. */
function isWhole(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const texts = [...range.getClientRects()];
    for (let at: Element | null = node; at; at = at.parentElement) {
      if (getComputedStyle(at).overflowX === 'visible' && getComputedStyle(at).overflowY === 'visible') continue;
      const box = at.getBoundingClientRect();
      if (texts.some(({ right, left }) => right > box.right + 1 || left < box.left - 1)) return false;
    }
    return texts.every(({ right, left }) => left >= 0 && right <= innerWidth);
  });
}

test('the list of agents says all that was handed over, and until when by the clock of the enterprise', async ({
  as,
  browser,
  baseURL,
}) => {
  const admin = (await as('admin')).request;
  const made = async (name: string) => {
    const login = `l.${randomUUID().slice(0, 8)}`;
    const answer = await admin.post('/api/organization/people', {
      data: { login, name: `${name} ${login}`, role: 'user', departmentId: null },
    });
    const { person, password } = (await answer.json()) as { person: { id: string; name: string }; password: string };
    return { ...person, login, password: await chooseOwnPassword(answer.url(), login, password) };
  };
  const [me, agent] = [await made('钱程'), await made('孙立')];
  const first = await as(me.login, { password: me.password });
  const answer = await first.request.post(`/api${agentsApi.create.path}`, {
    data: {
      agentId: agent.id,
      permissions: agentPermissions,
      startsAt: '2026-01-01T00:00:00.000Z',
      endsAt: '2099-12-31T10:00:00.000Z',
      appIds: null,
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  for (const locale of ['zh-CN', 'en'] as const)
    for (const width of [1440, 390]) {
      const t = textsOf(locale);
      const words = agentPermissions.map((one) => t(`personal.agents.short_${one}`));
      const context = await browser.newContext({
        baseURL: baseURL!,
        locale,
        // somebody on a journey: the list goes by the clock of the enterprise all the same
        timezoneId: 'America/New_York',
        viewport: { width, height: 844 },
      });
      await context.addInitScript({ content: `localStorage.setItem('lang', '${locale}')` });
      await context.request.post('/api/identity/sessions', { data: { login: me.login, password: me.password } });
      const page = await context.newPage();
      await page.goto('/setting/center?tab=agents');
      const cell = page.getByText(words.join(locale === 'zh-CN' ? '、' : ', '), { exact: true });
      await expect(cell).toBeVisible();
      expect(await isWhole(cell), `${locale} ${width}`).toBe(true);
      for (const text of [locale === 'en' ? '31 Dec 2099, 18:00' : '2099-12-31 18:00', t('personal.agents.all_apps')]) {
        const said = page.getByText(text).first();
        await expect(said).toBeVisible();
        expect(await isWhole(said), `${text} ${locale} ${width}`).toBe(true);
      }
      await context.close();
    }
});
