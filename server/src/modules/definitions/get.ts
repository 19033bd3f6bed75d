import type { DefinitionDraft, definitionsApi, DefinitionUses } from '@formwork/contract/definitions/api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { TxCtx } from '../../platform/context.ts';
import { requireOn } from './access.ts';
import { whoIsHere } from './presence.ts';
import { usesOf } from './references.ts';
import { draftOf, viewOf } from './rows.ts';

type Input<K extends keyof typeof definitionsApi> = InputOf<(typeof definitionsApi)[K]>;

export async function getDefinition(ctx: TxCtx, { params }: Input<'get'>): Promise<DefinitionDraft> {
  const { kind, row, can } = await requireOn(ctx, params.kind, params.id, 'see', { archived: true });
  return {
    ...viewOf(row, can),
    draft: draftOf(kind, row),
    here: whoIsHere(ctx.platform, ctx.spaceId, row.kind, row.id),
  };
}

export async function getUses(ctx: TxCtx, { params }: Input<'uses'>): Promise<DefinitionUses> {
  await requireOn(ctx, params.kind, params.id, 'see');
  return usesOf(ctx, params);
}
