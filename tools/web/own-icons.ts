import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const own = '?own';
const iconImport = /(import \w+ from ")([^"]*\/icons\/es\/icons\/\w+\.js)(")/g;
const shapeImport = /(['"])@ant-design\/icons-svg\/es\/asn\/(\w+)\1/;

/**
 * Sets of icons keep a copy of each. An icon that pages name as well would lie in a file with whatever these pages have in common, and a set would bring
 * all of these files: a hundred kilobytes for thirty icons that weigh ten.
 */
export function ownIcons(): Plugin {
  return {
    name: 'own-icons',
    apply: 'build',
    // behind what names icons at their places
    enforce: 'post',
    transform: {
      filter: { id: /\/shell\/icons\/\w+\.tsx$/ },
      handler: (code) => ({ code: withOwnIcons(code), map: null }),
    },
    load: {
      filter: { id: /\/@ant-design\/icons(-svg)?\/es\/(icons|asn)\/\w+\.js\?own$/ },
      handler(id) {
        const code = readFileSync(id.slice(0, -own.length), 'utf8');
        return { code: id.includes('/icons-svg/') ? code : withOwnShape(code), moduleType: 'js' };
      },
    },
  };
}

export function withOwnIcons(code: string): string {
  return code.replace(iconImport, (_, open: string, file: string, close: string) => open + file + own + close);
}

/** The icon with its shape from a copy too. */
export function withOwnShape(code: string): string {
  if (!shapeImport.test(code))
    throw new Error('Icons take their shapes from elsewhere now: see tools/web/own-icons.ts');
  return code.replace(
    shapeImport,
    (_, quote: string, name: string) => `${quote}@ant-design/icons-svg/es/asn/${name}.js${own}${quote}`,
  );
}
