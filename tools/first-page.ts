// Part of `npm run check`: what the first pages weigh and how many files they ask for, held against their budgets.
// `files.frame` is what the frame loads by itself when it is there (`frameModule` in tools/web/shared-by.ts); that a browser
// loads nothing else is e2e/main/first-load.e2e.ts. How it is kept: docs/performance.md, "Start and first load".
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { firstFilesName, type FirstFiles } from '@formwork/contract/first-files.ts';
import { buildWeb } from './build.ts';

interface Budget {
  page: string;
  signedIn: boolean;
  mostKb?: number;
  mostFiles?: number;
}

const budgets: Budget[] = [
  { page: 'home', signedIn: true, mostKb: 300 },
  { page: 'login', signedIn: false, mostKb: 300 },
  { page: 'workbench', signedIn: true, mostKb: 380 },
  // 40 requests with the page itself, its icon and four calls
  { page: 'appList', signedIn: true, mostFiles: 34 },
];

/** Of the style sheets of any page. */
const mostStyleKb = 60;

const folder = await buildWeb();
const files = JSON.parse(readFileSync(path.join(folder, firstFilesName), 'utf8')) as FirstFiles;

for (const budget of budgets) {
  const page = files.pages[budget.page];
  if (!page) throw new Error(`there is no page ${budget.page}`);
  const scripts = new Set([...page.scripts, ...(page.texts['zh-CN'] ?? []), ...(budget.signedIn ? files.frame : [])]);
  const kb = [...scripts].reduce((sum, file) => sum + weightOf(file), 0) / 1_000;
  const asked = scripts.size + page.styles.length;
  const { mostKb = Infinity, mostFiles = Infinity } = budget;
  const isOver = kb > mostKb || asked > mostFiles;
  console.log(
    `${budget.page}: ${kb.toFixed(0)} KB of script${mostKb < Infinity ? ` (at most ${mostKb})` : ''}, ${asked} files${mostFiles < Infinity ? ` (at most ${mostFiles})` : ''}${isOver ? ': beyond its budget' : ''}`,
  );
  if (isOver) process.exitCode = 1;
}
let heaviest = { page: '', kb: 0 };
for (const [page, { styles }] of Object.entries(files.pages)) {
  const kb = styles.reduce((sum, file) => sum + weightOf(file), 0) / 1_000;
  if (kb > heaviest.kb) heaviest = { page, kb };
}
const isHeavy = heaviest.kb > mostStyleKb;
console.log(
  `${heaviest.page}: ${heaviest.kb.toFixed(1)} KB of styles, the most of all pages (at most ${mostStyleKb})${isHeavy ? ': beyond its budget' : ''}`,
);
if (isHeavy) process.exitCode = 1;
if (process.exitCode === 1)
  console.log(
    'What came in: look for a static import that should be lazy (a library, a dialog, a schema), or a dictionary that a page names without need.',
  );

function weightOf(file: string): number {
  return gzipSync(readFileSync(path.join(folder, file))).length;
}
