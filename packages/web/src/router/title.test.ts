import { afterEach, expect, it, vi } from 'vitest';
import { isNaked, keepNaked } from './naked.ts';
import { documentTitle } from './title.ts';

afterEach(() => void vi.unstubAllGlobals());

it('is a prefix, the title, a dash and the organisation', () => {
  expect(documentTitle({ prefix: 'Formwork', title: '工作台', entName: '示范企业' })).toBe(
    'Formwork 工作台 - 示范企业',
  );
  expect(documentTitle({ prefix: '', title: 'Workbench', entName: 'Demo' })).toBe('Workbench - Demo');
  expect(documentTitle({ prefix: 'Formwork', title: '登录', entName: undefined })).toBe('Formwork 登录');
});

it('keeps the wish for no frame', () => {
  const kept = new Map<string, string>();
  const storage = {
    setItem: (name: string, value: string) => void kept.set(name, value),
    getItem: (name: string) => kept.get(name) ?? null,
  };
  expect(isNaked(storage)).toBe(false);
  keepNaked({ __NAKED__: '1' }, storage);
  expect(isNaked(storage)).toBe(true);
  keepNaked({ other: '1' }, storage);
  expect(isNaked(storage)).toBe(true);
  keepNaked({ __NAKED__: '0' }, storage);
  expect(kept.get('__NAKED__')).toBe('0');
  expect(isNaked(storage)).toBe(false);
});

it('keeps it in a frame that a browser keeps its storage from', () => {
  vi.stubGlobal('window', { name: '' });
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    },
  });
  expect(isNaked()).toBe(false);
  keepNaked({ __NAKED__: '1' });
  expect(isNaked()).toBe(true);
  Reflect.deleteProperty(globalThis, 'sessionStorage');
});
