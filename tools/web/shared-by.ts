import { statSync } from 'node:fs';
import { mergedParts, type Part } from './merged-parts.ts';
import { dailyPage, firstTexts, textParts } from './text-parts.ts';

interface ModuleInfo {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
  code: string | null;
}
interface Graph {
  getModuleInfo(id: string): ModuleInfo | null;
}

/**
 * What the same applications need at once is one file: shared out among the lazy pages that use parts of it as well, every page would begin with two hundred.
 * What several lazy pages share lies in files that are worth a request (`merged-parts.ts`). Files never need each other in circles.
 */
export function sharedBy(entries: readonly string[]): (id: string, graph: Graph) => string | null {
  let files: Map<string, string> | undefined;
  return (id, graph) => {
    files ??= fileNames(entries, graph);
    return files.get(id) ?? null;
  };
}

function fileNames(entries: readonly string[], graph: Graph): Map<string, string> {
  const users = usersOf(entries, graph, new Map());
  const names = new Map<string, string>();
  for (const [id, apps] of users)
    if (apps.length > 1) names.set(id, apps.length === entries.length ? 'shared' : `shared-${apps.join('-')}`);
  placeTexts(names, entries, graph);
  for (const id of everyModule(entries, graph)) {
    const style = stylesOf(id);
    if (style !== undefined) names.set(id, style);
  }
  const roots = lazyRoots(entries, graph);
  const lazy = usersOf([...roots.keys()], graph, names);
  const ofFrame = [...roots.keys()].map((root) => frameModule.test(root));
  for (const [id, by] of lazy) if (by.every((root) => ofFrame[root])) names.set(id, 'frame');
  for (const id of names.keys()) lazy.delete(id);
  mergedParts(partsOf(lazy, [...roots.keys()], graph), [...roots.values()]).forEach((part, at) => {
    for (const id of part.modules) names.set(id, `part-${at}`);
  });
  return names;
}

/** Styles are one file a package and one an application, the design system's with what all begin with: all of them weigh less than a picture, and each file is waited for. */
function stylesOf(id: string): string | undefined {
  const [, folder, name] = /\/(packages|apps)\/([\w-]+)\/.*\.css$/.exec(id) ?? [];
  if (name === undefined) return undefined;
  return folder === 'packages' && name === 'ui' ? 'shared' : `styles-${name}`;
}

/** Dictionaries, and with the first ones what antd and the calendar say in a language. */
function placeTexts(names: Map<string, string>, entries: readonly string[], graph: Graph): void {
  const all = everyModule(entries, graph);
  const lists = [...all].filter((id) => pageList.test(id));
  // a dictionary that somebody imports by its name comes with them
  const direct = new Set([...all].flatMap((id) => graph.getModuleInfo(id)?.importedIds ?? []));
  const asked = [...all].filter((id) => !direct.has(id));
  for (const [id, name] of textParts(asked, lists, (each) => statSync(each).size)) names.set(id, name);
  for (const [library, locale] of libraryTexts) {
    const open = new Set([...all].filter((id) => library.test(id) && !names.has(id)));
    for (const id of open) {
      names.set(id, firstTexts(locale));
      for (const next of graph.getModuleInfo(id)?.importedIds ?? []) if (!names.has(next)) open.add(next);
    }
  }
}

const pageList = /\/apps\/[\w-]+\/pages\.ts$/;
const libraryTexts = [
  [/\/antd\/es\/locale\/zh_CN\.js$|\/dayjs\/locale\/zh-cn\.js$/, 'zh-CN'],
  [/\/antd\/es\/locale\/en_US\.js$/, 'en'],
] as const;

function everyModule(entries: readonly string[], graph: Graph): Set<string> {
  const seen = new Set(entries);
  for (const id of seen) {
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
    for (const next of [...importedIds, ...dynamicallyImportedIds]) seen.add(next);
  }
  return seen;
}

function sizeOf(id: string, graph: Graph): number {
  return graph.getModuleInfo(id)?.code?.length ?? 0;
}

/** What the frame of whoever is signed in loads by itself, once it is there. */
export const frameModule = /\/(shell\/TodoPush|shell\/RecordNotices|shell\/icons\/work|jobs\/RunningJobs)\.tsx$/;

/** By module, the numbers of those of the list that import it statically, over whatever; what has a file already is not looked at. */
function usersOf(list: readonly string[], graph: Graph, placed: ReadonlyMap<string, string>): Map<string, number[]> {
  const users = new Map<string, number[]>();
  list.forEach((entry, number) => {
    const open = [entry];
    for (const id of open) {
      if (placed.has(id)) continue;
      const known = users.get(id) ?? [];
      if (known.at(-1) === number) continue;
      users.set(id, [...known, number]);
      open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
    }
  });
  return users;
}

/** Everything that is loaded later, with its weight: a page is waited for more often than a dialog in it, and what the frame loads with every page more often still. */
function lazyRoots(entries: readonly string[], graph: Graph): Map<string, number> {
  const roots = new Map<string, number>();
  for (const id of everyModule(entries, graph))
    for (const lazy of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
      roots.set(lazy, Math.max(roots.get(lazy) ?? 0, weightOf(lazy, id)));
  return roots;
}

/** Of a page that is opened many times a day, and of the frame: with less, other pages' parts are joined to what these begin with, for a request that others spare. */
const dailyWeight = 80;

function weightOf(lazy: string, loader: string): number {
  if (loader.endsWith('/shell/AppShell.tsx') || frameModule.test(lazy) || dailyPage.test(lazy)) return dailyWeight;
  return pageList.test(loader) ? 4 : 1;
}

/** Modules by those that use them; each file that is made anyway is a part that nothing is added to. */
function partsOf(users: ReadonlyMap<string, number[]>, roots: readonly string[], graph: Graph): Part[] {
  const numbers = new Map(roots.map((id, number) => [id, number]));
  const parts = new Map<string, Part>();
  const places = new Map<string, Part>();
  for (const [id, by] of users) {
    const own = numbers.has(id) ? id : by.length === 1 ? roots[by[0]!]! : undefined;
    const key = own ?? by.join(' ');
    const part = parts.get(key) ?? {
      modules: [],
      users: new Set(by),
      size: 0,
      fixed: own !== undefined,
      needs: new Set(),
    };
    parts.set(key, part);
    part.modules.push(id);
    part.size += sizeOf(id, graph);
    places.set(id, part);
  }
  for (const [id, part] of places)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) {
      const other = places.get(next) ?? stylesPart(next, part.users, parts, graph);
      if (other && other !== part) part.needs.add(other);
    }
  return [...parts.values()];
}

/** The file of styles that a module is in, as something its users load too. */
function stylesPart(id: string, users: Iterable<number>, parts: Map<string, Part>, graph: Graph): Part | undefined {
  const name = stylesOf(id);
  if (name === undefined || name === 'shared') return undefined;
  const part = parts.get(name) ?? { modules: [], users: new Set(), size: 0, fixed: true, needs: new Set() };
  parts.set(name, part);
  if (!part.modules.includes(id)) {
    part.modules.push(id);
    part.size += sizeOf(id, graph);
  }
  for (const user of users) part.users.add(user);
  return part;
}
