import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { Ctx } from '../../platform/context.ts';
import { inControl, withControl, type ControlTx } from '../../platform/db/db.ts';

type Where = Pick<Ctx, 'platform' | 'spaceId'> & { tx?: ControlTx };

export interface FormName {
  id: string;
  title: Text;
  appId: string;
  appTitle: Text;
  /** The system that the application belongs to. */
  systemTitle: Text | null;
}

/** Forms that are there, whoever asks: of an application, or by their ids. */
export async function formsOf(
  where: Where,
  of: { app: string } | { ids: readonly string[] },
): Promise<Map<string, FormName>> {
  if ('ids' in of && of.ids.length === 0) return new Map();
  const rows = await withControl(where, (tx) => {
    const all = tx
      .selectFrom('forms.form as form')
      .innerJoin('forms.app as app', (join) =>
        join.onRef('app.id', '=', 'form.app_id').onRef('app.space_id', '=', 'form.space_id'),
      )
      .leftJoin('forms.system as system', (join) =>
        join.onRef('system.id', '=', 'app.system_id').onRef('system.space_id', '=', 'app.space_id'),
      )
      .select(['form.id', 'form.title', 'app.id as appId', 'app.title as appTitle', 'system.title as systemTitle'])
      .where('form.removed_at', 'is', null);
    return ('app' in of ? all.where('app.id', '=', of.app) : all.where('form.id', 'in', [...of.ids])).execute();
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** The definition of one release: what records saved under it knew. */
export async function releasedDefinition(
  { platform, spaceId }: Where,
  formId: string,
  release: number,
): Promise<FormDefinition | undefined> {
  const row = await inControl(platform.facts, spaceId, (tx) =>
    tx
      .selectFrom('forms.release')
      .select('definition')
      .where('form_id', '=', formId)
      .where('number', '=', release)
      .executeTakeFirst(),
  );
  return row?.definition;
}
