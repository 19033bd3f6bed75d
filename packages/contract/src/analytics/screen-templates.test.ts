import { describe, expect, test } from 'vitest';
import { chartsOfElement, emptyScreen, Screen, settleScreen, withCharts, type ScreenElement } from './screen.ts';
import { screenOfTemplate, screenTemplateIds } from './screen-templates.ts';

describe.each(screenTemplateIds)('the template %s', (id) => {
  const screen = screenOfTemplate(id, 'en');

  test('is a screen as it stands, within its stage, each element once', () => {
    expect(Screen.parse(screen)).toEqual(screen);
    expect(settleScreen(screen)).toBe(screen);
    for (const { x, y, w, h } of screen.elements)
      expect([x >= 0, y >= 0, x + w <= screen.width, y + h <= screen.height]).toEqual([true, true, true, true]);
  });

  test('has places for charts and no figures of its own', () => {
    const places = screen.elements.flatMap(chartsOfElement);
    expect(places.length).toBeGreaterThanOrEqual(10);
    expect(places.every(({ chart }) => chart === null)).toBe(true);
    const words = screen.elements.flatMap((element) => ('text' in element ? [element.text] : []));
    expect(JSON.stringify(words)).not.toMatch(/\d/);
  });

  test('says everything in both languages', () => {
    for (const element of screen.elements) {
      const said = 'text' in element ? element.text : 'title' in element ? element.title : undefined;
      if (typeof said === 'object') expect(said).toMatchObject({ zh: expect.any(String), en: expect.any(String) });
    }
    expect(screenOfTemplate(id, 'zh-CN').elements[0]!.name).not.toBe(screen.elements[0]!.name);
  });
});

test('slides of a carousel are places of charts too', () => {
  const box = { id: 'e1', name: 'c', x: 0, y: 0, w: 10, h: 10 };
  const chart = '11111111-1111-4111-8111-111111111111';
  const carousel = {
    ...box,
    is: 'carousel' as const,
    seconds: 5,
    slides: [
      { id: 's1', is: 'picture' as const, src: 'data:image/png;base64,AAAA' },
      { id: 's2', is: 'chart' as const, chart },
      { id: 's3', is: 'chart' as const, chart: null },
    ],
  };
  expect(chartsOfElement(carousel)).toEqual([carousel.slides[1], carousel.slides[2]]);
  expect(chartsOfElement(withCharts(carousel, () => 'other')).map((slide) => slide.chart)).toEqual(['other', null]);
});

test('slides of a pasted carousel are told from those it was copied from', () => {
  const slides = [
    { id: 's1', is: 'chart' as const, chart: null },
    { id: 'e2', is: 'chart' as const, chart: null },
  ];
  const box = { name: 'c', x: 0, y: 0, w: 10, h: 10, is: 'carousel' as const, seconds: 5 };
  const elements: ScreenElement[] = [
    { ...box, id: 'e1', slides },
    { ...box, id: 'e2', slides },
  ];
  const settled = settleScreen({ ...emptyScreen(), elements });
  const ids = settled.elements.flatMap((element) => [element.id, ...chartsOfElement(element).map(({ id }) => id)]);
  expect(ids).toEqual(['e1', 's1', 'e2x2', 'e2', 's1x2', 'e2x3']);
  expect(settleScreen(settled)).toBe(settled);
  expect(Screen.parse(settled)).toEqual(settled);
});
