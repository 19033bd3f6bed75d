import {
  logoBytes,
  logoPlaces,
  logoTypes,
  noLogo,
  noWatermark,
  plainTheme,
  type Appearance,
} from '@formwork/contract/enterprise/appearance.ts';
import type { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import type { Platform } from '../../platform/platform.ts';
import { dropAttached, guardFiles } from '../files/public.ts';
import { adoptFile } from './adopted-files.ts';
import { readSettings, writeSetting } from './settings.ts';
import { nameOfSheet } from './style-name.ts';

type Input<Name extends keyof typeof enterpriseApi> = InputOf<(typeof enterpriseApi)[Name]>;

const logoKind = 'enterprise.logo';
/** Everybody of the space hears of it: their frames change at once. */
export const appearanceTopic = 'enterprise';

export function guardLogos(platform: Platform): void {
  guardFiles(platform, logoKind, () => true);
}

export async function appearanceOf(platform: Platform, spaceId: string): Promise<Appearance> {
  const found = await inControl(platform.control, spaceId, (tx) =>
    readSettings(tx, spaceId, ['theme', 'logo', 'watermark', 'scanning', 'app_menus', 'style']),
  );
  return {
    theme: found.theme ?? plainTheme,
    logo: found.logo ?? noLogo,
    watermark: found.watermark ?? noWatermark,
    scanning: found.scanning?.enabled ?? true,
    appMenus: found.app_menus?.enabled ?? true,
    styleSheet: found.style?.css ? nameOfSheet(spaceId, found.style.hash) : null,
  };
}

export function getAppearance(ctx: Ctx): Promise<Appearance> {
  return appearanceOf(ctx.platform, ctx.spaceId);
}

export function setTheme(ctx: Ctx, { body }: Input<'setTheme'>): Promise<Appearance> {
  return changeAppearance(ctx, (tx) => writeSetting(tx, 'theme', body));
}

export function setWatermark(ctx: Ctx, { body }: Input<'setWatermark'>): Promise<Appearance> {
  return changeAppearance(ctx, (tx) => writeSetting(tx, 'watermark', body));
}

export function setScanning(ctx: Ctx, { body }: Input<'setScanning'>): Promise<Appearance> {
  return changeAppearance(ctx, (tx) => writeSetting(tx, 'scanning', body));
}

export function setAppMenus(ctx: Ctx, { body }: Input<'setAppMenus'>): Promise<Appearance> {
  return changeAppearance(ctx, (tx) => writeSetting(tx, 'app_menus', body));
}

export async function setLogo(ctx: Ctx, { body }: Input<'setLogo'>): Promise<Appearance> {
  for (const place of logoPlaces) {
    const file = body[place];
    if (file !== null) await adoptFile(ctx, file, { kind: logoKind, path: place, types: logoTypes, bytes: logoBytes });
  }
  const appearance = await changeAppearance(ctx, (tx) => writeSetting(tx, 'logo', body));
  await dropAttached(
    ctx.platform,
    ctx.spaceId,
    { kind: logoKind, id: ctx.spaceId },
    logoPlaces.flatMap((place) => body[place] ?? []),
  );
  return appearance;
}

export async function changeAppearance(ctx: Ctx, work: (tx: TxCtx) => Promise<void>): Promise<Appearance> {
  await inControl(ctx.platform.control, ctx.spaceId, (tx) => work({ ...ctx, tx }));
  const appearance = await getAppearance(ctx);
  ctx.platform.realtime.publish(ctx.spaceId, {
    to: { topic: `${appearanceTopic}:appearance` },
    message: { type: 'enterprise.appearance' },
  });
  return appearance;
}
