import { readFileSync } from 'node:fs';
import path from 'node:path';
import { nonceMark } from '@formwork/contract/page-config.ts';
import type { Plugin } from 'vite';

const place = '<div id="page-loader"></div>';
const markup = `<div id="page-loader" aria-hidden="true"><i class="bar"><b></b></i><i class="side">${'<b></b>'.repeat(6)}</i><i class="page">${'<b></b>'.repeat(9)}</i><i class="tabs"></i></div>`;

/**
 * The frame that is seen before anything else has come: with its styles it is part of the HTML, and the files of styles come behind it, since nothing is
 * painted below one that is on its way.
 */
export function pageLoader(root: string): Plugin {
  const styles = path.join(root, 'packages/web/src/shell/page-loader.css');
  return {
    name: 'page-loader',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        if (!html.includes(place)) throw new Error('an entry has no page loader: see tools/web/page-loader.ts');
        const files = html.match(/^ *<link rel="stylesheet".*>\n/gm) ?? [];
        const head = files.reduce((rest, file) => rest.replace(file, ''), html);
        return head
          .replace('</head>', `<style nonce="${nonceMark}">${small(readFileSync(styles, 'utf8'))}</style>\n  </head>`)
          .replace(place, `${markup}\n${files.join('')}`);
      },
    },
  };
}

function small(css: string): string {
  return css.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/\s*\n\s*/g, '');
}
