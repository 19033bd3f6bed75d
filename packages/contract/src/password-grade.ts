export type PasswordGrade = 'low' | 'medium' | 'high';

/**
 * How strong a password is: the kinds of characters it mixes (lower, upper, digit, other) and its length. More than 8
 * characters that mix kinds is what the product recommends.
 */
export function passwordGrade(password: string): PasswordGrade {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length;
  if (password.length > 11 && kinds >= 3) return 'high';
  if (password.length > 8 && kinds >= 2) return 'medium';
  return 'low';
}
