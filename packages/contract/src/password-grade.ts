export type PasswordGrade = 'low' | 'medium' | 'high';

/** How many kinds of characters a password mixes: lower, upper, digit, other. */
export function characterKinds(password: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length;
}

/**
 * How strong a password is: the kinds of characters it mixes and its length. More than 8 characters that mix kinds is what
 * the product recommends.
 */
export function passwordGrade(password: string): PasswordGrade {
  const kinds = characterKinds(password);
  if (password.length > 11 && kinds >= 3) return 'high';
  if (password.length > 8 && kinds >= 2) return 'medium';
  return 'low';
}
