import { readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import type { Node } from './declarations.ts';
import { mergedParts, type Part } from './merged-parts.ts';

interface Dictionary {
  id: string;
  area: string;
  locale: string;
}

export interface ListedPage {
  /** Of its route. */
  id: string;
  file: string;
  texts: string[];
}

/** Areas that every page needs: see `packages/web/src/i18n/i18n.ts`. */
export const firstAreas = ['shell', 'ui'];

/** The pages that have a budget: see `tools/first-page.ts`. */
export const dailyPage = /\/(Home|Login|Workbench|AppList|RecordDetail)Page\.tsx$/;

/**
 * By dictionary, the file it goes into: what every page begins with is one file a language, and areas that the same pages name lie together. A page that
 * names six areas would ask for six small files.
 */
export function textParts(
  modules: Iterable<string>,
  pageLists: readonly string[],
  sizeOf: (id: string) => number,
): Map<string, string> {
  const pages = pageLists.flatMap((file) => listedPages(readFileSync(file, 'utf8')));
  const places = new Map<string, string>();
  for (const [locale, all] of Object.entries(Object.groupBy(dictionariesIn(modules), (each) => each.locale))) {
    const users = (area: string) => pages.flatMap(({ texts }, at) => (texts.includes(area) ? [at] : []));
    const named = all!.filter(({ area }) => !firstAreas.includes(area) && users(area).length > 0);
    const parts = named.map(({ id, area }): Part => ({
      modules: [id],
      users: new Set(users(area)),
      size: sizeOf(id),
      fixed: false,
      needs: new Set(),
    }));
    for (const { id, area } of all!) if (firstAreas.includes(area)) places.set(id, firstTexts(locale));
    mergedParts(
      parts,
      pages.map(({ file }) => (dailyPage.test(file) ? 20 : 1)),
    ).forEach((part, at) => {
      for (const id of part.modules) places.set(id, `texts-${locale}-${at}`);
    });
  }
  return places;
}

/** The file with what a language needs on every page. */
export function firstTexts(locale: string): string {
  return `texts-${locale}`;
}

function dictionariesIn(modules: Iterable<string>): Dictionary[] {
  return [...modules].flatMap((id) => {
    const [, area, locale] = /\/([\w-]+)\.(zh-CN|en)\.json$/.exec(id) ?? [];
    return area === undefined || locale === undefined ? [] : [{ id, area, locale }];
  });
}

/** The pages of a list as they are written: `things: { load: () => import('./pages/things/ThingsPage.tsx'), texts: ['things'] }`. */
export function listedPages(code: string): ListedPage[] {
  return pagesIn(parseAst(code, { lang: 'ts' }));
}

function pagesIn(node: unknown): ListedPage[] {
  if (Array.isArray(node)) return node.flatMap(pagesIn);
  if (typeof node !== 'object' || node === null) return [];
  const { key, value } = node as { key?: { name?: string }; value?: Node };
  const file = value?.type === 'ObjectExpression' ? importedBy(partOf(value, 'load')) : undefined;
  if (key?.name === undefined || file === undefined) return Object.values(node).flatMap(pagesIn);
  const texts = (partOf(value!, 'texts')?.elements ?? []) as { value: string }[];
  return [{ id: key.name, file, texts: texts.map((each) => each.value) }];
}

function partOf(object: Node, name: string): Node | undefined {
  const properties = object.properties as (Node & { key?: { name?: string }; value?: Node })[];
  return properties.find(({ key }) => key?.name === name)?.value;
}

function importedBy(node: unknown): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  const own = node as Node;
  if (own.type === 'ImportExpression') return (own.source as { value: string }).value;
  for (const part of Object.values(own)) {
    const found = importedBy(part);
    if (found !== undefined) return found;
  }
  return undefined;
}
