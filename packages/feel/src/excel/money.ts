import { formatNumber, round, toBigInt, multiply, type Num } from '../number.ts';
import { fault, type Fault } from '../values.ts';

const digits = '零壹贰叁肆伍陆柒捌玖';
const places = ['', '拾', '佰', '仟'];
const groups = ['', '万', '亿', '兆'];
const MAX_DIGITS = 16;

/**
 * An amount as it is written on Chinese bills: 1409.5 is 壹仟肆佰零玖元伍角整. Zeros between digits are written once, and not at all at the
 * end of a group of four; 整 follows 元 and 角, never 分. Up to 9999 兆; what is smaller than a 分 is rounded half up.
 */
export function upperMoney(amount: Num): string | Fault {
  const cents = round(amount, 2, 'halfUp');
  const all = cents === null ? null : multiply(cents, 100);
  if (all === null) return fault('feel.number_out_of_range');
  const total = toBigInt(all);
  const whole = (total < 0n ? -total : total).toString().padStart(3, '0');
  const yuan = whole.slice(0, -2).replace(/^0+/, '');
  if (yuan.length > MAX_DIGITS) return fault('feel.amount_too_great', { amount: formatNumber(amount) });
  const [jiao, fen] = [Number(whole.at(-2)), Number(whole.at(-1))];
  if (total === 0n) return '零元整';
  const front = yuan && `${upperWhole(yuan)}元`;
  const small = jiao ? `${digits[jiao]}角` : fen && yuan ? '零' : '';
  return `${total < 0n ? '负' : ''}${front}${small}${fen ? `${digits[fen]}分` : '整'}`;
}

function upperWhole(number: string): string {
  let text = '';
  let zero = false;
  for (let end = number.length % 4 || 4, from = 0; from < number.length; from = end, end += 4) {
    const group = number.slice(from, end);
    let some = false;
    for (let i = 0; i < group.length; i++) {
      const digit = Number(group[i]);
      if (digit === 0) {
        zero = true;
        continue;
      }
      if (zero && text) text += digits[0];
      zero = false;
      some = true;
      text += digits[digit]! + places[group.length - 1 - i]!;
    }
    // zeros at the end of a group stay unspoken; a whole group of them is spoken before the next digit
    if (some) {
      text += groups[(number.length - end) / 4]!;
      zero = false;
    }
  }
  return text;
}
