import type { InputOf } from '@formwork/contract/endpoint.ts';
import {
  notificationProblems,
  type NotificationRule,
  type NotificationSettings,
  type notificationsApi,
} from '@formwork/contract/forms/notifications.ts';
import type { Ctx, TxCtx } from '../../../platform/context.ts';
import { inControl, type ControlTx } from '../../../platform/db/db.ts';
import { conflict, invalid } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import type { Platform } from '../../../platform/platform.ts';
import { directoryOf, receiverName, type Directory } from '../../organization/public.ts';
import { designedForm } from '../designed-form.ts';
import { draftDefinition } from '../releases/drafts.ts';

type Input<K extends keyof typeof notificationsApi> = InputOf<(typeof notificationsApi)[K]>;

export async function getNotifications(
  ctx: TxCtx,
  { params: { formId } }: Input<'notifications'>,
): Promise<NotificationSettings> {
  await designedForm(ctx.tx, formId);
  return stored(ctx.tx, formId, await directoryOf(ctx.platform, ctx.spaceId));
}

/** All rules of a form at once; they hold from then on. */
export async function putNotifications(
  ctx: Ctx,
  { params: { formId }, body }: Input<'putNotifications'>,
): Promise<NotificationSettings> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const definition = await draftDefinition(tx, formId);
    const before = await stored(tx, formId, directory);
    if (before.version !== body.expectedVersion) throw conflict('forms.notification.changed');
    const wrong = body.rules.flatMap((rule, at) => [
      ...notificationProblems(rule, definition).map(({ path, code }) => ({ path: `body.rules.${at}.${path}`, code })),
      // who is gone since may stay: nobody is told by it
      ...(rule.receivers.some((one) => receiverName(directory, one) === undefined && !stood(before, one))
        ? [{ path: `body.rules.${at}.receivers`, code: 'forms.notification.unknown_receiver' as const }]
        : []),
    ]);
    if (wrong[0]) throw invalid(wrong[0].code, wrong);
    const changed = {
      version: body.expectedVersion + 1,
      rules: JSON.stringify(body.rules),
      changed_by: ctx.user.id,
      changed_at: new Date(),
    };
    const saved = await tx
      .insertInto('forms.notification_setting')
      .values({ space_id: ctx.spaceId, form_id: formId, ...changed })
      .onConflict((on) =>
        on
          .columns(['space_id', 'form_id'])
          .doUpdateSet(changed)
          .where('forms.notification_setting.version', '=', body.expectedVersion),
      )
      .returning('version')
      .executeTakeFirst();
    if (!saved) throw conflict('forms.notification.changed');
    await record({ ...ctx, tx }, 'forms.notifications.changed', {
      formId,
      title: definition.title,
      count: body.rules.length,
    });
    return stored(tx, formId, directory);
  });
}

/** What is in force for these forms, where something is. */
export async function notificationRules(
  platform: Platform,
  spaceId: string,
  forms: readonly string[],
): Promise<Map<string, NotificationRule[]>> {
  if (forms.length === 0) return new Map();
  const rows = await inControl(platform.control, spaceId, (tx) =>
    tx
      .selectFrom('forms.notification_setting')
      .select(['form_id', 'rules'])
      .where('form_id', 'in', [...new Set(forms)])
      .execute(),
  );
  return new Map(rows.map(({ form_id: id, rules }) => [id, rules.filter(({ enabled }) => enabled)]));
}

/** Rules that go by the clock, with since when they are as they are. */
export async function clockRules(
  platform: Platform,
  spaceId: string,
): Promise<{ formId: string; rules: NotificationRule[]; since: Date }[]> {
  const rows = await inControl(platform.control, spaceId, (tx) =>
    tx
      .selectFrom('forms.notification_setting as setting')
      .innerJoin('forms.form as form', (join) =>
        join.onRef('form.space_id', '=', 'setting.space_id').onRef('form.id', '=', 'setting.form_id'),
      )
      .select(['setting.form_id', 'setting.rules', 'setting.changed_at'])
      .where('form.removed_at', 'is', null)
      .execute(),
  );
  return rows.flatMap(({ form_id: formId, rules, changed_at: since }) => {
    const own = rules.filter(({ enabled, when }) => enabled && when.on === 'date');
    return own.length === 0 ? [] : [{ formId, rules: own, since }];
  });
}

/** A copy tells whom its original tells; its fields have the same ids, and people that it names are the same. */
export async function copyNotifications(tx: ControlTx, from: string, to: string): Promise<void> {
  const found = await tx
    .selectFrom('forms.notification_setting')
    .selectAll()
    .where('form_id', '=', from)
    .executeTakeFirst();
  if (!found) return;
  await tx
    .insertInto('forms.notification_setting')
    .values({ ...found, form_id: to, version: 1, rules: JSON.stringify(found.rules), changed_at: new Date() })
    .execute();
}

async function stored(tx: ControlTx, formId: string, directory: Directory): Promise<NotificationSettings> {
  const row = await tx
    .selectFrom('forms.notification_setting')
    .select(['version', 'rules'])
    .where('form_id', '=', formId)
    .executeTakeFirst();
  const rules = row?.rules ?? [];
  const names = rules.flatMap(({ receivers }) =>
    receivers.flatMap((one): [string, string][] => {
      const name = receiverName(directory, one);
      return name === undefined ? [] : [[one.id, name]];
    }),
  );
  return { version: row?.version ?? 0, rules, names: Object.fromEntries(names) };
}

function stood({ rules }: NotificationSettings, { kind, id }: { kind: string; id: string }): boolean {
  return rules.some(({ receivers }) => receivers.some((one) => one.kind === kind && one.id === id));
}
