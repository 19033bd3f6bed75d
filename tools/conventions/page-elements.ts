import { groupsOf } from '@formwork/contract/console/element-groups.ts';
import { elementPages } from '@formwork/contract/console/page-elements.ts';
import { routes, type Route, type RouteId } from '@formwork/contract/routes.ts';
import { isTest, sources } from './sources.ts';

/** Why a page has nothing that an administrator hides, renames or puts in order. */
const reasons = {
  visitor: 'opened before anybody is signed in, or by people of no enterprise: there is nobody to arrange it for',
  lockout:
    'who administers and what is hidden is said there: without a part of it, what was set could not be taken back',
  workshop: 'one form or drawing that is filled in and saved: each of its parts says what the saved thing is',
  preview: 'shows what is being designed as it will be, and nothing of its own',
  drawn: 'all that stands there is said by whoever draws or designs what it shows',
  buttons: 'what stands there are buttons, which are set by application and form',
  list: "a list and nothing beside it; its columns are each person's own",
  act: 'one act with a button',
  operator: "the operator's: no enterprise sets what it shows",
} as const;

/** Every other page declares its elements in `packages/contract/src/console/page-elements.ts`. */
const without: Partial<Record<RouteId, keyof typeof reasons>> = {
  login: 'visitor',
  loginMiddle: 'visitor',
  entRegist: 'visitor',
  noPermission: 'visitor',
  preview: 'visitor',
  share: 'visitor',
  embed: 'visitor',
  modifyPassword: 'act',
  form: 'buttons',
  screen: 'drawn',
  designerPreview: 'preview',
  viewPreview: 'preview',
  sysButtons: 'workshop',
  elementSetting: 'lockout',
  customViews: 'list',
  ratioViews: 'list',
  webNavigationEntry: 'workshop',
  appNavigationEntry: 'workshop',
  consolePermission: 'lockout',
  threeAdmin: 'lockout',
  customers: 'operator',
  users: 'operator',
  roleAuthorisation: 'operator',
  personnel: 'operator',
  failedEvents: 'operator',
  operationLog: 'operator',
};

/** Each page says which of its elements can be set, or why none can; what is declared is asked for by the page, and has its names. */
export function pageElementProblems(): string[] {
  return [...undecided(), ...unasked(), ...nameless()];
}

function undecided(): string[] {
  const declared = new Set<string>(elementPages);
  const excused = new Map(Object.entries(without));
  const known = routes as readonly Route[];
  const ids = new Set(known.map(({ id }) => id));
  return [
    ...known
      .filter(({ id }) => !declared.has(id) && !excused.has(id))
      .map(
        ({ id }) =>
          `page ${id}: says neither its elements (packages/contract/src/console/page-elements.ts) nor why it has none (${Object.keys(reasons).join(', ')}: tools/conventions/page-elements.ts)`,
      ),
    ...[...excused.keys()]
      .filter((id) => declared.has(id))
      .map((id) => `page ${id}: has elements, and a reason for having none`),
    ...[...excused.keys()]
      .filter((id) => !ids.has(id))
      .map((id) => `tools/conventions/page-elements.ts: ${id} is no page`),
  ];
}

/** A setting that no page asks for changes nothing. */
function unasked(): string[] {
  const code = sources('apps/**/*.{ts,tsx}', 'packages/web/src/**/*.{ts,tsx}').filter(({ file }) => !isTest(file));
  return elementPages.flatMap((page) => {
    const asking = code.filter(({ text }) => text.includes(`useElements('${page}')`));
    if (asking.length === 0) return [`page ${page}: nothing calls useElements('${page}')`];
    return groupsOf(page).flatMap(([group, { elements }]) => {
      const [first] = Object.entries(elements);
      const hasTabs = asking.some(({ text }) => new RegExp(`tabsOf\\(\\s*elements,\\s*'${group}'`).test(text));
      if (hasTabs && first?.[1].always !== true)
        return [`page ${page}: '${group}' begins with '${first?.[0]}', which is open by itself and can be hidden`];
      const keyed = asking.filter(({ text }) => text.includes(`group="${group}"`));
      // what stands in `Arranged` is known by its key, which no type holds against the declaration
      if (keyed.length > 0)
        return Object.keys(elements)
          .filter((id) => !keyed.some(({ text }) => text.includes(`key="${id}"`)))
          .map((id) => `page ${page}: nothing in its group '${group}' has the key '${id}'`);
      const asks = new RegExp(
        `(?:(?:shows|title|arranged(?:<[^(]+>)?)\\(\\s*|(?:tabsOf|filtersOf)\\(\\s*elements,\\s*)'${group}'`,
      );
      return asking.some(({ text }) => asks.test(text))
        ? []
        : [`page ${page}: nothing asks for its elements of '${group}'`];
    });
  });
}

function nameless(): string[] {
  return sources('packages/web/src/i18n/elements.*.json').flatMap(({ file, text }) => {
    const words = JSON.parse(text) as Record<string, string>;
    return elementPages
      .flatMap((page) =>
        groupsOf(page).flatMap(([group, { elements }]) => [
          `elements.${page}.${group}`,
          ...Object.keys(elements).map((id) => `elements.${page}.${group}.${id}`),
        ]),
      )
      .filter((key) => !(key in words))
      .map((key) => `${file}: ${key} is missing`);
  });
}
