/**
 * Passwords that everybody tries first. Lists of them say the same few things over and over: walks over the keyboard, runs and
 * repetitions, dates, and a few words with something before or behind. This knows the things instead of the lists.
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  if (/^(?:19|20)\d{2}[-/. ]?(?:0[1-9]|1[0-2])[-/. ]?(?:0[1-9]|[12]\d|3[01])$/.test(plain)) return true;
  const stem = asLetters(plain).replace(/^[^a-z]+|[^a-z]+$/g, '');
  if (words.has(stem) || words.has(asLetters(plain.replace(/^[^a-z]+|[^a-z]+$/g, '')))) return true;
  return leftOfWalks(plain) <= 2;
}

/** What is written for letters: `p@ssw0rd`. */
function asLetters(text: string): string {
  return text.replace(
    /[@4031$57!]/g,
    (sign) => ({ '@': 'a', '4': 'a', '0': 'o', '3': 'e', '1': 'i', $: 's', '5': 's', '7': 't', '!': 'i' })[sign]!,
  );
}

/** How many signs are left when walks, repetitions and common words are taken away. */
function leftOfWalks(text: string): number {
  let left = 0;
  for (let at = 0; at < text.length;) {
    const taken = Math.max(...walks.map((walk) => common(walk, text, at)), repeated(text, at), wordAt(text, at));
    at += Math.max(taken, 1);
    if (taken === 0) left++;
  }
  return left;
}

/** How far the text goes along the walk from this place, three signs at least. */
function common(walk: string, text: string, at: number): number {
  let longest = 0;
  for (let start = walk.indexOf(text[at]!); start !== -1; start = walk.indexOf(text[at]!, start + 1)) {
    let length = 1;
    while (start + length < walk.length && walk[start + length] === text[at + length]) length++;
    longest = Math.max(longest, length);
  }
  return longest >= 3 ? longest : 0;
}

/** A sign three times, or two to four signs twice: `aaa`, `1212`, `abcdabcd`. */
function repeated(text: string, at: number): number {
  const [whole = ''] = /^(.)\1{2,}|^(.{2,4})\2+/.exec(text.slice(at)) ?? [];
  return whole.length;
}

function wordAt(text: string, at: number): number {
  for (let end = Math.min(text.length, at + 12); end - at >= 4; end--)
    if (words.has(text.slice(at, end))) return end - at;
  return 0;
}

const rows = [
  '1234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '0123456789',
  '!@#$%^&*()',
  'qwertzuiop',
  'azertyuiop',
];
const columns = [
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6',
  'a1s2d3f4g5',
  '147258369',
  '741852963',
  '123321',
  '5201314',
  '1314520',
  '7758521',
  'qweasdzxc',
];
const walks = [...rows, ...columns].flatMap((walk) => [walk, [...walk].toReversed().join('')]);

const words = new Set([
  ...[
    'password',
    'passwort',
    'passwd',
    'passcode',
    'pass',
    'admin',
    'administrator',
    'root',
    'user',
    'guest',
    'login',
    'welcome',
    'letmein',
    'changeme',
    'default',
    'secret',
    'system',
    'server',
    'manager',
    'master',
    'test',
    'testing',
    'demo',
    'temp',
    'access',
  ],
  ...[
    'iloveyou',
    'love',
    'loveyou',
    'lovely',
    'angel',
    'princess',
    'sunshine',
    'shadow',
    'monkey',
    'dragon',
    'tiger',
    'eagle',
    'killer',
    'hunter',
    'ranger',
    'soldier',
    'superman',
    'batman',
    'spiderman',
    'starwars',
    'pokemon',
    'matrix',
    'trustno',
    'whatever',
    'freedom',
    'hello',
    'helloworld',
    'computer',
    'internet',
    'windows',
    'samsung',
    'google',
    'facebook',
    'iphone',
    'mercedes',
    'ferrari',
    'porsche',
    'corvette',
    'mustang',
    'harley',
    'yamaha',
  ],
  ...[
    'football',
    'baseball',
    'basketball',
    'soccer',
    'hockey',
    'liverpool',
    'chelsea',
    'arsenal',
    'barcelona',
    'juventus',
    'yankees',
    'lakers',
    'michael',
    'jordan',
    'jennifer',
    'jessica',
    'michelle',
    'daniel',
    'andrew',
    'joshua',
    'matthew',
    'charlie',
    'thomas',
    'robert',
    'george',
    'ashley',
    'nicole',
    'amanda',
    'maggie',
    'ginger',
    'pepper',
    'summer',
    'winter',
    'spring',
    'autumn',
    'cookie',
    'chocolate',
    'cheese',
    'banana',
    'orange',
    'purple',
    'silver',
    'diamond',
    'flower',
    'butterfly',
    'rainbow',
    'phoenix',
    'thunder',
    'warrior',
    'wizard',
    'merlin',
    'master',
    'maverick',
    'mickey',
    'snoopy',
    'scooter',
    'blink',
    'nirvana',
    'metallica',
    'slipknot',
    'liverpool',
  ],
  ...[
    'woaini',
    'woaiwojia',
    'aini',
    'caonima',
    'wodemima',
    'mima',
    'zhongguo',
    'beijing',
    'shanghai',
    'wangyut',
    'nihao',
    'qiye',
    'gongsi',
    'guanli',
    'guanliyuan',
    'xitong',
    'yonghu',
    'ceshi',
    'asdf',
    'zxcv',
    'qwer',
    'qwert',
    'qwerty',
    'azerty',
    'abc',
    'aaa',
  ],
]);
