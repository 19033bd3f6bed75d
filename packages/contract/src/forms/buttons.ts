import { z } from 'zod';
import { endpoint, nothing, shortId, uuid } from '../endpoint.ts';
import { Title } from '../text.ts';
import { ElementId, Feel } from './field.ts';
import type { Role } from '../roles.ts';
import type { FormAction } from './permission.ts';

/** Where the buttons of an application stand: above its list, over chosen rows, in a row, on a record's page, below a form that is filled in. */
export const buttonPlaces = ['toolbar', 'selection', 'row', 'record', 'form'] as const;
export const ButtonPlace = z.enum(buttonPlaces);
export type ButtonPlace = z.infer<typeof ButtonPlace>;

interface SystemButton {
  /** The right that its calls ask for: who may not press it is refused by the server too. */
  action?: FormAction;
  /** Not there until an administrator shows it. */
  hidden?: true;
  /** A form without it could not be left or saved. */
  always?: true;
  /** Kinds of accounts it is for, where no right of the form says it. */
  accounts?: readonly Role[];
}

const staff = ['admin', 'safe', 'audit'] as const;

/** The buttons that the product brings, in their order. A page that gets a new one adds it here and hands its action to `useButtons`. */
export const systemButtons = {
  toolbar: {
    create: { action: 'create' },
    codes: {},
    import: { action: 'import' },
    export: { action: 'export' },
    exports: {},
    fromSheet: { accounts: ['admin'] },
    customViews: {},
    ratioViews: {},
    design: { accounts: ['admin'] },
    model: { accounts: staff },
    recycle: { accounts: staff },
  },
  selection: {
    edit: { action: 'edit' },
    share: { action: 'share' },
    transfer: { action: 'transfer' },
    urge: {},
    export: { action: 'export' },
    print: { action: 'print' },
    delete: { action: 'delete' },
  },
  row: {
    edit: { action: 'edit' },
    share: { action: 'share', hidden: true },
    transfer: { action: 'transfer', hidden: true },
    delete: { action: 'delete' },
  },
  record: {
    follow: {},
    print: { action: 'print' },
    share: { action: 'share' },
    transfer: { action: 'transfer' },
    access: { accounts: staff },
    edit: { action: 'edit' },
    delete: { action: 'delete', hidden: true },
  },
  form: { cancel: { always: true }, saveAgain: {}, save: { always: true } },
} as const satisfies Record<ButtonPlace, Record<string, SystemButton>>;
export type ButtonId<P extends ButtonPlace = ButtonPlace> = P extends ButtonPlace
  ? keyof (typeof systemButtons)[P] & string
  : never;

/** Places where an administrator may add buttons and say what they do; where there is no record there is nothing to fill. */
export const scriptedPlaces = ['toolbar', 'selection', 'row', 'record'] as const satisfies readonly ButtonPlace[];
/** Places whose buttons speak of a record. */
export const recordPlaces = ['selection', 'row', 'record'] as const satisfies readonly ButtonPlace[];

/** What a button does in place of what it did. */
export const ButtonScript = z.discriminatedUnion('does', [
  /** The same as another button of the place. */
  z.object({ does: z.literal('action'), button: z.string().max(24) }),
  /** Opens the address that the expression says. */
  z.object({ does: z.literal('open'), address: Feel, newWindow: z.boolean().optional() }),
  /** Writes into fields of the main table and saves; the server does it. */
  z.object({
    does: z.literal('fill'),
    values: z
      .array(z.object({ field: ElementId, value: Feel }))
      .min(1)
      .max(50),
  }),
]);
export type ButtonScript = z.infer<typeof ButtonScript>;

const settingParts = {
  hidden: z.boolean().optional(),
  title: Title.optional(),
  /** Account roles, or ids of roles of the space, who may press it; everybody when left out, the administrators alone when empty. */
  roles: z.array(z.string().min(1).max(64)).max(100).optional(),
  /** The same of those who may not, whatever else lets them. */
  refused: z.array(z.string().min(1).max(64)).min(1).max(100).optional(),
  /** FEEL over the record: true = it is there. */
  onlyIf: Feel.optional(),
  script: ButtonScript.optional(),
};
export const ButtonSetting = z.object(settingParts);
export type ButtonSetting = z.infer<typeof ButtonSetting>;

export const OwnButton = z.object({
  ...settingParts,
  id: ElementId,
  place: z.enum(scriptedPlaces),
  title: Title,
  script: ButtonScript,
  primary: z.boolean().optional(),
});
export type OwnButton = z.infer<typeof OwnButton>;

