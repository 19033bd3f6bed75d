import type { Locale } from '@formwork/contract/identity/api.ts';
import { looseWall } from '@formwork/contract/forms/values/dates.ts';
import {
  loginPattern,
  PersonDetailsInput,
  PersonName,
  type EnterpriseRole,
  type Gender,
} from '@formwork/contract/organization/people.ts';
import type { SheetColumn } from '@formwork/contract/organization/sheets.ts';
import { enterpriseRoles } from '@formwork/contract/roles.ts';
import { withoutDirections } from '@formwork/contract/text.ts';
import { plainWord, type Headings } from '../../../platform/sheet/import/columns.ts';

type Titled = { [L in Locale]: string };

/** How the columns are headed; an import takes either language. */
export const columnTitles: Headings<SheetColumn> = {
  login: { 'zh-CN': '登录名', en: 'Login' },
  name: { 'zh-CN': '姓名', en: 'Name' },
  department: { 'zh-CN': '部门', en: 'Department' },
  post: { 'zh-CN': '岗位', en: 'Post' },
  role: { 'zh-CN': '账号类型', en: 'Account type' },
  superior: { 'zh-CN': '直接上级', en: 'Direct superior' },
  gender: { 'zh-CN': '性别', en: 'Gender' },
  birthday: { 'zh-CN': '生日', en: 'Birthday' },
  phone: { 'zh-CN': '手机', en: 'Phone' },
  email: { 'zh-CN': '邮箱', en: 'Email' },
  extension: { 'zh-CN': '分机号', en: 'Extension' },
  entryDate: { 'zh-CN': '入职日期', en: 'Joined on' },
  jobDescription: { 'zh-CN': '分工描述', en: 'Division of labour' },
};
export const genderTitles: Record<Gender, Titled> = {
  male: { 'zh-CN': '男', en: 'Male' },
  female: { 'zh-CN': '女', en: 'Female' },
};
export const roleTitles: Record<EnterpriseRole, Titled> = {
  admin: { 'zh-CN': '企业管理员', en: 'Enterprise administrator' },
  user: { 'zh-CN': '普通用户', en: 'User' },
  safe: { 'zh-CN': '安全员', en: 'Security reviewer' },
  audit: { 'zh-CN': '审计员', en: 'Auditor' },
};

/** A row as it was understood; what is undefined stays as it is, what is null is taken away. */
export interface SheetPerson {
  login: string;
  name: string | undefined;
  role: EnterpriseRole | undefined;
  /** From the top; empty for none. */
  department: string[] | undefined;
  post: string | undefined;
  superior: string | undefined;
  details: PersonDetailsInput;
}

export type ReadRow = { person: SheetPerson } | { wrong: SheetColumn };

/** An empty cell leaves a text as it is only where the file has no such column. */
export function readRow(cells: readonly string[], columns: readonly (SheetColumn | null)[]): ReadRow {
  const text = (column: SheetColumn): string | undefined => {
    const at = columns.indexOf(column);
    return at < 0 ? undefined : withoutDirections(cells[at] ?? '').trim();
  };
  const login = text('login') ?? '';
  if (!loginPattern.test(login)) return { wrong: 'login' };
  const name = text('name') || undefined;
  if (name !== undefined && !PersonName.safeParse(name).success) return { wrong: 'name' };
  const role = chosen(roleTitles, enterpriseRoles, text('role'));
  if (role === null) return { wrong: 'role' };
  const gender = chosen(genderTitles, ['male', 'female'], text('gender'));
  if (gender === null) return { wrong: 'gender' };
  const department = text('department')
    ?.split(/\s*[/／]\s*/)
    .filter((part) => part !== '');
  if (department?.some((part) => part.length > 60)) return { wrong: 'department' };
  const post = text('post');
  if (post !== undefined && post.length > 60) return { wrong: 'post' };

  const details: Record<string, unknown> = { ...(text('gender') === undefined ? {} : { gender: gender ?? null }) };
  for (const column of ['birthday', 'entryDate'] as const) {
    const day = text(column);
    if (day === undefined) continue;
    details[column] = day === '' ? null : looseWall(day)?.date;
    if (details[column] === undefined) return { wrong: column };
  }
  for (const column of ['phone', 'email', 'extension', 'jobDescription'] as const)
    if (text(column) !== undefined) details[column] = text(column);
  const parsed = PersonDetailsInput.safeParse(details);
  if (!parsed.success) return { wrong: (parsed.error.issues[0]?.path[0] as SheetColumn | undefined) ?? 'name' };
  return {
    person: {
      login,
      name,
      role: role ?? undefined,
      department,
      post,
      superior: text('superior'),
      details: parsed.data,
    },
  };
}

/** undefined for an empty cell, null for a word that means nothing here. */
function chosen<T extends string>(
  titles: Record<T, Titled>,
  all: readonly T[],
  text: string | undefined,
): T | undefined | null {
  if (text === undefined || text === '') return undefined;
  return (
    all.find(
      (value) =>
        plainWord(value) === plainWord(text) ||
        Object.values<string>(titles[value]).some((title) => plainWord(title) === plainWord(text)),
    ) ?? null
  );
}
