/** Numbers that a state gives out, each with a check digit: a slip of the pen is found without asking anybody. */

const idWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const idChecks = '10X98765432';

/** A resident's ID number by GB 11643-1999: region, birthday, order, check digit (ISO 7064, MOD 11-2). */
export function isIdNumber(text: string): boolean {
  const found = /^[1-9]\d{5}((?:18|19|20)\d{2})(\d{2})(\d{2})\d{3}[\dX]$/.exec(text);
  if (!found) return false;
  const [year, month, day] = found.slice(1).map(Number) as [number, number, number];
  const birthday = new Date(Date.UTC(year, month - 1, day));
  if (birthday.getUTCMonth() !== month - 1 || birthday.getUTCDate() !== day) return false;
  const sum = idWeights.reduce((total, weight, at) => total + weight * Number(text[at]), 0);
  return idChecks[sum % 11] === text[17];
}

/** Digits and capitals without I, O, S, V and Z. */
const creditAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** A unified social credit code by GB 32100-2015: authority, kind, region, organization code, check digit (weights are powers of 3, modulo 31). */
export function isCreditCode(text: string): boolean {
  if (!/^[1-9ANY][1-9]\d{6}[0-9A-HJ-NP-RTUWXY]{10}$/.test(text)) return false;
  let weight = 1;
  let sum = 0;
  for (const letter of text.slice(0, 17)) {
    sum += creditAlphabet.indexOf(letter) * weight;
    weight = (weight * 3) % 31;
  }
  return creditAlphabet[(31 - (sum % 31)) % 31] === text[17];
}
