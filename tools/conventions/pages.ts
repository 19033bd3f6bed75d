import { existsSync } from 'node:fs';
import path from 'node:path';
import { appNames, routes, type Route } from '@formwork/contract/routes.ts';
import { isTest, root, sources } from './sources.ts';

/** Every route of the manifest has its page in its application's list, and every page a route. */
export function pageProblems(): string[] {
  const problems: string[] = [];
  const lists = new Map(sources('apps/*/pages.ts').map(({ file, text }) => [file.split('/')[1]!, text]));
  const seen = new Set<string>();
  for (const route of routes as readonly Route[]) {
    const name = `route ${route.id} (${route.pattern})`;
    if (seen.has(route.id)) problems.push(`${name}: the id stands twice in the manifest`);
    seen.add(route.id);
    const list = lists.get(route.app);
    const page = `${route.page}.tsx`;
    if (list === undefined) problems.push(`${name}: apps/${route.app}/pages.ts is missing`);
    else if (!list.includes(`import('./${page}')`))
      problems.push(`${name}: apps/${route.app}/pages.ts does not import('./${page}')`);
    else if (!new RegExp(`(^|[\\s{,'"])${route.id}['"]?\\s*:`, 'm').test(list))
      problems.push(`${name}: apps/${route.app}/pages.ts has no entry ${route.id}`);
    if (!existsSync(path.join(root, 'apps', route.app, page)))
      problems.push(`${name}: apps/${route.app}/${page} does not exist`);
  }
  const wanted = new Set((routes as readonly Route[]).map((route) => `apps/${route.app}/${route.page}.tsx`));
  for (const { file } of sources('apps/*/pages/**/*Page.tsx')) {
    if (!wanted.has(file)) problems.push(`${file}: no route of the manifest leads to this page`);
  }
  for (const app of appNames) {
    for (const file of ['index.html', 'main.tsx']) {
      if (!existsSync(path.join(root, 'apps', app, file))) problems.push(`apps/${app}/${file} does not exist`);
    }
  }
  return [...problems, ...schemaProblems()];
}

/** What the server checks by is left out of the endpoints that pages are built with: there it would be undefined. */
function schemaProblems(): string[] {
  return sources('apps/**/*.{ts,tsx}', 'packages/*/src/**/*.{ts,tsx}')
    .filter(({ file }) => !isTest(file) && !file.startsWith('packages/contract/'))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/\b\w+Api\.\w+\.(body|query|params|response)\b/g)].map(
        ([read, part]) =>
          `${file}: ${read} is not there in a built page; export the schema of the ${part} and read that`,
      ),
    );
}
