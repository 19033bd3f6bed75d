import { expect, it } from 'vitest';
import { linkAction, type ClickedLink } from './link-action.ts';

const click = (path: string, change: Partial<ClickedLink> = {}) =>
  linkAction({
    url: new URL(path, 'https://own.example'),
    origin: 'https://own.example',
    currentPath: '/space-a/application',
    currentRoute: {},
    target: '',
    download: false,
    modified: false,
    ...change,
  });

it('mounts pages in place, those of other applications too', () => {
  expect(click('/space-a/home/modifyPassword')).toBe('mount');
  expect(click('/application', { target: '_self' })).toBe('mount');
  expect(click('/operation/operationLog')).toBe('mount');
});

it('loads console pages in full', () => {
  expect(click('/space-a/enterprise/organization')).toBe('load');
  expect(click('/space-a/enterprise/organization', { currentRoute: { newWindow: true } })).toBe('load');
});

it('leaves new tabs to the browser', () => {
  expect(click('/application', { target: '_blank' })).toBe('browser');
  expect(click('/enterprise/organization', { modified: true })).toBe('browser');
});

it('opens a window from a page that asks for it', () =>
  expect(click('/application', { currentRoute: { newWindow: true } })).toBe('window'));

it('leaves what is not a page to the browser', () => {
  expect(click('https://elsewhere.example/application')).toBe('browser');
  expect(click('/api/openapi.json')).toBe('browser');
  expect(click('/application', { download: true })).toBe('browser');
  expect(click('/space-a/application#part')).toBe('browser');
});
