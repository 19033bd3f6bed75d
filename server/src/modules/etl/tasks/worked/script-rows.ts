import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { Locale } from '@formwork/contract/identity/api.ts';
import type { Scripted } from '@formwork/etl/model.ts';
import { rowLine } from '../../../../platform/engine/rows.ts';
import { errorText } from '../../../../platform/error-texts.ts';
import { startScripts, type RowAnswer, type ScriptAnswer } from '../../../../platform/scripts/scripts.ts';
import { Misfit, readersOf, writerOf } from './script-values.ts';

/** What a script makes of rows: lines of the table that the SQL behind it reads. */
export interface ScriptWork extends Scripted {
  inputs: DataColumn[];
  now: number;
  locale: Locale;
}

type Row = readonly (string | null)[];

const limits = { ms: 1_000, memory: 64 * 1024 * 1024, output: 4 * 1024 * 1024 };
/** So many rows go to the script at once, as long as they are not longer than that. */
const mostRows = 200;
const mostSigns = 1024 * 1024;

export function scriptRows({ inputs, code, gives, now, locale }: ScriptWork) {
  const scripts = startScripts();
  const toObject = readersOf(inputs);
  const writers = gives.map(({ name, type }) => ({ name, write: writerOf(name, type) }));
  const nothing = inputs.map(() => null);
  let size = mostRows;

  const run = (rows: readonly Row[]): Promise<ScriptAnswer> =>
    scripts.run({ code, input: rows.map(toObject), each: true, now, key: 'rows' }, limits);
  const refused = (row: Row, why: string): string => rowLine([...writers.map(() => null), ...row, why]);

  function linesOf(row: Row, answer: RowAnswer): string {
    if ('message' in answer) {
      const why = errorText(locale, 'scripts.script.threw', { message: answer.message });
      return refused(row, answer.line > 0 ? errorText(locale, 'etl.row.script_line', { line: answer.line, why }) : why);
    }
    try {
      const made = answer.value === null ? [] : Array.isArray(answer.value) ? answer.value : [answer.value];
      return made.map((one) => rowLine([...valuesOf(one), ...nothing, null])).join('');
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
      return refused(row, errorText(locale, error.code, error.data));
    }
  }

  function valuesOf(made: unknown): (string | null)[] {
    if (typeof made !== 'object' || made === null || Array.isArray(made)) throw new Misfit('etl.row.script_answer', {});
    return writers.map(({ name, write }) => {
      const value = (made as Record<string, unknown>)[name] ?? null;
      return value === null ? null : write(value);
    });
  }

  /** Together; where that is too much for the script, each by itself, which tells whose fault it is. */
  async function work(rows: readonly Row[]): Promise<string> {
    const answer = await run(rows);
    if (answer.ok) {
      size = Math.min(mostRows, size * 2);
      return (answer.value as RowAnswer[]).map((one, at) => linesOf(rows[at]!, one)).join('');
    }
    if (rows.length === 1) return refused(rows[0]!, errorText(locale, answer.code, { message: answer.message }));
    size = Math.max(1, size >> 1);
    const lines: string[] = [];
    for (const row of rows) lines.push(await work([row]));
    return lines.join('');
  }

  return {
    async *lines(rows: readonly Row[]): AsyncGenerator<string> {
      for (let from = 0; from < rows.length;) {
        let [to, signs] = [from, 0];
        for (; to < rows.length && to - from < size && (to === from || signs < mostSigns); to += 1)
          for (const text of rows[to]!) signs += text?.length ?? 0;
        yield await work(rows.slice(from, to));
        from = to;
      }
    },
    stop: () => scripts.stop(),
  };
}
