import { z } from 'zod';
import { Administering } from './departments.ts';
import { endpoint, nothing, uuid } from '../endpoint.ts';
import { nameText } from '../text.ts';

const Name = nameText().min(1).max(60);

export const Grade = z.object({
  id: uuid,
  name: z.string(),
  /** 1 is the highest. */
  rank: z.int(),
  posts: z.int(),
});
export type Grade = z.infer<typeof Grade>;

export const Post = z.object({
  id: uuid,
  name: z.string(),
  description: z.string(),
  grade: z.object({ id: uuid, name: z.string() }).nullable(),
  disabled: z.boolean(),
  /** Enabled people whose main post it is. */
  holders: z.int(),
  /** Enabled people who hold it part-time. */
  partTime: z.int(),
});
export type Post = z.infer<typeof Post>;

const ofPost = z.object({ postId: uuid });
const ofGrade = z.object({ gradeId: uuid });
const edits = 'organization.post.edit';
const PostInput = z.object({
  name: Name,
  description: z.string().trim().max(500).default(''),
  gradeId: uuid.nullable().default(null),
});
const GradeInput = z.object({ name: Name, rank: z.int().min(1).max(99) });

export const postsApi = {
  listPosts: endpoint({
    method: 'GET',
    path: '/organization/posts',
    permission: 'organization.person.read',
    summary: 'The posts of the space, the highest grades first.',
    query: z.object({ administering: Administering }),
    response: z.array(Post),
  }),
  createPost: endpoint({
    method: 'POST',
    path: '/organization/posts',
    permission: edits,
    summary: 'Create a post.',
    body: PostInput,
    response: Post,
  }),
  updatePost: endpoint({
    method: 'PATCH',
    path: '/organization/posts/:postId',
    permission: edits,
    summary: 'Rename, describe or grade a post, or take it out of use: who holds it keeps it, nobody new gets it.',
    params: ofPost,
    body: z.object({
      name: Name.optional(),
      description: z.string().trim().max(500).optional(),
      gradeId: uuid.nullable().optional(),
      disabled: z.boolean().optional(),
    }),
    response: Post,
  }),
  assignPost: endpoint({
    method: 'POST',
    path: '/organization/posts/:postId/holders',
    permission: edits,
    delegable: ['posts'],
    summary: 'Give people a post as their main one.',
    params: ofPost,
    body: z.object({ ids: z.array(uuid).min(1).max(1_000) }),
    response: Post,
    rights: true,
  }),
  deletePost: endpoint({
    method: 'DELETE',
    path: '/organization/posts/:postId',
    permission: edits,
    summary: 'Delete a post that nobody holds.',
    params: ofPost,
    response: nothing,
  }),

  listGrades: endpoint({
    method: 'GET',
    path: '/organization/grades',
    permission: 'organization.person.read',
    summary: 'The grades of posts, the highest first.',
    response: z.array(Grade),
  }),
  createGrade: endpoint({
    method: 'POST',
    path: '/organization/grades',
    permission: edits,
    summary: 'Create a grade.',
    body: GradeInput,
    response: Grade,
  }),
  updateGrade: endpoint({
    method: 'PATCH',
    path: '/organization/grades/:gradeId',
    permission: edits,
    summary: 'Rename a grade or change its rank.',
    params: ofGrade,
    body: GradeInput.partial(),
    response: Grade,
  }),
  deleteGrade: endpoint({
    method: 'DELETE',
    path: '/organization/grades/:gradeId',
    permission: edits,
    summary: 'Delete a grade; its posts are then without one.',
    params: ofGrade,
    response: nothing,
  }),
};
