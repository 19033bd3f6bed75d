import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { mayPortion, type TargetNode, type TaskNodeOf } from '@formwork/contract/etl/task.ts';
import { spaceQuery, spaceSchema } from '../../../../platform/db/space-data.ts';
import type { Endpoint } from '../../../../platform/engine/port.ts';
import type { Stage } from '../memory.ts';
import type { TaskWork } from '../prepare.ts';
import { keptCount } from '../rejected.ts';
import { loadLeavingOut } from '../refused-load.ts';

// Rows that a table takes portion by portion, each with its checkpoint in the table's own database: what is written stays, and a run that
// ended early goes on behind it.

export const isPortioned = (target: TargetNode): target is TaskNodeOf<'tableTarget'> & { portion: number } =>
  target.kind === 'tableTarget' && target.portion !== null && mayPortion(target.mode);

/** What was written so far. */
export interface SentPortions {
  portions: number;
  rows: number;
  rejected: number;
  /** The byte of the stage at which the next portion begins. */
  at?: number;
  /** Of rows that go straight: how many were read, and the keys between which the next portion lies. */
  read?: number;
  after?: string | undefined;
  upTo?: string | undefined;
}

export async function sendPortions(
  work: TaskWork,
  target: TaskNodeOf<'tableTarget'> & { portion: number },
  endpoint: Endpoint,
  stage: Stage,
): Promise<{ rows: number; rejected: number; portions: number; before?: number }> {
  const { ctx, run } = work;
  const { files } = ctx.platform;
  const noted = await readSent(work, target.id);
  const { behind } = work.memory;
  const begun: SentPortions =
    noted?.at === undefined ? { portions: behind?.portions ?? 0, rows: behind?.rows ?? 0, rejected: 0, at: 0 } : noted;
  let sent: SentPortions = begun;
  while ((sent.at ?? 0) < stage.size) {
    const portion = portionOf(
      () => files.open(stage.key, { start: sent.at ?? 0, end: stage.size - 1 }),
      target.portion,
    );
    const loaded = await loadLeavingOut(work, target, endpoint, {
      columns: stage.columns,
      open: portion.open,
      once: `${run}/${target.id}/${sent.portions}`,
      before: { rows: sent.rows + sent.rejected, rejected: sent.rejected },
    });
    const { rows, bytes } = await portion.whole();
    // of a portion that was there already it is known how many were set aside before it came
    const rejected = loaded.already ? (await keptCount(ctx, run, target.id)) - sent.rejected : loaded.rejected;
    sent = {
      portions: sent.portions + 1,
      rows: sent.rows + rows - rejected,
      rejected: sent.rejected + rejected,
      at: (sent.at ?? 0) + bytes,
    };
    await noteSent(work, target.id, sent);
    await work.moved();
  }
  const before = begun.portions > 0 ? { before: begun.portions } : {};
  return { rows: sent.rows, rejected: sent.rejected, portions: sent.portions, ...before };
}

/** The first rows of a stream, as often as they are asked for. */
function portionOf(open: () => Promise<Readable>, most: number) {
  let known: { rows: number; bytes: number } | undefined;
  async function* rows(content: Readable): AsyncGenerator<Buffer> {
    let [count, bytes, inQuotes] = [0, 0, false];
    for await (const chunk of content as AsyncIterable<Buffer>) {
      let end = chunk.length;
      for (let at = 0; at < chunk.length; at += 1) {
        const sign = chunk[at];
        if (sign === quote) inQuotes = !inQuotes;
        else if (sign === lineEnd && !inQuotes) {
          count += 1;
          if (count < most) continue;
          end = at + 1;
          break;
        }
      }
      bytes += end;
      if (count >= most) known = { rows: count, bytes };
      yield end === chunk.length ? chunk : chunk.subarray(0, end);
      if (count >= most) return;
    }
    known = { rows: count, bytes };
  }
  const opened = async (): Promise<Readable> => {
    const content = await open();
    const stream = Readable.from(rows(content), { objectMode: false });
    stream.once('close', () => content.destroy());
    return stream;
  };
  return {
    open: opened,
    /** How many there are; a load that found them there already has not looked. */
    async whole(): Promise<{ rows: number; bytes: number }> {
      if (!known) await finished((await opened()).resume());
      return known!;
    },
  };
}

const [quote, lineEnd] = [0x22, 0x0a];

export async function readSent({ ctx, run }: TaskWork, node: string): Promise<SentPortions | undefined> {
  const { rows } = await spaceQuery<{ sent: SentPortions | null }>(ctx.platform, {
    text: `select sent from ${spaceSchema(ctx.spaceId)}.etl_node where run = $1 and node = $2`,
    values: [run, node],
  });
  return rows[0]?.sent ?? undefined;
}

/** Whoever was left behind by another process notes nothing, nor other bounds of a portion that may be there already. */
export async function noteSent({ ctx, run }: TaskWork, node: string, sent: SentPortions): Promise<boolean> {
  const { rowCount } = await spaceQuery(ctx.platform, {
    text: `update ${spaceSchema(ctx.spaceId)}.etl_node set sent = $3, rows = $4, rejected = $5, report = jsonb_build_object('portions', $6::int)
      where run = $1 and node = $2 and (sent is null or (sent->>'portions')::int < $6::int
        or (sent->>'portions')::int = $6::int and coalesce(sent->>'upTo', $7::text) is not distinct from $7::text)`,
    values: [run, node, JSON.stringify(sent), sent.rows, sent.rejected, sent.portions, sent.upTo ?? null],
  });
  return rowCount === 1;
}
