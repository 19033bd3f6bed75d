import { conditionWithOption, namedByCondition, type Named } from '@formwork/contract/condition/references.ts';
import {
  buttonPlaces,
  placedButtons,
  type ButtonSetting,
  type ButtonSettings,
} from '@formwork/contract/forms/buttons.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import type { Reference } from '@formwork/contract/forms/uses.ts';
import type { Text } from '@formwork/contract/text.ts';
import { textReferences } from '@formwork/process/references.ts';
import { mentionsIn, withPlainWord, withWord } from '@formwork/feel/mentions.ts';
import { told } from '../rights/buttons.ts';
import { rulesOf, writeRules } from '../rights/rules.ts';
import type { User, UserSource } from './known-users.ts';

/** Buttons of lists and records, which say when they are there and what they write: those of an application speak of every form of it. */
export const buttonUsers: UserSource = {
  follows: ['buttons'],
  async follow(ctx, at, to) {
    const forms = await ctx.tx.selectFrom('forms.form').select('app_id').where('id', '=', at.form).execute();
    const apps = forms.map(({ app_id: app }) => app);
    if (apps.length === 0) return [];
    const rows = await ctx.tx
      .selectFrom('forms.button_setting')
      .select(['app_id', 'form_id', 'version', 'settings'])
      .where('app_id', 'in', apps)
      .where('form_id', 'in', ['', at.form])
      .forUpdate()
      .execute();
    for (const { app_id: app, form_id: form, version, settings } of rows) {
      const next = JSON.stringify(settingsWithOption(settings, at, to));
      if (next !== JSON.stringify(settings))
        await ctx.tx
          .updateTable('forms.button_setting')
          .set({ settings: next, version: version + 1, changed_by: ctx.user.id, changed_at: new Date() })
          .where('app_id', '=', app)
          .where('form_id', '=', form)
          .execute();
    }
    return apps.map((app) => () => told(ctx, app, [at.form]));
  },
  async find(tx, { forms }) {
    if (forms.length === 0) return [];
    const rows = await tx
      .selectFrom('forms.button_setting as setting')
      .innerJoin('forms.form as form', (join) =>
        join.onRef('form.space_id', '=', 'setting.space_id').onRef('form.app_id', '=', 'setting.app_id'),
      )
      .select(['form.id', 'setting.form_id', 'setting.settings'])
      .where('form.id', 'in', [...forms])
      .where((either) =>
        either.or([either('setting.form_id', '=', ''), either('setting.form_id', '=', either.ref('form.id'))]),
      )
      .execute();
    return rows.map(({ id, form_id: own, settings }): User => {
      const titles = buttonTitles(settings);
      return {
        kind: 'buttons',
        id: own,
        state: 'released',
        formId: id,
        references: buttonReferences(settings, id),
        partTitle: (part) => titles.get(part),
      };
    });
  },
};

export function buttonReferences(settings: ButtonSettings, form: string): Reference[] {
  return [
    ...Object.entries(settings.buttons),
    ...settings.own.map((one) => [`${one.place}.${one.id}`, one] as const),
  ].flatMap(([part, { onlyIf, script }]: readonly [string, ButtonSetting]) => [
    ...textReferences(onlyIf, form, part, 'onlyIf'),
    ...(script?.does === 'open' ? textReferences(script.address, form, part, 'address', 'warn') : []),
    ...(script?.does === 'fill'
      ? script.values.flatMap(({ field, value }): Reference[] => [
          { part, place: 'fill', to: { form, element: field }, how: 'refuse' },
          ...optionsWritten(value, form, field, part),
          ...textReferences(value, form, part, 'value'),
        ])
      : []),
  ]);
}

function settingsWithOption(settings: ButtonSettings, at: Required<Named>, to: string): ButtonSettings {
  const inText = (text: string): string => withWord(text, at.element, at.option, to);
  const changed = <S extends ButtonSetting>(setting: S): S => ({
    ...setting,
    ...(setting.onlyIf !== undefined && { onlyIf: inText(setting.onlyIf) }),
    ...(setting.script?.does === 'fill' && {
      script: {
        ...setting.script,
        values: setting.script.values.map(({ field, value }) => ({
          field,
          value: field === at.element ? withPlainWord(inText(value), at.option, to) : inText(value),
        })),
      },
    }),
  });
  return {
    ...settings,
    buttons: Object.fromEntries(Object.entries(settings.buttons).map(([key, setting]) => [key, changed(setting)])),
    own: settings.own.map(changed),
  };
}

/** A text of what is written may be an option of the field. */
function optionsWritten(value: string, form: string, field: string, part: string): Reference[] {
  return mentionsIn(value).words.map(({ value: option }) => ({
    part,
    place: 'fill',
    to: { form, element: field, option },
    how: 'refuse',
  }));
}

function buttonTitles(settings: ButtonSettings): Map<string, Text> {
  return new Map(
    buttonPlaces
      .flatMap((place) => placedButtons(settings, place))
      .flatMap(({ place, id, setting }) => (setting.title ? [[`${place}.${id}`, setting.title] as const] : [])),
  );
}

/** Rules of rights: conditions of whom they reach, and what they keep from people. */
export const ruleUsers: UserSource = {
  follows: ['rules'],
  async follow(ctx, at, to, { leadsTo }) {
    const rules = (await rulesOf(ctx.tx, 'form', [at.form])).get(at.form) ?? [];
    const next = rules.map((rule) =>
      rule.condition ? { ...rule, condition: conditionWithOption(rule.condition, at.form, leadsTo, at, to) } : rule,
    );
    // the release that this comes with drops what was compiled of them
    if (JSON.stringify(next) !== JSON.stringify(rules))
      await writeRules(ctx.tx, ctx.spaceId, { kind: 'form', id: at.form }, next);
    return [];
  },
  async find(tx, { forms, leadsTo }) {
    const rules = await rulesOf(tx, 'form', forms);
    return [...rules].map(([id, own]): User => ({
      kind: 'rules',
      id,
      state: 'released',
      formId: id,
      references: own.flatMap((rule) => ruleReferences(rule, id, leadsTo)),
    }));
  },
};

function ruleReferences(
  { id, condition, fields }: PermissionRule,
  form: string,
  leadsTo: Parameters<typeof namedByCondition>[2],
): Reference[] {
  return [
    ...(condition
      ? namedByCondition(condition, form, leadsTo).map((to): Reference => ({
          part: id,
          place: 'rule',
          to,
          how: 'refuse',
        }))
      : []),
    ...Object.keys(fields ?? {})
      .flatMap((key) => key.split('.'))
      .map((element): Reference => ({ part: id, place: 'ruleFields', to: { form, element }, how: 'warn' })),
  ];
}
