import { z } from 'zod';
import { endpoint, nothing } from '../endpoint.ts';
import { PasswordRules } from './policy.ts';
import { Me } from './api.ts';

/** Third parties of whom an account can be bound to one; `oidc` is any OpenID Connect server. */
export const providerIds = ['wechat', 'qq', 'weibo', 'dingtalk', 'feishu', 'wecom', 'oidc'] as const;
export const ProviderId = z.enum(providerIds);
export type ProviderId = z.infer<typeof ProviderId>;

export const Provider = z.object({
  id: ProviderId,
  /** The name of an OpenID Connect server; others are known by their id. */ name: z.string().nullable(),
});
export type Provider = z.infer<typeof Provider>;

const ticket = z.string().min(20).max(100);
const code = z.string().trim().min(1).max(40);
export const Email = z.email().max(254);
export const phonePattern = /^\+?\d{5,20}$/;
export const Phone = z.string().trim().regex(phonePattern);

export const secondStepWays = ['totp', 'sms', 'recovery', 'password'] as const;

/** What is left to do before the session begins. The ticket stands for what was proved already; it lives for minutes. */
export const SignInStep = z.discriminatedUnion('next', [
  z.object({
    next: z.literal('second_step'),
    ticket: z.string(),
    ways: z.array(z.enum(secondStepWays)),
    /** Its last digits, where a code can be sent. */ phone: z.string().nullable(),
  }),
  z.object({ next: z.literal('set_up'), ticket: z.string(), secret: z.string(), uri: z.string() }),
  z.object({
    next: z.literal('new_password'),
    ticket: z.string(),
    reason: z.enum(['expired', 'given']),
    rules: PasswordRules,
  }),
]);
export type SignInStep = z.infer<typeof SignInStep>;

const SignInAnswer = z.union([Me, SignInStep]);
export type SignInAnswer = z.infer<typeof SignInAnswer>;

/** What became of a visit to a third party. */
export const ProviderAnswer = z.union([
  Me,
  SignInStep,
  z.object({ next: z.literal('bound'), provider: ProviderId }),
  z.object({ next: z.literal('not_bound'), provider: ProviderId }),
]);
export type ProviderAnswer = z.infer<typeof ProviderAnswer>;

export const signInApi = {
  ways: endpoint({
    method: 'GET',
    path: '/identity/sign-in-ways',
    permission: 'anyone',
    summary: 'How one can sign in here.',
    response: z.object({ sms: z.boolean(), providers: z.array(Provider) }),
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/identity/sessions',
    permission: 'anyone',
    summary:
      'Sign in with login, phone or email and the password; sets the session cookie, or says what is left to do.',
    body: z.object({ login: z.string().trim().min(1).max(254), password: z.string().min(1).max(256) }),
    response: SignInAnswer,
  }),
  sendCode: endpoint({
    method: 'POST',
    path: '/identity/sign-in-codes',
    permission: 'anyone',
    summary: 'Send a code to a bound phone. The answer is the same for a phone that nobody has bound.',
    body: z.object({ phone: Phone }),
    response: z.object({ secondsToNext: z.number() }),
  }),
  signInByCode: endpoint({
    method: 'POST',
    path: '/identity/sessions/by-code',
    permission: 'anyone',
    summary: 'Sign in with the code that was sent to a phone.',
    body: z.object({ phone: Phone, code }),
    response: SignInAnswer,
  }),
  sendSecondCode: endpoint({
    method: 'POST',
    path: '/identity/sessions/second-step/codes',
    permission: 'anyone',
    summary: 'Send the code of the second step to the bound phone.',
    body: z.object({ ticket }),
    response: z.object({ secondsToNext: z.number() }),
  }),
  secondStep: endpoint({
    method: 'POST',
    path: '/identity/sessions/second-step',
    permission: 'anyone',
    summary: 'Prove the second step of a sign-in.',
    body: z.object({ ticket, way: z.enum(secondStepWays), code: z.string().min(1).max(256) }),
    response: SignInAnswer,
  }),
  setUpSecondStep: endpoint({
    method: 'POST',
    path: '/identity/sessions/second-step/set-up',
    permission: 'anyone',
    summary:
      'Confirm the authenticator that the enterprise asks for, and get the recovery codes; then the second step is proved with it.',
    body: z.object({ ticket, code }),
    response: z.object({ recoveryCodes: z.array(z.string()), ticket: z.string() }),
  }),
  finish: endpoint({
    method: 'POST',
    path: '/identity/sessions/after-set-up',
    permission: 'anyone',
    summary: 'Go on signing in after the recovery codes were noted.',
    body: z.object({ ticket }),
    response: SignInAnswer,
  }),
  newPassword: endpoint({
    method: 'POST',
    path: '/identity/sessions/new-password',
    permission: 'anyone',
    summary: 'Replace an expired or given password, and sign in with it.',
    body: z.object({ ticket, next: z.string().min(1).max(256) }),
    response: SignInAnswer,
  }),
  visitProvider: endpoint({
    method: 'POST',
    path: '/identity/providers/:provider/visits',
    permission: 'anyone',
    summary: 'Where to send the browser to sign in with a third party; ties the visit to this browser by a cookie.',
    params: z.object({ provider: ProviderId }),
    response: z.object({ address: z.string() }),
  }),
  visitProviderToBind: endpoint({
    method: 'POST',
    path: '/identity/bindings/providers/:provider/visits',
    permission: 'signed-in',
    inPerson: true,
    summary: 'Where to send the browser to bind the account of a third party.',
    params: z.object({ provider: ProviderId }),
    body: z.object({ password: z.string().min(1).max(256) }),
    response: z.object({ address: z.string() }),
  }),
  comeBack: endpoint({
    method: 'POST',
    path: '/identity/providers/return',
    permission: 'anyone',
    inSession: true,
    summary: 'What the third party sent the browser back with: signs in, or binds.',
    body: z.object({ answer: z.record(z.string().max(40), z.string().max(4_000)) }),
    response: ProviderAnswer,
  }),
  forget: endpoint({
    method: 'DELETE',
    path: '/identity/bindings/providers/:provider',
    permission: 'signed-in',
    inPerson: true,
    summary: 'Unbind the account of a third party.',
    params: z.object({ provider: ProviderId }),
    body: z.object({ password: z.string().min(1).max(256) }),
    response: nothing,
  }),
};
