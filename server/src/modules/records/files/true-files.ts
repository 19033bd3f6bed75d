import { namedInHtml } from '@formwork/contract/forms/values/html.ts';
import { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { factsOfFiles } from '../../files/public.ts';
import type { PlanColumn } from '../plan/columns.ts';
import type { NameableFiles } from './named-files.ts';
import type { FormPlan } from '../plan/plan.ts';
import type { GivenRecord } from '../write/prepare.ts';

type GivenValues = Readonly<Record<string, unknown>>;
const FileId = z.object({ id: z.uuid() });
const noFiles: NameableFiles = new Set();

/** The given values with the name, size and type that their files really have: what a field takes is judged by these. And which files the person may name at all. */
export async function withTrueFiles<Given extends GivenRecord>(
  ctx: Ctx,
  plan: FormPlan,
  given: Given,
): Promise<{ given: Given; files: NameableFiles }> {
  if (!plan.hasFiles) return { given, files: noFiles };
  const ids = new Set<string>();
  const mapped = (file: { id: string }): object => {
    ids.add(file.id);
    return file;
  };
  mapFiles(plan, given, mapped, (html) => namedInHtml(html).forEach((id) => ids.add(id)));
  if (ids.size === 0) return { given, files: noFiles };
  const facts = await factsOfFiles(ctx, [...ids], 'readable');
  return {
    given: { ...given, ...mapFiles(plan, given, (file) => ({ ...file, ...facts.get(file.id) })) },
    files: new Set(facts.keys()),
  };
}

function mapFiles(
  plan: FormPlan,
  { values, slaves }: GivenRecord,
  change: (file: { id: string }) => object,
  read?: (html: string) => void,
): GivenRecord {
  const mapped = (columns: readonly PlanColumn[], row: GivenValues): GivenValues => {
    const changed = columns.flatMap(({ id, kind }) => {
      const value = row[id];
      if (kind === 'html' && typeof value === 'string') read?.(value);
      if (kind !== 'files' || !Array.isArray(value)) return [];
      return [
        [
          id,
          value.map((file: unknown) => (FileId.safeParse(file).success ? change(file as { id: string }) : file)),
        ] as const,
      ];
    });
    return changed.length === 0 ? row : { ...row, ...Object.fromEntries(changed) };
  };
  if (slaves === undefined) return { values: mapped(plan.own, values) };
  const rows = plan.slaves.flatMap(({ id, columns }) =>
    slaves[id]
      ? [[id, slaves[id].map((row) => ({ ...row, values: mapped(columns, row.values) as typeof row.values }))] as const]
      : [],
  );
  return { values: mapped(plan.own, values), slaves: { ...slaves, ...Object.fromEntries(rows) } };
}
