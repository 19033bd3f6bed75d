import type { SensitiveKind } from '@formwork/contract/assets/asset.ts';

/** What a column seems to hold, by patterns and check digits, and how much of what was looked at bears it out. */
export interface Proposal {
  kind: SensitiveKind;
  share: number;
}

interface Detector {
  kind: SensitiveKind;
  fits: (value: string) => boolean;
  /** Of the values, at least so many of one. */
  share: number;
  /** Titles that tell of it: then half of it is enough. */
  title: RegExp;
  /** Only where the title tells. */
  titled?: true;
  /** Without a telling title, at least so many. */
  untitled?: number;
}

const detectors: readonly Detector[] = [
  { kind: 'identityCard', fits: isIdentityCard, share: 0.5, title: /身份证|证件号|id.?card|identity/i },
  { kind: 'creditCode', fits: isCreditCode, share: 0.5, title: /信用代码|税号|credit.?code|tax.?(no|id)/i },
  { kind: 'bankCard', fits: isBankCard, share: 0.8, title: /银行卡|卡号|账号|card|account/i, untitled: 0.9 },
  {
    kind: 'mobile',
    fits: (text) => /^(?:\+?86[- ]?)?1[3-9]\d{9}$/.test(text),
    share: 0.7,
    title: /手机|电话|联系方式|mobile|phone|tel/i,
  },
  {
    kind: 'landline',
    fits: (text) => /^0\d{2,3}[- ]?[2-9]\d{6,7}(?:[- ]\d{1,5})?$/.test(text),
    share: 0.7,
    title: /电话|传真|座机|phone|tel|fax/i,
  },
  {
    kind: 'mail',
    fits: (text) => text.length <= 254 && /^[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+$/.test(text),
    share: 0.7,
    title: /邮箱|邮件|mail/i,
  },
  {
    kind: 'plate',
    fits: (text) =>
      /^[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-HJ-NP-Z][ ·]?[A-HJ-NP-Z0-9]{4,5}[A-HJ-NP-Z0-9挂学警港澳]$/.test(
        text,
      ),
    share: 0.7,
    title: /车牌|plate/i,
  },
  { kind: 'ip', fits: isIp, share: 0.8, title: /ip|地址/i, untitled: 0.9 },
  { kind: 'address', fits: isAddress, share: 0.6, title: /地址|住址|address/i },
  {
    kind: 'name',
    fits: isPersonName,
    share: 0.6,
    title: /姓名|联系人|经办人|负责人|^name$|contact|person/i,
    titled: true,
  },
];

const fewest = 5;

export function proposalOf(title: string, values: readonly (string | null)[]): Proposal | undefined {
  const given = values.flatMap((value) => (value === null || value.trim() === '' ? [] : [value.trim()]));
  const distinct = [...new Set(given)];
  // a handful of values over and over is a list of codes
  if (distinct.length < fewest) return undefined;
  let best: Proposal | undefined;
  for (const { kind, fits, share, title: telling, titled, untitled } of detectors) {
    const told = telling.test(title);
    if (titled && !told) continue;
    const found = distinct.filter(fits).length / distinct.length;
    const needed = told ? share / 2 : (untitled ?? share);
    if (found >= needed && found > (best?.share ?? 0)) best = { kind, share: Math.round(found * 1000) / 1000 };
  }
  return best;
}

const provinces = new Set(
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82'.split(' '),
);

/** Region, a day that was, and the check digit mod 11-2. */
export function isIdentityCard(text: string): boolean {
  if (!/^\d{17}[\dXx]$/.test(text) || !provinces.has(text.slice(0, 2))) return false;
  const [year, month, day] = [Number(text.slice(6, 10)), Number(text.slice(10, 12)), Number(text.slice(12, 14))];
  const date = new Date(Date.UTC(year, month - 1, day));
  if (year < 1900 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || date > new Date()) return false;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, at) => total + weight * Number(text[at]), 0);
  return '10X98765432'[sum % 11] === text[17]!.toUpperCase();
}

const creditSigns = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** Eighteen signs with a check sign mod 31. */
export function isCreditCode(text: string): boolean {
  if (!/^[1-9AN][1-9A-GNY]\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(text)) return false;
  let sum = 0;
  let weight = 1;
  for (let at = 0; at < 17; at += 1) {
    sum += creditSigns.indexOf(text[at]!) * weight;
    weight = (weight * 3) % 31;
  }
  return creditSigns[(31 - (sum % 31)) % 31] === text[17];
}

/** What banks' numbers begin with, and the check digit of Luhn. */
export function isBankCard(text: string): boolean {
  const digits = text.replace(/[ -]/g, '');
  if (!/^(?:62|4\d|5[1-5]|3[47]|35|60|9[0-9])\d{12,17}$/.test(digits)) return false;
  let sum = 0;
  for (let at = digits.length - 1, double = false; at >= 0; at -= 1, double = !double) {
    const digit = Number(digits[at]) * (double ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

function isIp(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255);
}

function isAddress(text: string): boolean {
  const found = new Set(text.match(/[省市区县镇乡路街道巷号栋幢单元楼室村]/g) ?? []);
  return text.length >= 6 && text.length <= 120 && found.size >= 3;
}

const surnames = new Set(
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤',
);

function isPersonName(text: string): boolean {
  return /^[\u4e00-\u9fa5]{2,4}$/.test(text) && surnames.has(text[0]!);
}
