import type { QualityCheck, QualityKind } from '@formwork/contract/assets/quality.ts';
import { rowKinds } from '@formwork/contract/assets/quality.ts';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { Ctx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { doubleQuoted, inEngine, type Room } from '../../etl/public.ts';
import { requireAsset } from '../find.ts';
import { sourceOf } from '../look.ts';
import type { StoredAsset } from '../rows.ts';
import { checkedView, failingSql, otherView } from './check-sql.ts';
import { indexOf, share, type Deciles } from './stability.ts';

/** What a rule says of the rows there are now. */
export interface Outcome {
  checked: number;
  failed: number;
  value: number | null;
  /** Kept with the result, for the next one to be held against. */
  detail: { base?: Deciles; few?: true };
  /** Why it could not be carried out. */
  why?: string;
}

/** What a rule remembers of its earlier results. */
export interface Memory {
  base?: Deciles | undefined;
  /** Numbers of rows, the newest first. */
  volumes: number[];
}

export interface Asked {
  id: string;
  check: QualityCheck;
  memory: Memory;
}

const usedBy = (asset: StoredAsset) => ({ kind: 'assets.asset', id: String(asset.id) });

/** All rules over one reading of the rows, with the rights of `ctx`. */
export async function evaluate(
  ctx: Ctx,
  asset: StoredAsset,
  rules: readonly Asked[],
  signal: AbortSignal,
): Promise<Map<string, Outcome>> {
  const found = new Map<string, Outcome>();
  await inEngine(ctx, usedBy(asset), signal, async (room) => {
    const columns = await room.take(sourceOf(asset), checkedView);
    const alone = rules.filter(({ check }) => !rowKinds.has(check.kind) || check.kind === 'reference');
    await countFailing(
      room,
      rules.filter((rule) => !alone.includes(rule)),
      columns,
      found,
    );
    for (const rule of alone) {
      try {
        found.set(rule.id, await oneOf(ctx, room, rule, columns));
      } catch (error) {
        found.set(rule.id, brokenBy(error));
      }
    }
  });
  return found;
}

/** Rows that fail a rule, with the rights of `ctx`; those of system columns of forms are left out. */
export async function failing(
  ctx: Ctx,
  asset: StoredAsset,
  check: QualityCheck,
  limit: number,
  signal: AbortSignal,
): Promise<{ columns: DataColumn[]; rows: (string | null)[][]; failed: number }> {
  return inEngine(ctx, usedBy(asset), signal, async (room) => {
    const columns = await room.take(sourceOf(asset), checkedView);
    if (check.kind === 'reference') await takeOther(ctx, room, check);
    const shown = columns.filter(({ name }) => asset.kind !== 'form' || !name.startsWith('_'));
    const wrong = `select * from (select *, ${failingSql(check, columns)} as "fails" from ${checkedView}) where "fails"`;
    const [count] = (await room.session.query(`select count(*) from (${wrong})`)).rows;
    const { rows } = await room.session.query(
      `select ${shown.map(({ name }) => doubleQuoted(`raw ${name}`)).join(', ')} from (${wrong}) limit ${limit}`,
      { signal },
    );
    return { columns: shown, rows, failed: Number(count![0]) };
  });
}

/** One scan for all; where it cannot be carried out each is tried alone, so that one wrong rule does not hide the others. */
async function countFailing(
  room: Room,
  rules: readonly Asked[],
  columns: readonly DataColumn[],
  found: Map<string, Outcome>,
): Promise<void> {
  const written = rules.flatMap((rule) => {
    try {
      return [{ rule, sql: failingSql(rule.check, columns)! }];
    } catch (error) {
      found.set(rule.id, brokenBy(error));
      return [];
    }
  });
  const count = async (some: typeof written): Promise<void> => {
    if (some.length === 0) return;
    const [row] = (
      await room.session.query(
        `select count(*), ${some.map((_, at) => `count(*) filter (where f${at})`).join(', ')} from (select ${some
          .map(({ sql }, at) => `${sql} as f${at}`)
          .join(', ')} from ${checkedView})`,
      )
    ).rows;
    for (const [at, { rule }] of some.entries())
      found.set(rule.id, { checked: Number(row![0]), failed: Number(row![at + 1]), value: null, detail: {} });
  };
  try {
    await count(written);
  } catch {
    for (const one of written)
      await count([one]).catch((error: unknown) => void found.set(one.rule.id, brokenBy(error)));
  }
}

async function oneOf(ctx: Ctx, room: Room, { check, memory }: Asked, columns: readonly DataColumn[]): Promise<Outcome> {
  const sql = failingSql(check, columns);
  const ask = async (text: string): Promise<(string | null)[]> => (await room.session.query(text)).rows[0]!;
  switch (check.kind) {
    case 'reference': {
      await takeOther(ctx, room, check);
      const [checked, failed] = await ask(`select count(*), count(*) filter (where ${sql}) from ${checkedView}`);
      return { checked: Number(checked), failed: Number(failed), value: null, detail: {} };
    }
    case 'fresh': {
      const name = doubleQuoted(check.column);
      const [checked, age] = await ask(
        `select count(${name}), epoch(now()) - epoch(max(${name})::timestamptz) from ${checkedView}`,
      );
      const hours = age === null || age === undefined ? null : Number(age) / 3_600;
      const late = hours === null || hours > check.hours;
      return { checked: Number(checked), failed: late ? 1 : 0, value: hours, detail: {} };
    }
    case 'volume': {
      const rows = Number((await ask(`select count(*) from ${checkedView}`))[0]);
      const usual = middle(memory.volumes.slice(0, 8));
      const off =
        (check.least !== null && rows < check.least) ||
        (check.most !== null && rows > check.most) ||
        // two results say nothing of what is usual
        (check.swing !== null &&
          memory.volumes.length >= 3 &&
          Math.abs(rows - usual) > (Math.max(usual, 1) * check.swing) / 100);
      return { checked: rows, failed: off ? 1 : 0, value: rows, detail: {} };
    }
    case 'drift': {
      const name = doubleQuoted(check.column);
      const [checked, deciles] = await ask(
        `select count(${name}), to_json(quantile_cont(${name}::double, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])) from ${checkedView}`,
      );
      const rows = Number(checked);
      if (rows < fewest)
        return {
          checked: rows,
          failed: 0,
          value: null,
          detail: { few: true, ...(memory.base && { base: memory.base }) },
        };
      const base = memory.base ?? (JSON.parse(deciles!) as number[]);
      const places = await room.session.query(
        `select ${bins(name, base)} as bin, count(*) from ${checkedView} where ${name} is not null group by 1`,
      );
      const counts = share(places.rows.map(([bin, n]) => [Number(bin), Number(n)]));
      const value = memory.base ? indexOf(base, counts) : 0;
      // what chance alone makes of as many rows
      const most = Math.max(check.most, (2 * 9) / rows);
      return { checked: rows, failed: value > most ? 1 : 0, value, detail: { base } };
    }
    default:
      throw new AppError('assets.rule.not_of_rows');
  }
}

const fewest = 1_000;

const bins = (name: string, base: Deciles): string =>
  `case ${base.map((end, at) => `when ${name}::double <= ${end} then ${at}`).join(' ')} else 9 end`;

async function takeOther(ctx: Ctx, room: Room, check: Extract<QualityCheck, { kind: 'reference' }>): Promise<void> {
  const other = await requireAsset(ctx, check.asset);
  await room.session.run(`drop view if exists ${otherView}`);
  await room.session.run(`drop table if exists ${doubleQuoted(`${otherView} texts`)}`);
  await room.take(sourceOf(other), otherView, [check.otherColumn]);
}

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

export function brokenBy(error: unknown): Outcome {
  const why = error instanceof AppError ? error.code : 'platform.internal';
  return { checked: 0, failed: 0, value: null, detail: {}, why };
}

export const isOfRows = (kind: QualityKind): boolean => rowKinds.has(kind);
