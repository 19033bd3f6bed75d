import type { Named } from '@formwork/contract/condition/references.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { isNamed, type FormerElement, type Reference, type Use } from '@formwork/contract/forms/uses.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { TxCtx } from '../../../platform/context.ts';
import type { ControlTx } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { speakersOf } from '../links.ts';
import { everReleased } from './former.ts';
import { brokenBy, type TakenAway } from './taken-away.ts';
import { userSources, type Ahead, type Asked, type User } from './known-users.ts';
import { formsWithDefinitions } from '../with-definitions.ts';

/** What forms have and had, by the names that people know. */
export type Names = ReadonlyMap<string, NamesOf>;

interface NamesOf {
  title: Text;
  elements: ReadonlyMap<string, FormerElement>;
}

export interface Asking {
  forms: readonly string[];
  apps?: readonly string[];
}

/** Everything that names one of these forms or something of it, by every kind of user that is known. */
export async function findUses(
  platform: Platform,
  tx: ControlTx,
  { forms, apps = [] }: Asking,
  ahead: Ahead,
): Promise<{ uses: Use[]; names: Names }> {
  const asked = { ...(await askedFor(tx, forms)), apps };
  const users: User[] = [];
  for (const [name, { find }] of userSources(platform)) users.push(...(await find(tx, asked, ahead.get(name))));
  const names = new Map<string, NamesOf>();
  for (const id of forms) names.set(id, await namesOf(tx, id));
  const titles =
    apps.length === 0
      ? []
      : await tx
          .selectFrom('forms.app')
          .select(['id', 'title'])
          .where('id', 'in', [...apps])
          .execute();
  for (const { id, title } of titles) names.set(id, { title, elements: new Map() });
  return { uses: await shown(tx, users, names), names };
}

/** The same, of forms that go whole: what belongs to them goes with them and is no user of them. */
export async function usesOfForms(platform: Platform, tx: ControlTx, asking: Asking, ahead: Ahead): Promise<Use[]> {
  const { uses } = await findUses(platform, tx, asking, ahead);
  return once(
    uses.filter(({ kind, formId }) => kind === 'process' || formId === null || !asking.forms.includes(formId)),
    ({ form }) => [form],
  );
}

/** Uses that a release would make wrong; what is wrong within the form itself its own problems tell. */
export async function usesOfTaken(
  platform: Platform,
  tx: ControlTx,
  form: string,
  taken: TakenAway,
  ahead: Ahead,
): Promise<Use[]> {
  if (taken.gone.length + taken.changed.length + taken.replaced.length === 0) return [];
  const { uses } = await findUses(platform, tx, { forms: [form] }, ahead);
  const following = new Set(
    [...userSources(platform)].flatMap(([, { follow, follows = [] }]) => (follow ? follows : [])),
  );
  const broken = uses
    .filter((use) => !(use.kind === 'form' && use.formId === form))
    .filter(brokenBy(taken))
    .map((use): Use => (isNamed(use, taken.replaced) && following.has(use.kind) ? { ...use, how: 'follow' } : use));
  const whole = new Set(
    [...taken.gone, ...taken.changed].filter(({ option }) => option === undefined).map(({ element }) => element),
  );
  return once(broken, (to) => (whole.has(to.element) ? [to.form, to.element] : [to.form, to.element, to.option ?? '']));
}

/** Puts options in the place of those they replace, in every user that follows; answers what is to be done after the commit. */
export async function followOptions(
  ctx: TxCtx,
  form: string,
  replaced: TakenAway['replaced'],
): Promise<(() => void)[]> {
  const after: (() => void)[] = [];
  if (replaced.length === 0) return after;
  const asked = { ...(await askedFor(ctx.tx, [form])), apps: [] };
  for (const { by, ...at } of replaced)
    for (const { follow } of userSources(ctx.platform).values())
      after.push(...((await follow?.(ctx, at, by, asked)) ?? []));
  return after;
}

/** Each place once for what is taken away: of a field that goes, its options are no news of their own. */
function once(uses: readonly Use[], of: (to: Use['to']) => string[]): Use[] {
  return [
    ...new Map(
      uses
        .toReversed()
        .map((use) => [JSON.stringify([use.kind, use.id, use.state, use.part, use.place, of(use.to)]), use]),
    ).values(),
  ].toReversed();
}

