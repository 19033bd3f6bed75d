import type { Page } from '@playwright/test';
import { makeForm, addRecord } from '../testing/inspection-form.ts';
import { followed } from '../testing/settled.ts';
import { expect, fresh, test } from '../testing/test.ts';

/** Stops of one page that are looked at. */
const mostStops = 40;

interface Stop {
  name: string;
  /** The contrast of what shows the focus against what lies around it; 0 where nothing does. */
  contrast: number;
}

/** Where the focus stands, and how well it can be seen: what differs from the same part without focus counts, on the part itself, its frame, or the mark beside it. */
function focusedStop(page: Page): Promise<Stop | undefined> {
  return page.evaluate(async () => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body) return undefined;
    const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    const rgb = (colour: string): [number, number, number, number] => {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = '#000';
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0, a = 0] = pen.getImageData(0, 0, 1, 1).data;
      return [r, g, b, a / 255];
    };
    const light = ([r, g, b]: readonly number[]): number => {
      const [x = 0, y = 0, z = 0] = [r, g, b].map((part = 0) =>
        part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const over = (top: readonly number[], ground: readonly number[]): number[] =>
      [0, 1, 2].map((at) => (top[at] ?? 0) * (top[3] ?? 1) + (ground[at] ?? 0) * (1 - (top[3] ?? 1)));
    const ground = (from: Element | null): number[] => {
      for (let at = from; at; at = at.parentElement) {
        const colour = rgb(getComputedStyle(at).backgroundColor);
        if (colour[3] > 0.9) return colour;
      }
      return [255, 255, 255];
    };
    const parts = [
      focused,
      focused.parentElement,
      focused.parentElement?.parentElement,
      focused.parentElement?.parentElement?.parentElement,
      focused.nextElementSibling,
      ...focused.querySelectorAll('*'),
    ]
      .filter((part) => part instanceof Element)
      .slice(0, 60);
    const looks = () =>
      parts.map((part) => {
        const {
          outlineStyle,
          outlineWidth,
          outlineColor,
          borderTopColor,
          borderTopWidth,
          borderBottomColor,
          borderBottomWidth,
          boxShadow,
          backgroundColor,
        } = getComputedStyle(part);
        return {
          outline: outlineStyle === 'none' || parseFloat(outlineWidth) < 1 ? '' : outlineColor,
          border: parseFloat(borderTopWidth) >= 1 ? borderTopColor : '',
          foot: parseFloat(borderBottomWidth) >= 1 ? borderBottomColor : '',
          shadow: boxShadow,
          ground: backgroundColor,
        };
      });
    const on = looks();
    // what components say of focus by themselves takes a frame
    const drawn = () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(done));
      });
    focused.blur();
    await drawn();
    const off = looks();
    focused.focus({ preventScroll: true });
    await drawn();
    let contrast = 0;
    for (const [at, part] of parts.entries()) {
      const around = ground(part.parentElement);
      for (const kind of ['outline', 'border', 'foot', 'shadow', 'ground'] as const) {
        const look = on[at]![kind];
        if (look === off[at]![kind] || look === '' || look === 'none') continue;
        const colour = kind === 'shadow' ? (/rgba?\([^)]*\)|#[0-9a-f]+|color\([^)]*\)/i.exec(look)?.[0] ?? '') : look;
        if (colour === '') continue;
        const [one, other] = [light(over(rgb(colour), around)), light(around)].sort((a, b) => b - a) as [
          number,
          number,
        ];
        contrast = Math.max(contrast, (one + 0.05) / (other + 0.05));
      }
    }
    const name = `${focused.tagName.toLowerCase()}.${focused.className} ${(focused.getAttribute('aria-label') ?? focused.textContent).trim().slice(0, 30)}`;
    return { name, contrast };
  });
}

// the pages are made of the same parts: each is walked once, in one skin or the other
for (const [turn, skin] of ['white', 'black'].entries()) {
  test(`wherever Tab leads the focus is seen, on six pages (${skin})`, async ({ as }) => {
    // up to forty stops on each, every one of them drawn twice
    test.slow();
    const page = await as('admin');
    const { appId, formId } = await makeForm(page.request, fresh(`焦点 ${skin}`));
    await addRecord(page.request, formId, { name: '铣床', kind: 'mill' });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript({ content: `localStorage.setItem('skin', ${JSON.stringify(skin)})` });
    const list = `/app/!/${appId}?form=${formId}`;
    const pages = [
      '/user/workbench',
      '/application',
      `/app/!/${appId}?form=${formId}&label=board`,
      '/user/messagecenter',
      '/organization/contacts/',
      '/enterprise/organization',
      '/enterprise/roleManage',
      '/enterprise/themeColour',
      `/form/app/setting/!/form/${appId}/draft/${formId}`,
      '/setting/center',
    ].filter((_, at) => at % 2 === turn);
    const settled = followed(page);
    const unseen: string[] = [];
    for (const address of [list, ...pages]) {
      await page.goto(address);
      await page.locator('main, [role=main]').first().waitFor();
      await settled();
      const stops = new Set<string>();
      for (let at = 0; at < mostStops; at += 1) {
        await page.keyboard.press('Tab');
        const stop = await focusedStop(page);
        if (!stop) break;
        stops.add(stop.name);
        if (stop.contrast < 3) unseen.push(`${address}: ${stop.name} ${stop.contrast.toFixed(2)}`);
      }
      expect(stops.size, address).toBeGreaterThan(5);
    }
    expect(unseen).toEqual([]);
  });
}
