import { isTest, lineOf, sources } from './sources.ts';

const longestFile = 500;
const folderNames = /(^|\/)(utils?|helpers?|commons?)(\/|\.tsx?$)/;
const unfinished = /\b(?:TO[D]O|FIX[M]E|X[X]X)\b/g;
/** Folders of one machine: nothing in the project may depend on them, or tell of them. */
const machinePath = /(?<![\w.:/-])\/((work|root)\/[\w.-]+|(home|Users)\/[\w.-]+\/)/;

/** Size, names and words that hold in every file. */
export function fileProblems(): string[] {
  const code = sources('{packages,apps,server,e2e,bench,tools}/**/*.{ts,tsx,mjs,css,sql}', '*.{ts,cjs,mjs}');
  const texts = sources('{docs,server,packages,apps,bench,e2e,tools}/**/*.{md,json,html}', '*.{md,json}').filter(
    ({ file }) => file !== 'package-lock.json',
  );
  const problems: string[] = [];
  for (const { file, text } of code) {
    const lines = text.split('\n').length - 1;
    if (lines > longestFile && !isTest(file) && file !== 'server/schema.sql')
      problems.push(`${file} has ${lines} lines; ${longestFile} are the most: split out what stands by itself`);
    if (folderNames.test(file)) problems.push(`${file}: a name that says nothing; name it after what is in it`);
    for (const match of text.matchAll(unfinished)) problems.push(`${file}:${lineOf(text, match.index)}: ${match[0]}`);
    for (const match of text.matchAll(/^export \* from/gm))
      problems.push(`${file}:${lineOf(text, match.index)}: export * hides what is exported`);
  }
  for (const { file, text } of [...code, ...texts]) {
    const match = machinePath.exec(text);
    if (match) problems.push(`${file}:${lineOf(text, match.index)}: the path ${match[0]} is of one machine`);
  }
  return problems;
}