export async function askedFor(tx: ControlTx, forms: readonly string[]): Promise<Omit<Asked, 'apps'>> {
  const around = [...new Set([...forms, ...(await Promise.all(forms.map((id) => speakersOf(tx, id)))).flat()])];
  const definitions = await definitionsOf(tx, around);
  const leadsTo: Asked['leadsTo'] = (form, relation) => {
    for (const { fields, tables } of definitions.get(form) ?? []) {
      const field = [...fields, ...tables.flatMap((table) => table.fields)].find(({ id }) => id === relation);
      if (field?.type === 'relation' && field.config.form !== '') return field.config.form;
    }
    return undefined;
  };
  return { forms, around, leadsTo };
}

/** Release and draft of each, as far as they are there. */
async function definitionsOf(tx: ControlTx, ids: readonly string[]): Promise<Map<string, FormDefinition[]>> {
  if (ids.length === 0) return new Map();
  const rows = await formsWithDefinitions(tx)
    .select(['form.id', 'draft.definition as draft', 'release.definition as released'])
    .where('form.id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, draft, released }) => [id, [...(released ? [released] : []), draft]]));
}

async function namesOf(tx: ControlTx, formId: string): Promise<NamesOf> {
  const definitions = (await definitionsOf(tx, [formId])).get(formId) ?? [];
  const elements = new Map((await everReleased(tx, formId)).map((one) => [one.id, one]));
  // the names of today over those of earlier
  for (const { fields, tables } of definitions.toReversed()) {
    for (const one of [...fields, ...tables, ...tables.flatMap((table) => table.fields)]) {
      const options = new Map((elements.get(one.id)?.options ?? []).map((option) => [option.id, option]));
      for (const { id, label } of optionsOf(one)) options.set(id, { id, label });
      elements.set(one.id, { id: one.id, title: one.title, whole: false, options: [...options.values()] });
    }
  }
  return { title: definitions[0]?.title ?? { zh: '' }, elements };
}

function optionsOf(element: object): { id: string; label: Text }[] {
  return 'config' in element ? ((element.config as { options?: { id: string; label: Text }[] }).options ?? []) : [];
}

async function shown(tx: ControlTx, users: readonly User[], names: Names): Promise<Use[]> {
  const forms = [...new Set(users.flatMap(({ formId }) => formId ?? []))];
  const there =
    forms.length === 0
      ? []
      : await tx
          .selectFrom('forms.form')
          .select(['id', 'app_id', 'title'])
          .where('id', 'in', forms)
          .where('removed_at', 'is', null)
          .execute();
  const formOf = new Map(there.map((form) => [form.id, form]));
  // what belongs to a form in the bin decides nothing
  return users
    .filter(({ formId }) => formId === null || formOf.has(formId))
    .flatMap((user) =>
      distinct(user.references).flatMap((reference): Use[] => {
        const what = whatOf(names, reference.to);
        if (!what) return [];
        const { part, place, how, to } = reference;
        const partTitle = user.partTitle?.(part);
        return [
          {
            kind: user.kind,
            ...(user.definition !== undefined && { definition: user.definition }),
            id: user.id,
            state: user.state,
            formId: user.formId,
            appId: user.formId === null ? null : formOf.get(user.formId)!.app_id,
            title: user.title ?? formOf.get(user.formId ?? '')?.title ?? what,
            part,
            ...(partTitle && { partTitle }),
            place,
            how: user.state === 'draft' ? 'warn' : how,
            to,
            what,
            ...(user.count !== undefined && { count: user.count }),
          },
        ];
      }),
    );
}

/** What people call it; undefined for what the form never had, as any word of an expression may be. */
function whatOf(names: Names, { form, element, option }: Named): Text | undefined {
  const own = names.get(form);
  if (!own || element === '') return own?.title;
  const found = own.elements.get(element);
  if (!found || option === undefined) return found?.title;
  const label = found.options.find(({ id }) => id === option)?.label;
  return (
    label && {
      zh: `${found.title.zh}：${label.zh}`,
      en: `${found.title.en ?? found.title.zh}: ${label.en ?? label.zh}`,
    }
  );
}

function distinct(references: readonly Reference[]): Reference[] {
  return [
    ...new Map(
      references.map((one) => [
        JSON.stringify([one.part, one.place, one.to.form, one.to.element, one.to.option ?? '']),
        one,
      ]),
    ).values(),
  ];
}
