type Find = (options: { write: boolean }) => string[] | Promise<string[]>;

/** The promises of docs/architecture.md which a machine can look after. Each answers sentences about what is broken. */
const conventions: Record<string, () => Promise<Find>> = {
  database: async () => (await import('./conventions/database.ts')).databaseProblems,
  endpoints: async () => (await import('./conventions/endpoints.ts')).endpointProblems,
  'access matrix': async () => (await import('./conventions/access-matrix.ts')).accessMatrixProblems,
  dictionaries: async () => (await import('./conventions/dictionaries.ts')).dictionaryProblems,
  pages: async () => (await import('./conventions/pages.ts')).pageProblems,
  'elements of pages': async () => (await import('./conventions/page-elements.ts')).pageElementProblems,
  'spellings of pages': async () => (await import('./conventions/page-spellings.ts')).pageSpellingProblems,
  'texts of pages': async () => (await import('./conventions/page-texts.ts')).pageTextProblems,
  'module tables': async () => (await import('./conventions/module-sql.ts')).moduleSqlProblems,
  'statements for clusters': async () => (await import('./conventions/cluster-sql.ts')).clusterSqlProblems,
  'system actor': async () => (await import('./conventions/system-actor.ts')).systemActorProblems,
  'questions of role': async () => (await import('./conventions/role-questions.ts')).roleQuestionProblems,
  files: async () => (await import('./conventions/files.ts')).fileProblems,
  folders: async () => (await import('./conventions/folders.ts')).folderProblems,
  settings: async () => (await import('./conventions/settings.ts')).settingProblems,
};

const options = { write: process.argv.includes('--write') };
let count = 0;
for (const [name, load] of Object.entries(conventions)) {
  const problems = await problemsOf(load);
  count += problems.length;
  if (problems.length > 0)
    console.log(`${name}: ${problems.length}\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
}
console.log(count === 0 ? `${Object.keys(conventions).length} conventions hold` : `${count} conventions are broken`);
process.exit(count === 0 ? 0 : 1);

/** What cannot even be looked at (a file that does not load, a migration that fails) is a problem like the others. */
async function problemsOf(load: () => Promise<Find>): Promise<string[]> {
  try {
    return await (
      await load()
    )(options);
  } catch (error) {
    return [`cannot be looked at: ${error instanceof Error ? error.message : String(error)}`];
  }
}
