import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { routes, type Route } from '@formwork/contract/routes.ts';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** Every frame of the front end, with what its sandbox allows; undefined where it has none. */
const frames = globSync(['apps/*/**/*.tsx', 'packages/*/src/**/*.tsx'], { cwd: root, exclude: ['**/node_modules/**'] })
  .flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/<iframe\b([^>]*(?:=>[^>]*)*)>/g)].map(
      ([, attributes = '']) => ({
        file: file.replaceAll('\\', '/'),
        allows: /\bsandbox="([^"]*)"/.exec(attributes)?.[1],
      }),
    ),
  )
  .toSorted((a, b) => a.file.localeCompare(b.file));

it('what people made stands in a sandbox; only our own pages, as a device would show them, do not', () => {
  expect(frames).toEqual([
    { file: 'apps/app-view/pages/Device.tsx', allows: undefined },
    { file: 'apps/app-view/pages/preview/SandboxFrame.tsx', allows: '' },
    // a text to be copied into another site, where our page is what others made
    { file: 'apps/big-data/parts/EmbedSnippet.tsx', allows: undefined },
    // of another origin than ours, always
    {
      file: 'packages/chart-ui/src/boards/FrameBox.tsx',
      allows: 'allow-scripts allow-forms allow-popups allow-same-origin',
    },
    {
      file: 'packages/records-ui/src/record-form/EmbeddedPageSlot.tsx',
      allows: 'allow-scripts allow-forms allow-popups allow-same-origin',
    },
  ]);
});

it('a page that shows such a frame of its own says so in its route', () => {
  const pages = (routes as readonly Route[]).filter(({ app, page }) => {
    const folder = path.dirname(path.join(root, 'apps', app, page));
    return globSync('**/*.tsx', { cwd: folder }).some((file) =>
      /<(?:SandboxFrame|Device\.Frame)\b/.test(readFileSync(path.join(folder, file), 'utf8')),
    );
  });
  expect(pages.length).toBeGreaterThan(0);
  expect(pages.filter(({ sandbox }) => sandbox !== true).map(({ pattern }) => pattern)).toEqual([]);
});
