import type { DataColumn } from '@formwork/contract/etl/columns.ts';

/** Said where another process has taken the place of that which had the session. */
export const sessionClosed = 'the session is closed';

/** What is asked of the engine's process, and what it answers; each question has a number. */
export type EngineQuestion =
  | {
      what: 'open';
      session: string;
      folder: string;
      memoryMb: number;
      spillMb: number | undefined;
      threads: number;
      timeZone: string;
    }
  | { what: 'run'; session: string; sql: string }
  | { what: 'query'; session: string; sql: string; rows: number; bytes: number }
  | { what: 'describe'; session: string; sql: string }
  | { what: 'interrupt'; session: string }
  | { what: 'close'; session: string };

export interface EngineAnswers {
  open: null;
  run: { changed: number };
  query: { columns: DataColumn[]; rows: (string | null)[][]; cut: 'rows' | 'bytes' | null };
  describe: DataColumn[];
  interrupt: null;
  close: null;
}

export type EngineAnswer =
  | { number: number; answer: EngineAnswers[keyof EngineAnswers] }
  | { number: number; error: { message: string; refused: boolean } };
