import { z } from 'zod';
import { endpoint, uuid } from '../endpoint.ts';
import { nameText } from '../text.ts';

/** Avatars: what they may be, at most how large, at least how many pixels. */
export const portraitTypes: readonly string[] = ['image/jpeg', 'image/gif', 'image/png', 'image/bmp'];
export const portraitBytes = 3 * 1024 * 1024;
export const portraitPixels = { width: 340, height: 260 } as const;
/** The square that is cut out of it and shown. */
export const croppedPixels = 320;

export const signatureLetters = 40;
/** A drawn signature is a PNG of at most this size. */
export const drawnSignatureBytes = 300 * 1024;

const day = z.iso.date().nullable();
const line = (max: number) => nameText().max(max).nullable();

/** What a person says about themselves in one space; null where they say nothing. */
export const ProfileInput = z.object({
  gender: z.enum(['male', 'female']).nullable(),
  birthday: day,
  qq: line(12),
  /** Left out: stays as it is. The number itself is answered to nobody. */
  idCard: line(18).optional(),
  address: line(200),
  signature: line(200),
  extension: line(20),
  entryDate: day,
  jobDescription: line(500),
});
export type ProfileInput = z.infer<typeof ProfileInput>;

export const Profile = ProfileInput.omit({ idCard: true }).extend({
  /** With all but its ends hidden. */
  idCard: z.string().nullable(),
  /** File of the cropped avatar. */
  portrait: uuid.nullable(),
  /** File of the avatar as it was uploaded, to crop it again. */
  portraitOriginal: uuid.nullable(),
  drawnSignature: uuid.nullable(),
  /** The first steps of the start page were put away. */
  stepsClosed: z.boolean(),
});
export type Profile = z.infer<typeof Profile>;

export const profileApi = {
  get: endpoint({
    method: 'GET',
    path: '/profile',
    permission: 'profile.own.edit',
    summary: 'The own profile in this space.',
    response: Profile,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/profile',
    permission: 'profile.own.edit',
    summary: 'Change the own profile.',
    body: ProfileInput,
    response: Profile,
  }),
  closeSteps: endpoint({
    method: 'PUT',
    path: '/profile/first-steps',
    permission: 'profile.own.edit',
    summary: 'Put the first steps of the start page away, or fetch them back.',
    body: z.object({ closed: z.boolean() }),
    response: Profile,
  }),
  setPortrait: endpoint({
    method: 'PUT',
    path: '/profile/portrait',
    permission: 'profile.own.edit',
    summary:
      'Show another avatar: an uploaded picture (JPG, GIF, PNG or BMP, at most 3 MB, at least 340x260) and the square that was cut out of it.',
    body: z.object({ original: uuid, cropped: uuid }),
    response: Profile,
  }),
  removePortrait: endpoint({
    method: 'DELETE',
    path: '/profile/portrait',
    permission: 'profile.own.edit',
    summary: 'Show initials instead of an avatar.',
    response: Profile,
  }),
  setDrawnSignature: endpoint({
    method: 'PUT',
    path: '/profile/drawn-signature',
    permission: 'profile.own.edit',
    summary: 'Keep a drawn signature: an uploaded PNG.',
    body: z.object({ file: uuid }),
    response: Profile,
  }),
  removeDrawnSignature: endpoint({
    method: 'DELETE',
    path: '/profile/drawn-signature',
    permission: 'profile.own.edit',
    summary: 'Remove the drawn signature.',
    response: Profile,
  }),
};
