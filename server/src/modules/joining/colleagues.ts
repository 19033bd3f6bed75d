import { NewColleague, type ColleagueResult, type joiningApi } from '@formwork/contract/joining/api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { FieldError } from '@formwork/contract/errors.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { inputError } from '../../platform/http/http.ts';
import { administered, createPersonFor, requireMainDepartment, requireMayPlace } from '../organization/public.ts';

type Input = InputOf<typeof joiningApi.createColleagues>;

/** Line by line, each in a transaction of its own: what is right stands although another line is refused. */
export async function createColleagues(ctx: Ctx, { body }: Input): Promise<ColleagueResult[]> {
  const care = await administered(ctx, 'registrations');
  requireMainDepartment(care.part, body.departmentId);
  requireMayPlace(care, { role: 'user', departmentId: body.departmentId });
  const results: ColleagueResult[] = [];
  for (const line of body.people) results.push(await create(ctx, line, body.departmentId));
  return results;
}

async function create(
  ctx: Ctx,
  line: Input['body']['people'][number],
  departmentId: string | null,
): Promise<ColleagueResult> {
  const read = NewColleague.safeParse(line);
  if (!read.success) return { login: line.login, password: null, problems: inputError(read.error).fields ?? [] };
  try {
    const { person, password } = await createPersonFor(
      ctx,
      { ...read.data, role: 'user', departmentId, superiorId: null },
      'registrations',
    );
    return { login: person.login, password, problems: [] };
  } catch (error) {
    return { login: line.login, password: null, problems: problemsOf(error) };
  }
}

/** Refusals belong to the line; anything else is no fault of it. */
function problemsOf(error: unknown): FieldError[] {
  if (error instanceof AppError)
    return error.fields ?? [{ path: '', code: error.code, ...(error.data && { data: error.data }) }];
  if ((error as { code?: string }).code === '23505') return [{ path: 'login', code: 'identity.account.login_taken' }];
  throw error;
}
