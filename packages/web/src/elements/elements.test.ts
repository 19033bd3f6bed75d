import { noElementSettings, type ElementSettings } from '@formwork/contract/console/elements.ts';
import { expect, it } from 'vitest';
import { tabsOf } from './arranged.tsx';
import { elementsIn } from './elements.ts';
import { filtersOf } from './filters-of.ts';

const tabs = ['apis', 'consumers', 'traffic'] as const;
const settings: ElementSettings = {
  elements: { 'tabs.consumers': { hidden: true }, 'tabs.traffic': { title: { zh: '调用量' } } },
  // `apis` came after somebody arranged it
  order: { tabs: ['traffic', 'consumers'] },
};
const filter = (name: 'kind' | 'state') => ({ name, label: name, options: [] });

it('leaves tabs as they are where nothing is set, and opens the one asked for or the first', () => {
  const usual = elementsIn('esb', noElementSettings, 'zh-CN');
  const named = tabs.map((id) => ({ id, title: id }));
  expect(tabsOf(usual, 'tabs', tabs, 'traffic', (id) => id)).toEqual({ tab: 'traffic', tabs: named });
  expect(tabsOf(usual, 'tabs', tabs, undefined, (id) => id)).toEqual({ tab: 'apis', tabs: named });
});

it('hides, names and orders tabs; what is hidden is not opened, and what is new stands at the end', () => {
  const set = elementsIn('esb', settings, 'zh-CN');
  expect(tabsOf(set, 'tabs', tabs, 'consumers', (id) => id)).toEqual({
    tab: 'apis',
    tabs: [
      { id: 'traffic', title: '调用量' },
      { id: 'apis', title: 'apis' },
    ],
  });
});

it('takes the search and filters of a list away, and names them', () => {
  const given = { search: 'search', filters: [filter('kind'), filter('state')] };
  expect(filtersOf(elementsIn('dataAssets', noElementSettings, 'en'), 'filters', given)).toEqual(given);
  const set = elementsIn(
    'dataAssets',
    {
      elements: {
        'filters.search': { hidden: true },
        'filters.kind': { title: { zh: '种类' } },
        'filters.state': { hidden: true },
      },
      order: {},
    },
    'zh-CN',
  );
  expect(filtersOf(set, 'filters', given)).toEqual({ filters: [{ ...filter('kind'), label: '种类' }] });
});
