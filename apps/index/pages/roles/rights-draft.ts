import type { Condition } from '@formwork/contract/condition/condition.ts';
import type { RulesOn } from '@formwork/contract/forms/api.ts';
import { withButtonAccess, type ButtonAccess } from '@formwork/contract/forms/button-access.ts';
import type { ButtonSettings } from '@formwork/contract/forms/buttons.ts';
import { newElementId } from '@formwork/contract/forms/field.ts';
import type {
  FieldAccessMap,
  FormAction,
  PermissionRule,
  RowScope,
  RuleSubject,
} from '@formwork/contract/forms/permission.ts';

/** What a person chooses for one action: not granted, granted as far as a scope reaches, or refused. */
export type Choice = RowScope | 'none' | 'refuse';

export interface Cell {
  granted: RowScope[];
  refused: RowScope[];
}

export function cellOf(rules: readonly PermissionRule[], action: FormAction): Cell {
  const scopes = (effect: 'grant' | 'refuse') => [
    ...new Set(
      rules
        .filter((rule) => (rule.effect ?? 'grant') === effect && rule.actions.includes(action))
        .map(({ scope }) => scope),
    ),
  ];
  return { granted: scopes('grant'), refused: scopes('refuse') };
}

/** The rules with one action as chosen; the others stay as they are, and rules that grant the same share one. */
export function withChoice(
  rules: readonly PermissionRule[],
  subject: RuleSubject,
  action: FormAction,
  choice: Choice,
): PermissionRule[] {
  const { condition, fields } = shared(rules);
  const rest = rules.map((rule) => ({ ...rule, actions: rule.actions.filter((one) => one !== action) }));
  const kept = (): PermissionRule[] => rest.filter(({ actions }) => actions.length > 0);
  if (choice === 'none') return kept();
  const [effect, scope] = choice === 'refuse' ? (['refuse', 'all'] as const) : (['grant', choice] as const);
  const same = rest.find(
    (rule) => (rule.effect ?? 'grant') === effect && rule.scope === scope && rule.actions.length > 0,
  );
  if (same) return kept().map((rule) => (rule === same ? { ...rule, actions: [...rule.actions, action] } : rule));
  return [
    ...kept(),
    {
      id: newElementId(),
      subject,
      actions: [action],
      scope,
      ...(effect === 'refuse' ? { effect } : fields && { fields }),
      ...(scope === 'condition' && condition && { condition }),
    },
  ];
}

/** One condition for all rules of a role on a form that reach by one. */
export function withCondition(rules: readonly PermissionRule[], condition: Condition | undefined): PermissionRule[] {
  return rules.map((rule) => {
    if (rule.scope !== 'condition') return rule;
    const { condition: _before, ...rest } = rule;
    return condition ? { ...rest, condition } : rest;
  });
}

/** What every rule of a role that grants something on a form says of its fields. */
export function withFields(rules: readonly PermissionRule[], fields: FieldAccessMap): PermissionRule[] {
  const said = Object.fromEntries(
    Object.entries(fields).filter(([, access]) => access.new !== undefined || access.existing !== undefined),
  );
  return rules.map((rule) => {
    const { fields: _before, ...rest } = rule;
    return rule.effect === 'refuse' || Object.keys(said).length === 0 ? rest : { ...rest, fields: said };
  });
}

export function shared(rules: readonly PermissionRule[]): {
  condition: Condition | undefined;
  fields: FieldAccessMap | undefined;
} {
  return {
    condition: rules.find(({ condition }) => condition)?.condition,
    fields: rules.find(({ fields }) => fields)?.fields,
  };
}

/** A rule by condition that says none yet cannot be saved. */
export function isComplete(rules: readonly PermissionRule[]): boolean {
  return rules.every(({ scope, condition }) => scope !== 'condition' || condition !== undefined);
}

/** What is changed of one application or form and not saved: the rules there as they shall be, and buttons by `place.button`. */
export interface TargetDraft {
  rules?: PermissionRule[];
  buttons?: Readonly<Record<string, ButtonAccess | null>>;
}

/** Changes by target, as a page holds them before they are saved: `app:<id>`, `form:<id>`. */
export type Draft = Readonly<Record<string, TargetDraft>>;

export function changesOf(draft: Draft): RulesOn[] {
  return Object.entries(draft).map(([key, { rules, buttons }]) => ({
    target: { kind: key.startsWith('app:') ? 'app' : 'form', id: key.slice(key.indexOf(':') + 1) },
    ...(rules && { rules }),
    ...(buttons && { buttons: Object.entries(buttons).map(([button, access]) => ({ button, access })) }),
  }));
}

/** The settings with what is changed of them; buttons that have gone meanwhile are passed over. */
export function withDraftedButtons(
  settings: ButtonSettings,
  app: ButtonSettings,
  subject: string,
  { buttons = {} }: TargetDraft = {},
): ButtonSettings {
  return Object.entries(buttons).reduce(
    (before, [button, access]) => withButtonAccess(before, app, subject, { button, access }) ?? before,
    settings,
  );
}
