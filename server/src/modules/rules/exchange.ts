import type { FastifyReply, FastifyRequest } from 'fastify';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { rulesApi } from '@formwork/contract/rules/api.ts';
import { mostColumns, mostRows } from '@formwork/contract/rules/table.ts';
import { cellsOfTable, tableOfCells, type SheetCell } from '@formwork/logic/sheet/table-cells.ts';
import { tableProblems } from '@formwork/logic/table.ts';
import type { Ctx } from '../../platform/context.ts';
import { invalid } from '../../platform/errors.ts';
import { receiveSheet } from '../../platform/sheet/receive.ts';
import { batchesOf, guessText } from '../../platform/sheet/rows.ts';
import { formulaCells } from '../../platform/sheet/formula-cells.ts';
import { sendSheet } from '../../platform/sheet/send.ts';

/** A decision table of a workbook; formulas are told by their cells, for what they come to may be another thing tomorrow. */
export async function readTable(
  ctx: Ctx,
  _input: object,
  _reply: FastifyReply,
  request: FastifyRequest,
): Promise<ResponseOf<typeof rulesApi.readTable>> {
  const { files } = ctx.platform;
  const { key } = await receiveSheet(ctx.platform, request);
  try {
    const reading = await guessText(files, key);
    const formulas = new Set(await formulaCells(files, key));
    const rows: SheetCell[][] = [];
    for await (const batch of batchesOf(files, key, reading)) {
      for (const row of batch) {
        const at = rows.length;
        rows.push(
          row
            .slice(0, mostColumns * 2)
            .map((text, column) => (formulas.has(`${at}/${column}`) ? { formula: text } : text === '' ? null : text)),
        );
      }
      // what lies behind is counted, and refused
      if (rows.length > mostRows + 20) break;
    }
    if (rows.length === 0) throw invalid('rules.table.no_workbook');
    const read = tableOfCells(rows);
    if (!read.ok) return { table: null, problems: read.problems.map(told) };
    const problems = tableProblems(read.table).map(told);
    return { table: read.table, problems };
  } finally {
    await files.remove(key);
  }
}

const told = ({ code, data, at, part }: ReturnType<typeof tableProblems>[number]) => ({
  code,
  ...(data && { data: { ...data } }),
  ...(at !== undefined && { at }),
  ...(part !== undefined && { part }),
});

export async function writeTable(
  _ctx: Ctx,
  { body }: InputOf<typeof rulesApi.writeTable>,
  reply: FastifyReply,
): Promise<never> {
  const rows = cellsOfTable(body.table).map((row) => row.map((cell) => (cell === null ? '' : String(cell))));
  return await sendSheet(reply, body.name, rows);
}