/** `place.button`: what a setting hangs on. */
export const buttonKeys: readonly string[] = buttonPlaces.flatMap((place) =>
  Object.keys(systemButtons[place]).map((id) => `${place}.${id}`),
);
const ButtonKey = z
  .string()
  .max(40)
  .refine((key) => buttonKeys.includes(key), 'unknown');

/** What an administrator said of the buttons of an application, or of one of its forms. */
export const ButtonSettings = z
  .object({
    buttons: z.record(ButtonKey, ButtonSetting),
    own: z.array(OwnButton).max(30),
    /** By place: ids in their order; what is not named follows in the order of the product. */
    order: z.partialRecord(ButtonPlace, z.array(z.string().max(24)).max(60)),
  })
  .refine(({ own }) => new Set(own.map(({ id }) => id)).size === own.length, { path: ['own'], message: 'twice' });
export type ButtonSettings = z.infer<typeof ButtonSettings>;

export const noButtonSettings: ButtonSettings = { buttons: {}, own: [], order: {} };

/** A script as pages need it: what a button writes is the server's alone. */
const ShownScript = z.discriminatedUnion('does', [
  z.object({ does: z.literal('action'), button: z.string() }),
  z.object({ does: z.literal('open'), address: Feel, newWindow: z.boolean().optional() }),
  z.object({ does: z.literal('fill') }),
]);

/** A button as it is to be shown, its roles judged already. */
export const ShownButton = z.object({
  place: ButtonPlace,
  id: z.string(),
  title: Title.optional(),
  onlyIf: z.string().optional(),
  script: ShownScript.optional(),
  own: z.literal(true).optional(),
  primary: z.boolean().optional(),
});
export type ShownButton = z.infer<typeof ShownButton>;

/** Settings of a form over those of its application: button by button, place by place. */
export function settingsOver(app: ButtonSettings, form: ButtonSettings): ButtonSettings {
  const ids = new Set(form.own.map(({ id }) => id));
  return {
    buttons: { ...app.buttons, ...form.buttons },
    own: [...app.own.filter(({ id }) => !ids.has(id)), ...form.own],
    order: { ...app.order, ...form.order },
  };
}

/** The script of a button that somebody with these roles may press. */
export function scriptFor(
  settings: ButtonSettings,
  roles: readonly string[],
  place: ButtonPlace,
  id: string,
): { setting: ButtonSetting; script: ButtonScript } | undefined {
  const button = placedButtons(settings, place).find(
    (one) => one.id === id && !isHidden(one) && meansRoles(one.setting, roles),
  );
  return button?.setting.script && { setting: button.setting, script: button.setting.script };
}

export function saysNothing({ buttons, own, order }: ButtonSettings): boolean {
  return Object.keys(buttons).length + own.length + Object.keys(order).length === 0;
}

export interface PlacedButton {
  place: ButtonPlace;
  id: string;
  setting: ButtonSetting;
  own?: OwnButton;
}

/** Every button of a place in its order, hidden ones too. */
export function placedButtons(settings: ButtonSettings, place: ButtonPlace): PlacedButton[] {
  const brought = Object.keys(systemButtons[place]).map((id): PlacedButton => ({
    place,
    id,
    setting: settings.buttons[`${place}.${id}`] ?? {},
  }));
  const own = settings.own
    .filter((one) => one.place === place)
    .map((one): PlacedButton => ({ place, id: one.id, setting: one, own: one }));
  const order = settings.order[place] ?? [];
  const rank = ({ id }: PlacedButton, at: number): number =>
    order.includes(id) ? order.indexOf(id) : order.length + at;
  return [...brought, ...own]
    .map((button, at) => ({ button, rank: rank(button, at) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ button }) => button);
}

export function systemButton(place: ButtonPlace, id: string): SystemButton | undefined {
  return (systemButtons[place] as Record<string, SystemButton>)[id];
}

export function isHidden({ place, id, setting }: PlacedButton): boolean {
  return !systemButton(place, id)?.always && (setting.hidden ?? systemButton(place, id)?.hidden ?? false);
}

/** The administrators of the space need no role, here as with rules; among roles a refusal wins. */
export function meansRoles({ roles: meant, refused }: ButtonSetting, held: readonly string[]): boolean {
  if (held.includes('admin')) return true;
  return (
    (meant === undefined || meant.some((role) => held.includes(role))) && !refused?.some((role) => held.includes(role))
  );
}

