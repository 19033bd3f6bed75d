/**
 * The first letters of the syllables of a title, `sl` for 数量, so that a field is found by typing them. Chinese collation orders
 * characters by their sound; these are the first of each letter (i, u and v begin no syllable).
 */
const firsts = '阿八嚓哒妸发旮哈讥咔垃痳拏噢妑七呥仨它穵夕丫帀';
const letters = 'abcdefghjklmnopqrstwxyz';

let collator: Intl.Collator | undefined;

export function pinyinInitials(text: string): string {
  let initials = '';
  for (const sign of text)
    initials += /\p{Script=Han}/u.test(sign) ? initialOf(sign) : /[\p{L}\p{N}]/u.test(sign) ? sign.toLowerCase() : '';
  return initials;
}

function initialOf(sign: string): string {
  collator ??= new Intl.Collator('zh-u-co-pinyin');
  for (let at = letters.length - 1; at >= 0; at--) if (collator.compare(sign, firsts[at]!) >= 0) return letters[at]!;
  return '';
}
