import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { nonceMark } from '@formwork/contract/page-config.ts';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = import.meta.dirname;
const development = ['true', '1'].includes(process.env.FORMWORK_DEVELOPMENT ?? '');

/** One HTML entry an application; what they have in common is shared between them. */
const entries = readdirSync(path.join(root, 'apps'))
  .map((app) => path.join(root, 'apps', app, 'index.html'))
  .filter((file) => existsSync(file));

export default defineConfig({
  root,
  publicDir: false,
  plugins: [react()],
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
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: { input: entries },
  },
});
