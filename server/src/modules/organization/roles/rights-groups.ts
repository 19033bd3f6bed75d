import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { organizationApi } from '@formwork/contract/organization/api.ts';
import type { GroupKind, GroupPart } from '@formwork/contract/organization/groups.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { RightsSubject } from '../../../platform/http/http.ts';
import { directoryOf } from '../directory/directory.ts';
import { editableGroup, requireMayPublish, requireParts } from './groups.ts';

/** Roles and rules are given to public groups; a private one is its owner's affair. */

type Input<Name extends keyof typeof organizationApi> = InputOf<(typeof organizationApi)[Name]>;

export async function newGroup(ctx: Ctx, { body }: Input<'createGroup'>): Promise<RightsSubject | null> {
  requireMayPublish(ctx, body.kind);
  requireParts(await directoryOf(ctx.platform, ctx.spaceId), body.scope);
  return { name: body.name, after: shown(body) };
}

export async function changeOfGroup(ctx: Ctx, { params, body }: Input<'updateGroup'>): Promise<RightsSubject | null> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const group = editableGroup(ctx, directory, params.userGroupId);
  const kind = body.kind ?? group.kind;
  const isPublic = group.kind === 'public' || kind === 'public';
  if (!isPublic || (kind === group.kind && (body.scope === undefined || textOf(body.scope) === textOf(group.scope))))
    return null;
  requireMayPublish(ctx, kind);
  requireParts(directory, body.scope ?? []);
  return {
    name: group.name,
    before: shown(group),
    after: shown({ ...group, ...body, kind, scope: body.scope ?? group.scope }),
  };
}

export async function endOfGroup(ctx: Ctx, { params }: Input<'deleteGroup'>): Promise<RightsSubject | null> {
  const group = editableGroup(ctx, await directoryOf(ctx.platform, ctx.spaceId), params.userGroupId);
  return group.kind === 'public' ? { name: group.name, before: shown(group) } : null;
}

function shown({ kind, scope }: { kind: GroupKind; scope: readonly GroupPart[] }): object {
  const listed = (without: boolean) =>
    scope.filter(({ except }) => (except === true) === without).map((part) => ({ [`${part.kind}Id`]: part.id }));
  return { kind, parts: listed(false), without: listed(true) };
}

/** The same whatever order its parts and their fields come in. */
function textOf(scope: readonly GroupPart[]): string {
  return scope
    .map(({ kind, id, except }) => `${kind} ${id} ${except === true}`)
    .toSorted()
    .join();
}
