import { databaseProblems } from './conventions/database.ts';
import { dictionaryProblems } from './conventions/dictionaries.ts';
import { endpointProblems } from './conventions/endpoints.ts';
import { fileProblems } from './conventions/files.ts';
import { moduleSqlProblems } from './conventions/module-sql.ts';
import { pageTextProblems } from './conventions/page-texts.ts';
import { pageProblems } from './conventions/pages.ts';
import { settingProblems } from './conventions/settings.ts';

/** The promises of docs/architecture.md which a machine can look after. Each answers sentences about what is broken. */
const conventions: Record<string, (options: { write: boolean }) => string[] | Promise<string[]>> = {
  database: databaseProblems,
  endpoints: endpointProblems,
  dictionaries: dictionaryProblems,
  pages: pageProblems,
  'texts of pages': pageTextProblems,
  'module tables': moduleSqlProblems,
  files: fileProblems,
  settings: settingProblems,
};

const options = { write: process.argv.includes('--write') };
let count = 0;
for (const [name, find] of Object.entries(conventions)) {
  const problems = await find(options);
  count += problems.length;
  if (problems.length > 0) console.log(`${name}: ${problems.length}\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
}
console.log(count === 0 ? `${Object.keys(conventions).length} conventions hold` : `${count} conventions are broken`);
process.exitCode = count === 0 ? 0 : 1;
