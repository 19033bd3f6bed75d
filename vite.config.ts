import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { nonceMark } from '@formwork/contract/page-config.ts';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { alone } from './tools/web/alone.ts';
import { firstFiles } from './tools/web/first-files.ts';
import { leanContract } from './tools/web/lean-contract.ts';
import { namedAtTheirPlaces } from './tools/web/named-at-their-places.ts';
import { ownIcons } from './tools/web/own-icons.ts';
import { pageLoader } from './tools/web/page-loader.ts';
import { sharedBy } from './tools/web/shared-by.ts';

const root = import.meta.dirname;
const development = ['true', '1'].includes(process.env.FORMWORK_DEVELOPMENT ?? '');

/** One HTML entry an application; what they have in common is shared between them. */
const entries = readdirSync(path.join(root, 'apps'))
  .map((app) => path.join(root, 'apps', app, 'index.html'))
  .filter((file) => existsSync(file));

export default defineConfig({
  root,
  publicDir: false,
  plugins: [
    namedAtTheirPlaces(root),
    react(),
    quietIcons(),
    leanContract(root),
    alone(),
    ownIcons(),
    pageLoader(root),
    firstFiles(root),
  ],
  // the server replaces the mark by the nonce of each answer
  html: { cspNonce: nonceMark },
  worker: { format: 'es' },
  // files name each other by where they lie themselves: they may come from an address of their own (`static` of FORMWORK_BASE_ADDRESSES)
  experimental: { renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
  build: {
    outDir: process.env.FORMWORK_WEB_OUT ?? 'dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    minify: !development,
    sourcemap: development,
    // every file has an address of its own: data: addresses are for images alone
    assetsInlineLimit: (file) => (/\.(svg|png|gif|webp)$/.test(file) ? undefined : false),
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2_500,
    rolldownOptions: {
      input: entries,
      // the texts of the library that are there from the start are asked for like those that are not
      checks: { ineffectiveDynamicImport: false },
      output: {
        codeSplitting: {
          groups: [{ debugName: 'shared', name: sharedBy(entries), includeDependenciesRecursively: false }],
        },
      },
    },
  },
});

/**
 * Icons stand beside words or in buttons that say what they do. Without this a screen reader speaks their file names,
 * English in every language ("delete 删除"); one that is given a label or a title of its own stays a picture.
 */
function quietIcons(): Plugin {
  const spoken = /role: "img",\s*"aria-label": icon\.name/;
  return {
    name: 'quiet-icons',
    transform: {
      filter: { id: /@ant-design\/icons\/es\/components\/AntdIcon(Light)?\.js/ },
      handler(code) {
        if (!spoken.test(code)) throw new Error('The icons are made otherwise now: see quietIcons in vite.config.ts');
        return {
          code: code.replace(
            spoken,
            '...(restProps["aria-label"] || restProps.title ? { role: "img" } : { "aria-hidden": true })',
          ),
          map: null,
        };
      },
    },
  };
}
