import { skinIds } from '@formwork/ui/skin/skins.ts';
import { expect, test } from './gallery.ts';

const scenes = { parts: 'Hues', states: 'Mark', frames: 'Navigation', sheets: 'A sheet' };

for (const [name, region] of Object.entries(scenes))
  test(`the scene “${name}” comes in every skin without a complaint`, async ({ scene, complaints }) => {
    for (const skin of skinIds) {
      const page = await scene(name, { skin, lang: 'en' });
      await expect(page.getByRole('region', { name: region, exact: true })).toBeVisible();
    }
    expect(complaints).toEqual([]);
  });
