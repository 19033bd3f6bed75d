import { inflateSync } from 'node:zlib';

/** The words of each page of a PDF, as its fonts say what their signs stand for. For files of ours alone. */
export function readPdf(bytes: Buffer): string[][] {
  const objects = objectsOf(bytes);
  const fonts = new Map<string, Map<string, string>>();
  for (const { text } of objects.values())
    for (const [, name, font] of text.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const signs = /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(font))?.text ?? '')?.[1];
      if (signs !== undefined) fonts.set(name!, signsOf(objects.get(Number(signs))?.stream ?? ''));
    }
  const pages = [...objects.values()].filter(({ text }) => /\/Type \/Page\b(?!s)/.test(text));
  return pages.map(({ text }) => {
    const content = Number(/\/Contents (\d+) 0 R/.exec(text)?.[1]);
    return wordsOf(objects.get(content)?.stream ?? '', fonts);
  });
}

interface PdfObject {
  text: string;
  stream: string | undefined;
}

function objectsOf(bytes: Buffer): Map<number, PdfObject> {
  const all = bytes.toString('latin1');
  const objects = new Map<number, PdfObject>();
  for (const { 1: number, index, 0: begin } of all.matchAll(/\b(\d+) 0 obj\b/g)) {
    const end = all.indexOf('endobj', index);
    const body = all.slice(index + begin.length, end);
    const at = body.indexOf('stream');
    const text = at === -1 ? body : body.slice(0, at);
    objects.set(Number(number), { text, stream: at === -1 ? undefined : streamOf(body, at, text) });
  }
  return objects;
}

function streamOf(body: string, at: number, head: string): string | undefined {
  const from = at + 'stream'.length + (body[at + 'stream'.length] === '\r' ? 2 : 1);
  const data = Buffer.from(body.slice(from, body.lastIndexOf('endstream')), 'latin1');
  if (!head.includes('/FlateDecode')) return data.toString('latin1');
  try {
    return inflateSync(data).toString('latin1');
  } catch {
    // what is no text, as the file of a font that holds the word endobj
    return undefined;
  }
}

/** By the number of a sign in its font: what it stands for. */
function signsOf(table: string): Map<string, string> {
  const signs = new Map<string, string>();
  const said = (hex: string) =>
    (hex.match(/.{4}/g) ?? []).map((code) => String.fromCharCode(parseInt(code, 16))).join('');
  for (const [, from, , list] of table.matchAll(/<([0-9a-f]{4})>\s*<([0-9a-f]{4})>\s*\[([^\]]*)\]/gi))
    [...list!.matchAll(/<([0-9a-f ]*)>/gi)].forEach(([, hex], place) =>
      signs.set((parseInt(from!, 16) + place).toString(16).padStart(4, '0'), said(hex!.replaceAll(' ', ''))),
    );
  return signs;
}

function wordsOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  let font: ReadonlyMap<string, string> | undefined;
  const words: string[] = [];
  for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|((?:\[[^\]]*\]\s*TJ)|(?:<[0-9a-f]+>\s*Tj))/gi)) {
    if (name !== undefined) font = fonts.get(name);
    else {
      const hex = [...shown!.matchAll(/<([0-9a-f]+)>/gi)].map((found) => found[1]!).join('');
      words.push((hex.match(/.{4}/g) ?? []).map((sign) => font?.get(sign.toLowerCase()) ?? '').join(''));
    }
  }
  return words;
}
