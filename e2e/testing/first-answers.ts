import type { Page } from '@playwright/test';
import { firstAnswersElementId } from '@formwork/contract/first-files.ts';

const element = new RegExp(`<script type="application/json" id="${firstAnswersElementId}">.*?</script>`, 's');

/** From now on pages come without the answers that are sent along, so that a test can hold the calls themselves back or let them fail. */
export async function askForEverything(page: Page): Promise<void> {
  await page.route('**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    return route.fulfill({ response, body: (await response.text()).replace(element, '') });
  });
}
