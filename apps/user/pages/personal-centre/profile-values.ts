import { signatureLetters, type Profile, type ProfileInput } from '@formwork/contract/profile/api.ts';
import { isIdNumber } from '@formwork/contract/registered-numbers.ts';

/** What stands in the inputs: nothing is an empty text there. */
export interface ProfileValues {
  gender: 'male' | 'female' | '';
  birthday: string;
  qq: string;
  /** Undefined leaves the one that is kept, which nobody is shown. */
  idCard: string | undefined;
  address: string;
  signature: string;
  extension: string;
  entryDate: string;
  jobDescription: string;
}

export function valuesOf(profile: Profile): ProfileValues {
  return {
    gender: profile.gender ?? '',
    birthday: profile.birthday ?? '',
    qq: profile.qq ?? '',
    idCard: profile.idCard === null ? '' : undefined,
    address: profile.address ?? '',
    signature: profile.signature ?? '',
    extension: profile.extension ?? '',
    entryDate: profile.entryDate ?? '',
    jobDescription: profile.jobDescription ?? '',
  };
}

export function inputOf({ idCard, gender, ...texts }: ProfileValues): ProfileInput {
  const orNull = (text: string) => text.trim() || null;
  return {
    gender: gender || null,
    birthday: orNull(texts.birthday),
    qq: orNull(texts.qq),
    ...(idCard !== undefined && { idCard: orNull(idCard) }),
    address: orNull(texts.address),
    signature: orNull(texts.signature),
    extension: orNull(texts.extension),
    entryDate: orNull(texts.entryDate),
    jobDescription: orNull(texts.jobDescription),
  };
}

/** Texts of what is wrong, by field, before anything is sent; the server says the same. */
export function problemsIn({
  qq,
  idCard,
  signature,
  extension,
}: ProfileValues): Partial<Record<keyof ProfileValues, string>> {
  return {
    ...(qq.trim() && !/^[1-9]\d{4,11}$/.test(qq.trim()) && { qq: 'profile.not_a_qq' }),
    ...(idCard?.trim() && !isIdNumber(idCard.trim().toUpperCase()) && { idCard: 'profile.not_an_id_number' }),
    ...([...signature.trim()].length > signatureLetters && { signature: 'profile.signature_too_long' }),
    ...(extension.trim() && !/^[\d+*#-]+$/.test(extension.trim()) && { extension: 'profile.not_an_extension' }),
  };
}
