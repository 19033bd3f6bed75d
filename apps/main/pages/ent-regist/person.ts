import { isEmail } from '@formwork/contract/forms/field-types/email.ts';
import { isMobile } from '@formwork/contract/forms/field-types/phone.ts';
import type { NewPerson } from '@formwork/contract/joining/api.ts';

/** What a newcomer types. */
export interface PersonValues {
  name: string;
  login: string;
  password: string;
  repeat: string;
  /** A phone, or a mailbox. */
  target: string;
  code: string;
}

export const nobodyYet: PersonValues = { name: '', login: '', password: '', repeat: '', target: '', code: '' };

const loginPattern = /^[A-Za-z0-9][A-Za-z0-9._@-]{1,63}$/;

export function contactOf(target: string): { kind: 'phone' | 'email'; target: string } | undefined {
  const text = target.trim();
  if (isMobile(text)) return { kind: 'phone', target: text };
  return isEmail(text) ? { kind: 'email', target: text } : undefined;
}

/** Keys of texts, by field, of what is missing or wrong. */
export function personProblems({
  name,
  login,
  password,
  repeat,
  target,
  code,
}: PersonValues): Partial<Record<keyof PersonValues, string>> {
  return {
    ...(!name.trim() && { name: 'joining.name_required' }),
    ...(!loginPattern.test(login.trim()) && { login: 'joining.login_wrong' }),
    ...(!password && { password: 'joining.password_required' }),
    ...(repeat !== password && { repeat: 'joining.repeat_differs' }),
    ...(!contactOf(target) && { target: 'joining.contact_wrong' }),
    ...(!code.trim() && { code: 'joining.code_required' }),
  };
}

export function personOf({ name, login, password, target, code }: PersonValues): NewPerson {
  return { name: name.trim(), login: login.trim(), password, contact: { ...contactOf(target)!, code: code.trim() } };
}

/** Where the server's refusals stand on the page. */
export function personErrors(errors: Record<string, string>): Partial<Record<keyof PersonValues, string | undefined>> {
  return {
    name: errors['person.name'],
    login: errors['person.login'],
    password: errors['person.password'],
    target: errors['person.contact.target'],
    code: errors['person.contact.code'],
  };
}
