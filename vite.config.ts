import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { nonceMark } from '@formwork/contract/page-config.ts';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;
const development = ['true', '1'].includes(process.env.FORMWORK_DEVELOPMENT ?? '');

/** One HTML entry an application; what they have in common is shared between them. */
const entries = readdirSync(path.join(root, 'apps'))
  .map((app) => path.join(root, 'apps', app, 'index.html'))
  .filter((file) => existsSync(file));

export default defineConfig({
  root,
  publicDir: false,
  plugins: [react(), quietIcons()],
  // the server replaces the mark by the nonce of each answer
  html: { cspNonce: nonceMark },
  worker: { format: 'es' },
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
      output: { codeSplitting: { groups: [{ debugName: 'shared', name: sharedBy(), includeDependenciesRecursively: false }] } },
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
        return { code: code.replace(spoken, '...(restProps["aria-label"] || restProps.title ? { role: "img" } : { "aria-hidden": true })'), map: null };
      },
    },
  };
}

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/**
 * What the same applications need at once is one file: shared out among the lazy pages that use parts of it as well, every page would begin with two hundred.
 * Nothing comes that a page would not load anyway, and files never need each other in circles: what a module imports is needed wherever it is.
 */
function sharedBy(): (id: string, graph: Graph) => string | null {
  let users: Map<string, number[]> | undefined;
  return (id, graph) => {
    users ??= usersOf(graph);
    const apps = users.get(id);
    if (!apps || apps.length === 1) return null;
    return apps.length === entries.length ? 'shared' : `shared-${apps.join('-')}`;
  };
}

/** By module, the numbers of the entries that import it statically, over whatever. */
function usersOf(graph: Graph): Map<string, number[]> {
  const users = new Map<string, number[]>();
  entries.forEach((entry, app) => {
    const open = [entry];
    for (const id of open) {
      const apps = users.get(id) ?? [];
      if (apps.at(-1) === app) continue;
      users.set(id, [...apps, app]);
      open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
    }
  });
  return users;
}
