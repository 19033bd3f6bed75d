import { decimalText } from './decimal.ts';

const digits = '零壹贰叁肆伍陆柒捌玖';
const units = ['', '拾', '佰', '仟'];
const groups = ['', '万', '亿', '兆'];

/**
 * An amount in Chinese uppercase with yuan, jiao and fen, as printed on cheques: 壹仟零贰拾叁元肆角伍分, 整 where no fen follow,
 * 负 in front of what is owed. Up to 9999 兆; undefined beyond, and for what is no number. Fractions of a fen are rounded half up.
 */
export function chineseMoney(value: unknown): string | undefined {
  const plain = decimalText(value);
  if (plain === undefined) return undefined;
  const negative = plain.startsWith('-');
  const [whole = '0', part = ''] = plain.replace('-', '').split('.');
  let fen = BigInt(whole + part.padEnd(2, '0').slice(0, 2));
  if (Number(part[2] ?? '0') >= 5) fen += 1n;
  if (fen >= 10n ** 18n) return undefined;
  if (fen === 0n) return '零元整';
  const yuan = fen / 100n;
  const jiao = Number((fen / 10n) % 10n);
  const cent = Number(fen % 10n);
  let text = yuan > 0n ? `${wholeText(String(yuan))}元` : '';
  if (jiao > 0) text += `${digits[jiao]}角`;
  else if (cent > 0 && yuan > 0n) text += '零';
  text += cent > 0 ? `${digits[cent]}分` : '整';
  return negative ? `负${text}` : text;
}

function wholeText(whole: string): string {
  let text = '';
  let gap = false;
  const padded = whole.padStart(Math.ceil(whole.length / 4) * 4, '0');
  for (let start = 0; start < padded.length; start += 4) {
    const group = padded.slice(start, start + 4);
    let written = '';
    for (let place = 0; place < 4; place += 1) {
      const digit = Number(group[place]);
      if (digit === 0) {
        gap = gap || text !== '' || written !== '';
        continue;
      }
      written += `${gap ? '零' : ''}${digits[digit]}${units[3 - place]}`;
      gap = false;
    }
    if (written) text += written + groups[(padded.length - start) / 4 - 1];
  }
  return text;
}
