import { DuckDBInstance, StatementType, type DuckDBConnection } from '@duckdb/node-api';
import { columnOf, textOf } from './values.ts';
import { sessionClosed, type EngineAnswer, type EngineAnswers, type EngineQuestion } from './messages.ts';

// The engine's own process: it alone loads the native library, and it may be killed without harm to the server.

interface Session {
  instance: DuckDBInstance;
  connection: DuckDBConnection;
}
const sessions = new Map<string, Session>();

process.on('message', (question: EngineQuestion & { number: number }) => {
  void answer(question).then((said) => process.send?.(said));
});
process.on('disconnect', () => process.exit(0));

async function answer(question: EngineQuestion & { number: number }): Promise<EngineAnswer> {
  const { number } = question;
  try {
    return { number, answer: await act(question) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { number, error: { message, refused: error instanceof Refused } };
  }
}

class Refused extends Error {}

async function act(question: EngineQuestion): Promise<EngineAnswers[keyof EngineAnswers]> {
  if (question.what === 'open') {
    sessions.set(question.session, await opened(question));
    return null;
  }
  const session = sessions.get(question.session);
  if (!session) throw new Refused(sessionClosed);
  const { connection } = session;
  switch (question.what) {
    case 'run': {
      const result = await connection.run(question.sql);
      return { changed: result.rowsChanged };
    }
    case 'query':
      return queried(connection, question);
    case 'describe': {
      const prepared = await oneSelect(connection, question.sql);
      try {
        return Array.from({ length: prepared.columnCount }, (_, at) =>
          columnOf(prepared.columnName(at), prepared.columnType(at)),
        );
      } finally {
        prepared.destroySync();
      }
    }
    case 'interrupt':
      connection.interrupt();
      return null;
    case 'close':
      sessions.delete(question.session);
      connection.interrupt();
      connection.disconnectSync();
      session.instance.closeSync();
      return null;
  }
}

/** After the last line nothing outside of the session's folder is read, written, loaded or set. */
async function opened(question: Extract<EngineQuestion, { what: 'open' }>): Promise<Session> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: `${question.memoryMb}MB`,
    threads: String(question.threads),
    temp_directory: `${question.folder}/spill`,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    preserve_insertion_order: 'true',
  });
  const connection = await instance.connect();
  // given at the beginning, the engine would not keep to it
  if (question.spillMb !== undefined) await connection.run(`set max_temp_directory_size = '${question.spillMb}MB'`);
  await connection.run(`set timezone = '${question.timeZone.replaceAll("'", "''")}'`);
  await connection.run(`set allowed_directories = ['${question.folder.replaceAll("'", "''")}']`);
  await connection.run('set enable_external_access = false');
  await connection.run('set lock_configuration = true');
  return { instance, connection };
}

async function oneSelect(connection: DuckDBConnection, sql: string) {
  const statements = await connection.extractStatements(sql);
  if (statements.count !== 1) throw new Refused('one statement is expected');
  const prepared = await statements.prepare(0);
  if (prepared.statementType === StatementType.SELECT || prepared.statementType === StatementType.EXPLAIN)
    return prepared;
  prepared.destroySync();
  throw new Refused('only SELECT is allowed');
}

async function queried(
  connection: DuckDBConnection,
  { sql, rows: most, bytes: mostBytes }: Extract<EngineQuestion, { what: 'query' }>,
): Promise<EngineAnswers['query']> {
  const prepared = await oneSelect(connection, sql);
  try {
    const result = await prepared.stream();
    const columns = result.columnNames().map((name, at) => columnOf(name, result.columnType(at)));
    const rows: (string | null)[][] = [];
    let bytes = 0;
    for (;;) {
      const chunk = await result.fetchChunk();
      if (!chunk || chunk.rowCount === 0) return { columns, rows, cut: null };
      for (const values of chunk.getRows()) {
        if (rows.length === most) return { columns, rows, cut: 'rows' };
        const row = values.map((value, at) => textOf(value, result.columnType(at)));
        bytes += row.reduce((sum, value) => sum + (value?.length ?? 0), 0);
        if (bytes > mostBytes) return { columns, rows, cut: 'bytes' };
        rows.push(row);
      }
    }
  } finally {
    // what it holds counts as the session's memory until it is let go
    prepared.destroySync();
  }
}
