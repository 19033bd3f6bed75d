import type { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import { licenceBytes, licenceTypes, type EnterpriseInfo } from '@formwork/contract/enterprise/info.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { roleHolds } from '@formwork/contract/permissions.ts';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import type { Platform } from '../../platform/platform.ts';
import { dropAttached, guardFiles } from '../files/public.ts';
import { changeSpace, spaceFacts } from '../identity/public.ts';
import { adoptFile } from './adopted-files.ts';
import { readSettings, writeSetting } from './settings.ts';
import type { Settings } from './tables.ts';

const licenceKind = 'enterprise.licence';
const nothingYet: Settings['info'] = {
  contact: '',
  phone: '',
  email: '',
  address: '',
  website: '',
  industry: '',
  description: '',
  licence: null,
};

export function guardLicences(platform: Platform): void {
  guardFiles(platform, licenceKind, (ctx) => roleHolds(ctx.user.role, 'enterprise.info.edit'));
}

export function getInfo(ctx: Ctx): Promise<EnterpriseInfo> {
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const { info } = await readSettings(tx, ctx.spaceId, ['info']);
    return { ...nothingYet, ...info, ...(await spaceFacts(tx, ctx.spaceId)) };
  });
}

export async function setInfo(ctx: Ctx, { body }: InputOf<typeof enterpriseApi.setInfo>): Promise<EnterpriseInfo> {
  const { name, creditCode, ...info } = body;
  if (info.licence !== null)
    await adoptFile(ctx, info.licence, {
      kind: licenceKind,
      path: 'licence',
      types: licenceTypes,
      bytes: licenceBytes,
    });
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    await changeSpace({ ...ctx, tx }, { name, creditCode });
    await writeSetting({ ...ctx, tx }, 'info', info);
  });
  await dropAttached(
    ctx.platform,
    ctx.spaceId,
    { kind: licenceKind, id: ctx.spaceId },
    info.licence === null ? [] : [info.licence],
  );
  return getInfo(ctx);
}
