import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { organizationApi } from '@formwork/contract/organization/api.ts';
import type { Grade, Post } from '@formwork/contract/organization/posts.ts';
import type { Ctx } from '../../../platform/context.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import { newId } from '../../../platform/ids.ts';
import { changeOrganization } from '../change.ts';
import { shownFor } from '../delegated/administered.ts';
import { placedAs, requireOrdinary, requireOwnRoles } from '../delegated/limits.ts';
import { personIn } from '../people/person-in.ts';
import { holds, holdersIn } from '../directory/directory-index.ts';
import { directoryOf, type Directory, type DirectoryGrade, type DirectoryPost } from '../directory/directory.ts';
import { holdNoRoles } from './units.ts';

type Input<Name extends keyof typeof organizationApi> = InputOf<(typeof organizationApi)[Name]>;

export async function listPosts(ctx: Ctx, { query }: Input<'listPosts'>): Promise<Post[]> {
  const directory = await shownFor(ctx, query.administering);
  return [...directory.posts.values()].map((post) => viewOf(directory, post));
}

export async function createPost(ctx: Ctx, { body }: Input<'createPost'>): Promise<Post> {
  const id = newId();
  const { directory } = await changeOrganization(ctx, async (tx, before) => {
    if (body.gradeId !== null) gradeIn(before, body.gradeId);
    await tx.tx
      .insertInto('organization.post')
      .values({ space_id: ctx.spaceId, id, name: body.name, description: body.description, grade_id: body.gradeId })
      .execute();
    await record(tx, 'organization.post.created', { id, ...body });
  });
  return viewOf(directory, postIn(directory, id));
}

export async function updatePost(ctx: Ctx, { params, body }: Input<'updatePost'>): Promise<Post> {
  const id = params.postId;
  const { directory } = await changeOrganization(ctx, async (tx, before) => {
    postIn(before, id);
    const { name, description, gradeId, disabled } = body;
    if (gradeId) gradeIn(before, gradeId);
    const changes = {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(gradeId === undefined ? {} : { grade_id: gradeId }),
      ...(disabled === undefined ? {} : { disabled }),
    };
    if (Object.keys(changes).length === 0) return;
    await tx.tx.updateTable('organization.post').set(changes).where('id', '=', id).execute();
    await record(tx, 'organization.post.changed', { id, ...body });
  });
  return viewOf(directory, postIn(directory, id));
}

export async function assignPost(ctx: Ctx, { params, body }: Input<'assignPost'>): Promise<Post> {
  const id = params.postId;
  const { directory } = await changeOrganization(
    ctx,
    async (tx, before) => {
      usablePost(before, id);
      const ids = [...new Set(body.ids)];
      const people = ids.map((person) => personIn(before, person));
      for (const person of people) requireOrdinary(tx.care, person);
      requireOwnRoles(
        tx.care,
        people.map((person) => placedAs(tx.care.whole.people.get(person.id)!, { postId: id })),
      );
      await tx.tx
        .insertInto('organization.person')
        .values(
          ids.map((account_id) => ({
            space_id: ctx.spaceId,
            account_id,
            department_id: null,
            superior_id: null,
            post_id: id,
          })),
        )
        .onConflict((on) => on.columns(['space_id', 'account_id']).doUpdateSet({ post_id: id }))
        .execute();
      await record(tx, 'organization.person.posted', { ids, postId: id });
      tx.touch({ people: ids });
    },
    'posts',
  );
  return viewOf(directory, postIn(directory, id));
}

export async function deletePost(ctx: Ctx, { params }: Input<'deletePost'>): Promise<null> {
  const id = params.postId;
  await changeOrganization(ctx, async (tx, before) => {
    const { name } = postIn(before, id);
    // disabled people keep theirs too
    const holders = [...before.people.values()].filter((person) => holds(person, id)).length;
    if (holders > 0) throw conflict('organization.post.in_use', { count: holders });
    await holdNoRoles(tx, { kind: 'post', id });
    await tx.tx.deleteFrom('organization.post').where('id', '=', id).execute();
    await record(tx, 'organization.post.deleted', { id, name });
  });
  return null;
}

export async function listGrades(ctx: Ctx): Promise<Grade[]> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  return [...directory.grades.values()].map((grade) => gradeView(directory, grade));
}

export async function createGrade(ctx: Ctx, { body }: Input<'createGrade'>): Promise<Grade> {
  const id = newId();
  const { directory } = await changeOrganization(ctx, async (tx) => {
    await tx.tx
      .insertInto('organization.grade')
      .values({ space_id: ctx.spaceId, id, ...body })
      .execute();
    await record(tx, 'organization.grade.created', { id, ...body });
  });
  return gradeView(directory, gradeIn(directory, id));
}

export async function updateGrade(ctx: Ctx, { params, body }: Input<'updateGrade'>): Promise<Grade> {
  const id = params.gradeId;
  const { directory } = await changeOrganization(ctx, async (tx, before) => {
    gradeIn(before, id);
    const { name, rank } = body;
    const changes = { ...(name === undefined ? {} : { name }), ...(rank === undefined ? {} : { rank }) };
    if (Object.keys(changes).length === 0) return;
    await tx.tx.updateTable('organization.grade').set(changes).where('id', '=', id).execute();
    await record(tx, 'organization.grade.changed', { id, ...changes });
  });
  return gradeView(directory, gradeIn(directory, id));
}

export async function deleteGrade(ctx: Ctx, { params }: Input<'deleteGrade'>): Promise<null> {
  const id = params.gradeId;
  await changeOrganization(ctx, async (tx, before) => {
    const { name } = gradeIn(before, id);
    await tx.tx.updateTable('organization.post').set({ grade_id: null }).where('grade_id', '=', id).execute();
    await tx.tx.deleteFrom('organization.grade').where('id', '=', id).execute();
    await record(tx, 'organization.grade.deleted', { id, name });
  });
  return null;
}

/** The post, and somebody new may get it. */
export function usablePost(directory: Directory, id: string): DirectoryPost {
  const post = postIn(directory, id);
  if (post.disabled) throw conflict('organization.post.disabled');
  return post;
}

function postIn(directory: Directory, id: string): DirectoryPost {
  const post = directory.posts.get(id);
  if (!post) throw notFound('organization.post.not_found');
  return post;
}

function gradeIn(directory: Directory, id: string): DirectoryGrade {
  const grade = directory.grades.get(id);
  if (!grade) throw notFound('organization.grade.not_found');
  return grade;
}

function viewOf(directory: Directory, { id, name, description, gradeId, disabled }: DirectoryPost): Post {
  const grade = directory.grades.get(gradeId ?? '');
  const { main, partTime } = holdersIn(directory).get(id) ?? { main: 0, partTime: 0 };
  return {
    id,
    name,
    description,
    grade: grade ? { id: grade.id, name: grade.name } : null,
    disabled,
    holders: main,
    partTime,
  };
}

function gradeView(directory: Directory, { id, name, rank }: DirectoryGrade): Grade {
  return { id, name, rank, posts: [...directory.posts.values()].filter(({ gradeId }) => gradeId === id).length };
}
