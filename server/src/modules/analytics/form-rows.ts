import { createHash } from 'node:crypto';
import { mostJoined } from '@formwork/contract/analytics/dataset.ts';
import { fieldKind } from '@formwork/contract/forms/field.ts';
import type { ValueType } from '@formwork/contract/etl/columns.ts';
import type { Ctx } from '../../platform/context.ts';
import { dataVersion } from '../../platform/db/data-version.ts';
import { streamOf } from '../../platform/engine/rows.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { directoryOf, type Directory } from '../organization/public.ts';
import { allCells, rightsOnForm, type AllCells } from '../records/public.ts';
import { keyLabels } from './key-labels.ts';
import { idKinds, type SourceRows } from './source-types.ts';

/** As many records of one column are named at once. */
const rowsAtOnce = 1_000;
/** Rows whose reading took longer are not read again for each write. */
const cheapMs = 500;
const mostStaleMs = 60_000;
const mostKnown = 500;

/** The records of a form as the caller sees them, with names in the place of ids and the ids beside. */
export async function formRows(ctx: Ctx, formId: string, fields: readonly string[]): Promise<SourceRows> {
  const { columns, same: seen, read } = await allCells(ctx, formId, fields);
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const names = await sightOfNames(ctx, columns);
  const same = createHash('sha256')
    .update(JSON.stringify([ctx.spaceId, seen, names, ctx.locale, numberOf(directory)]))
    .digest('base64');
  const version = versionOf(ctx, same);
  const withIds = columns.map(({ field }) => field !== undefined && idKinds.has(fieldKind(field)));
  const types = columns.map(({ kind }): ValueType =>
    kind === 'number' ? 'decimal' : kind === 'date' ? 'date' : kind === 'dateTime' ? 'timestamptz' : 'text',
  );
  async function* named() {
    let count = 0;
    for await (const rows of read(rowsAtOnce)) {
      count += rows.length;
      if (count > mostJoined.part) throw new AppError('analytics.set.too_many', { most: mostJoined.part });
      const labels = await keyLabels(ctx, { columns, rows, totals: [], cut: false });
      yield rows.map((row) => [
        ...row.map((cell, at) => (cell === null ? null : (labels[at]?.[cell] ?? cell))),
        ...row.filter((_, at) => withIds[at]),
      ]);
    }
  }
  return {
    key: `${same} ${version.id}`,
    columns: columns.map((_, at) => ({ type: types[at]!, ids: withIds[at]! })),
    ...(version.old && { readAt: new Date(version.at).toISOString() }),
    async fill(session, table, shown, ids) {
      const all = [
        ...shown.map((name, at) => ({ name, type: types[at]!, nullable: true })),
        ...ids.map((name) => ({ name, type: 'text' as const, nullable: true })),
      ];
      await version.during(() => session.fill(table, { columns: all, bytes: streamOf(named()) }));
    },
  };
}

/** Records of other forms are called what the person may see of them there: their names are nobody else's. */
async function sightOfNames(ctx: Ctx, columns: AllCells['columns']): Promise<unknown> {
  const forms = columns.flatMap(({ field, kind }) =>
    kind === 'records' ? ((field?.config as { form?: string } | undefined)?.form ?? []) : [],
  );
  if (forms.length === 0) return null;
  const rights = forms.map(async (form) => {
    try {
      return [form, await rightsOnForm(ctx, form)];
    } catch (error) {
      if (error instanceof AppError && error.status < 500) return [form, null];
      throw error;
    }
  });
  return [ctx.user.id, await Promise.all(rights)];
}

interface Version {
  id: string;
  at: number;
  /** The state of the space's data when it was read. */
  stamp: string;
  /** Undefined while it is read. */
  tookMs: number | undefined;
}

const versions = new WeakMap<Platform, Map<string, Version>>();

/** Another one after each write; where reading takes long, and while it is being read, the one before for a while. */
function versionOf({ platform, spaceId }: Ctx, same: string) {
  const known = versions.get(platform) ?? new Map<string, Version>();
  versions.set(platform, known);
  const stamp = dataVersion(platform, spaceId);
  let version = known.get(same);
  const holds = version !== undefined && (version.stamp === stamp || Date.now() - version.at < staleMs(version));
  if (!holds) {
    version = { id: newId(), at: Date.now(), stamp, tookMs: undefined };
    known.delete(same);
    known.set(same, version);
    if (known.size > mostKnown) known.delete(known.keys().next().value!);
  }
  const { id, at, stamp: then } = version!;
  return {
    id,
    at,
    old: then !== stamp,
    async during(work: () => Promise<unknown>): Promise<void> {
      const began = performance.now();
      try {
        await work();
      } finally {
        version!.tookMs = performance.now() - began;
      }
    },
  };
}

function staleMs({ tookMs }: Version): number {
  if (tookMs === undefined) return mostStaleMs;
  return tookMs < cheapMs ? 0 : Math.min(5 * tookMs, mostStaleMs);
}

const numbers = new WeakMap<Directory, number>();
let lastNumber = 0;

/** The organization is one object as long as nothing in it changes. */
function numberOf(directory: Directory): number {
  let number = numbers.get(directory);
  if (number === undefined) numbers.set(directory, (number = lastNumber += 1));
  return number;
}
