import { z } from 'zod';
import { endpoint, nothing, uuid } from '../endpoint.ts';
import { PasswordRules } from './policy.ts';
import { Email, Phone, Provider } from './sign-in.ts';

const password = z.string().min(1).max(256);
const code = z.string().trim().min(1).max(40);
const grade = z.enum(['low', 'medium', 'high']);

export const deviceKinds = ['desktop', 'phone', 'program'] as const;

export const OwnSession = z.object({
  id: uuid,
  device: z.enum(deviceKinds),
  /** Browser and system, as far as the browser says. */
  client: z.string(),
  ip: z.string(),
  startedAt: z.string(),
  lastSeenAt: z.string(),
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

/** What can stand in the records of an account. */
export const operationKinds = [
  'signed_in',
  'refused',
  'locked',
  'signed_out',
  'session_ended',
  'password_changed',
  'password_given',
  'phone_bound',
  'phone_unbound',
  'email_bound',
  'email_unbound',
  'provider_bound',
  'provider_unbound',
  'two_step_on',
  'two_step_off',
  'two_step_ended',
  'recovery_codes_made',
  'recovery_code_used',
  'hosting_on',
  'hosting_off',
  'trustee_entered',
  'trustee_left',
  'hosted_entered',
  'hosted_left',
] as const;
export type OperationKind = (typeof operationKinds)[number];

export const Operation = z.object({
  id: uuid,
  at: z.string(),
  kind: z.enum(operationKinds),
  ip: z.string(),
  client: z.string(),
  /** The name of the other person, where there is one. */ about: z.string().nullable(),
});
export type Operation = z.infer<typeof Operation>;

export const AccountSecurity = z.object({
  login: z.string(),
  /** Middle digits hidden; null when none is bound. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** How safe the account is altogether. */
  grade,
  password: z.object({
    grade: grade.nullable(),
    setAt: z.string(),
    expiresAt: z.string().nullable(),
    rules: PasswordRules,
  }),
  twoStep: z.object({ way: z.enum(['totp', 'sms']).nullable(), required: z.boolean(), recoveryCodesLeft: z.number() }),
  providers: z.array(Provider.extend({ account: z.string().nullable() })),
  /** Whether messages arrive: without, a phone or mailbox cannot be bound. */
  sends: z.object({ sms: z.boolean(), mail: z.boolean() }),
});
export type AccountSecurity = z.infer<typeof AccountSecurity>;

/** The own account's security; what changes it asks for the password again. */
export const accountApi = {
  security: endpoint({
    method: 'GET',
    path: '/identity/account',
    permission: 'signed-in',
    inSession: true,
    summary: 'How the own account is secured.',
    response: AccountSecurity,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/identity/sessions',
    permission: 'signed-in',
    inSession: true,
    summary: 'Where one is signed in.',
    response: z.array(OwnSession),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/identity/sessions/:sessionId',
    permission: 'signed-in',
    inPerson: true,
    summary: 'End one of the own sessions.',
    params: z.object({ sessionId: uuid }),
    body: z.object({ password }),
    response: nothing,
  }),
  endOthers: endpoint({
    method: 'DELETE',
    path: '/identity/sessions',
    permission: 'signed-in',
    inPerson: true,
    summary: 'End all own sessions but this one, and the developer tokens.',
    body: z.object({ password }),
    response: z.object({ ended: z.number(), tokens: z.number() }),
  }),
  operations: endpoint({
    method: 'GET',
    path: '/identity/operations',
    permission: 'signed-in',
    inSession: true,
    summary: 'What happened to the own account in the last 7 days, newest first.',
    query: z.object({ before: uuid.optional() }),
    response: z.object({ rows: z.array(Operation), more: z.boolean() }),
  }),
  sendPhoneCode: endpoint({
    method: 'POST',
    path: '/identity/bindings/phone/codes',
    permission: 'signed-in',
    inPerson: true,
    summary: 'Send a code to a phone which is to be bound.',
    body: z.object({ phone: Phone, password }),
    response: z.object({ secondsToNext: z.number() }),
  }),
  bindPhone: endpoint({
    method: 'PUT',
    path: '/identity/bindings/phone',
    permission: 'signed-in',
    inPerson: true,
    summary: 'Bind a phone with the code sent to it.',
    body: z.object({ phone: Phone, code }),
    response: nothing,
  }),
  unbindPhone: endpoint({
    method: 'DELETE',
    path: '/identity/bindings/phone',
    permission: 'signed-in',
    inPerson: true,
    summary: 'Unbind the phone.',
    body: z.object({ password }),
    response: nothing,
  }),
  sendEmailCode: endpoint({
    method: 'POST',
    path: '/identity/bindings/email/codes',
    permission: 'signed-in',
    inPerson: true,
    summary: 'Send a code to a mailbox which is to be bound.',
    body: z.object({ email: Email, password }),
    response: z.object({ secondsToNext: z.number() }),
  }),
  bindEmail: endpoint({
    method: 'PUT',
    path: '/identity/bindings/email',
    permission: 'signed-in',
    inPerson: true,
    summary: 'Bind a mailbox with the code sent to it.',
    body: z.object({ email: Email, code }),
    response: nothing,
  }),
  unbindEmail: endpoint({
    method: 'DELETE',
    path: '/identity/bindings/email',
    permission: 'signed-in',
    inPerson: true,
    summary: 'Unbind the mailbox.',
    body: z.object({ password }),
    response: nothing,
  }),
  beginTotp: endpoint({
    method: 'POST',
    path: '/identity/two-step/totp',
    permission: 'signed-in',
    inPerson: true,
    summary: 'A new secret for an authenticator app; holds after it was confirmed.',
    body: z.object({ password }),
    response: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmTotp: endpoint({
    method: 'PUT',
    path: '/identity/two-step/totp',
    permission: 'signed-in',
    inPerson: true,
    summary: 'Confirm the authenticator: two-step verification is on. Answers the recovery codes, once.',
    body: z.object({ code }),
    response: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  turnOnSms: endpoint({
    method: 'PUT',
    path: '/identity/two-step/sms',
    permission: 'signed-in',
    inPerson: true,
    summary: 'Turn on two-step verification by codes to the bound phone. Answers the recovery codes, once.',
    body: z.object({ password }),
    response: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/identity/two-step/recovery-codes',
    permission: 'signed-in',
    inPerson: true,
    summary: 'New recovery codes; the former ones no longer hold.',
    body: z.object({ password }),
    response: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  endTwoStep: endpoint({
    method: 'DELETE',
    path: '/identity/two-step',
    permission: 'signed-in',
    inPerson: true,
    summary: 'Turn two-step verification off.',
    body: z.object({ password }),
    response: nothing,
  }),
};
