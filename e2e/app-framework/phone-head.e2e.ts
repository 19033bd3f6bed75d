import { addRecord, makeForm, makeProcess, send } from '../testing/inspection-form.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { followed } from '../testing/settled.ts';
import { expect, fresh, test } from '../testing/test.ts';

const title = '三号车间循环冷却水系统离心泵机组季度点检';

for (const locale of ['zh-CN', 'en'] as const)
  test(`the head of a record is whole on a phone (${locale})`, async ({ as }) => {
    const page = await as('admin', { width: 390, locale });
    const { appId, formId } = await makeForm(page.request, fresh(`头部 ${locale}`));
    const me = (await (await page.request.get('/api/identity/me')).json()) as { id: string };
    await makeProcess(page.request, formId, me.id);
    const { id } = await addRecord(page.request, formId, { name: title, torque: 12.5 });
    const other = await addRecord(page.request, formId, { name: '二号', torque: 12.5 });
    await send(
      page.request,
      'POST',
      workflowApi.start.path,
      { formId, recordId: id },
      { commandId: crypto.randomUUID() },
    );
    const settled = followed(page);
    for (const record of [id, other.id]) {
      await page.goto(`/${appId}/detail/${formId}?record=${record}`);
      const head = page.locator('.fw-page-head');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(record === id ? title : '二号');
      await settled();
      const cut = await head.evaluate((node) =>
        [node, ...node.querySelectorAll('*')].flatMap((part) => {
          const box = part.getBoundingClientRect();
          const style = getComputedStyle(part);
          if (box.width === 0 || style.position === 'absolute') return [];
          const isCut =
            box.left < 0 ||
            box.right > innerWidth + 0.5 ||
            (style.overflowX !== 'visible' && part.scrollWidth > part.clientWidth + 1);
          return isCut
            ? [`${part.tagName}.${String(part.getAttribute('class'))} ${part.textContent?.slice(0, 30)}`]
            : [];
        }),
      );
      expect(cut).toEqual([]);
    }
  });