/** Whether the button is not simply everybody's, on every record. */
export function isRestricted({ roles: meant, refused, onlyIf }: ButtonSetting): boolean {
  return meant !== undefined || refused !== undefined || Boolean(onlyIf?.trim());
}

/** What somebody with these roles is shown, in order. */
export function buttonsFor(settings: ButtonSettings, roles: readonly string[]): ShownButton[] {
  return buttonPlaces.flatMap((place) =>
    placedButtons(settings, place)
      .filter((button) => !isHidden(button) && meansRoles(button.setting, roles))
      .map(({ id, setting, own }): ShownButton => ({
        place,
        id,
        ...(setting.title && { title: setting.title }),
        ...(setting.onlyIf?.trim() && { onlyIf: setting.onlyIf }),
        ...(setting.script && { script: setting.script.does === 'fill' ? { does: 'fill' as const } : setting.script }),
        ...(own && { own: true as const, ...(own.primary && { primary: true }) }),
      })),
  );
}

/** How buttons narrow one action: not at all for these roles, or only for records of which one of the conditions holds. */
export type Narrowing = 'never' | readonly string[];

/**
 * What restrictions of buttons leave of the actions they stand for. As soon as one button of an action is restricted, the
 * action needs a button that is shown and lets the person; hiding alone takes nothing away.
 */
export function narrowedActions(
  settings: ButtonSettings,
  roles: readonly string[],
): Partial<Record<FormAction, Narrowing>> {
  const all = buttonPlaces
    .flatMap((place) => placedButtons(settings, place))
    .flatMap((button) => actionOf(button) ?? []);
  const narrowed: Partial<Record<FormAction, Narrowing>> = {};
  for (const [action, buttons] of Map.groupBy(all, (one) => one.action)) {
    if (!buttons.some(({ setting }) => isRestricted(setting))) continue;
    const letting = buttons.filter((button) => !isHidden(button) && meansRoles(button.setting, roles));
    const conditions = letting.flatMap(({ setting }) => (setting.onlyIf?.trim() ? [setting.onlyIf] : []));
    if (letting.length === 0) narrowed[action] = 'never';
    else if (conditions.length === letting.length) narrowed[action] = conditions;
  }
  return narrowed;
}

function actionOf(button: PlacedButton): (PlacedButton & { action: FormAction })[] | undefined {
  const {
    place,
    id,
    setting: { script },
  } = button;
  const does = script === undefined ? id : script.does === 'action' ? script.button : undefined;
  const action = does === undefined ? undefined : systemButton(place, does)?.action;
  return action && [{ ...button, action }];
}

/** The name of a button where nobody gave it another. */
export function titleKeyOf(place: ButtonPlace, id: string): `buttons.${ButtonPlace}.${string}` {
  return `buttons.${place}.${id}`;
}

const appParams = z.object({ appId: shortId });
const ofForm = z.object({ /** One form of the application; all of them when left out. */ form: shortId.optional() });

export const StoredButtons = z.object({
  settings: ButtonSettings,
  /** Of the application, over which those of a form stand. */
  app: ButtonSettings,
  /** 0 while nothing is set. */
  version: z.number().int(),
  changedBy: uuid.nullable(),
  changedAt: z.string().nullable(),
});
export type StoredButtons = z.infer<typeof StoredButtons>;

export const buttonsApi = {
  buttons: endpoint({
    method: 'GET',
    path: '/forms/apps/:appId/buttons',
    permission: 'forms.design.edit',
    summary: 'What is set of the buttons of an application, or of one of its forms',
    params: appParams,
    query: ofForm,
    response: StoredButtons,
  }),
  putButtons: endpoint({
    method: 'PUT',
    path: '/forms/apps/:appId/buttons',
    permission: 'forms.design.edit',
    summary: 'Show, hide, rename, order, restrict and script buttons; restrictions hold for the calls behind them too',
    params: appParams,
    query: ofForm,
    body: z.object({ expectedVersion: z.number().int(), settings: ButtonSettings }),
    response: StoredButtons,
    rights: true,
  }),
  resetButtons: endpoint({
    method: 'DELETE',
    path: '/forms/apps/:appId/buttons',
    permission: 'forms.design.edit',
    summary: 'Give an application, or one of its forms, the buttons of the product again',
    params: appParams,
    query: ofForm,
    response: nothing,
    rights: true,
  }),
};
