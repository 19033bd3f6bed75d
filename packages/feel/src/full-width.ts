/** Signs of a Chinese keyboard that look like those of the language; the grammar takes them for letters. */
const sign = /[，。；：（）【】“”‘’＋－＊／＝＞＜％＆]/u;

export const isFullWidth = (text: string): boolean => sign.test(text);
export const firstFullWidth = (text: string): string | undefined => sign.exec(text)?.[0];
