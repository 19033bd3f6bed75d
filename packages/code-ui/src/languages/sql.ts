import type { CodeLanguage } from './language.ts';

export interface SqlTable {
  name: string;
  columns: readonly string[];
}

/** SQL as PostgreSQL reads it; tables and columns that may be named are offered. */
export function sqlLanguage(tables: readonly SqlTable[] = []): CodeLanguage {
  return {
    key: `sql ${JSON.stringify(tables)}`,
    async load() {
      const { PostgreSQL, sql } = await import('@codemirror/lang-sql');
      const schema = Object.fromEntries(tables.map(({ name, columns }) => [name, [...columns]]));
      return sql({ dialect: PostgreSQL, schema, upperCaseKeywords: false });
    },
  };
}
