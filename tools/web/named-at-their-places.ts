import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Libraries that hand out all they have from one file, with the folder of that file. */
const wide = { antd: 'node_modules/antd/es', '@ant-design/icons': 'node_modules/@ant-design/icons/es/icons' };

/**
 * Imports what is named from the file it is in. By way of the file that names everything, every page would seem to need all of the library at once, and
 * what lazy pages alone use could not be told from what all begin with; and a thousand icons would be read to build with a hundred.
 */
export function namedAtTheirPlaces(root: string): Plugin {
  const places = new Map(
    Object.entries(wide).map(([library, folder]) => {
      const names = readFileSync(path.join(root, folder, 'index.js'), 'utf8').matchAll(
        /export \{ default as (\w+) \} from ['"]\.\/([\w-]+)['"]/g,
      );
      return [
        library,
        new Map(
          [...names].map(([, name = '', file = '']) => [
            name,
            path.join(
              root,
              folder,
              existsSync(path.join(root, folder, `${file}.js`)) ? `${file}.js` : `${file}/index.js`,
            ),
          ]),
        ),
      ];
    }),
  );
  return {
    name: 'named-at-their-places',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx?$/, code: /from '(antd|@ant-design\/icons)'/ },
      handler(code) {
        const direct = code.replace(
          /import \{([^}]*)\} from '(antd|@ant-design\/icons)';/g,
          (whole, list: string, library: string) => {
            const parts = list
              .split(',')
              .map((part) => part.trim())
              .filter((part) => part !== '' && !part.startsWith('type '));
            const lines = parts.map((part) => {
              const [name = '', as = name] = part.split(' as ');
              const place = places.get(library)?.get(name);
              if (place === undefined)
                throw new Error(
                  `${library} hands out no ${name} from a file of its own: either the name is wrong, or the library has another shape by now and tools/web/named-at-their-places.ts no longer fits`,
                );
              return `import ${as} from ${JSON.stringify(place)};`;
            });
            // in one line, so that what is said of a line later is said of the right one
            return lines.join(' ') + '\n'.repeat(whole.split('\n').length - 1);
          },
        );
        return { code: direct, map: null };
      },
    },
  };
}
