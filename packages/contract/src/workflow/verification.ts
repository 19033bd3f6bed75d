import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** What a person gives to prove once more who they are. */
export const Proof = z.discriminatedUnion('way', [
  z.object({ way: z.literal('sms'), code: z.string().trim().min(1).max(20) }),
  z.object({ way: z.literal('password'), password: z.string().min(1).max(200) }),
]);
export type Proof = z.infer<typeof Proof>;

export const verificationApi = {
  sendCode: endpoint({
    method: 'POST',
    path: '/workflow/verification-codes',
    permission: 'workflow.task.handle',
    agents: 'todo',
    summary: 'Send a code to my bound phone, for submitting where the node demands one.',
    /** `down`: the SMS service could not be reached last, so the code may be long in coming. */
    response: z.object({ secondsToNext: z.int(), phone: z.string(), down: z.boolean() }),
  }),
};
