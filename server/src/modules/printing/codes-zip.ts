import { Readable } from 'node:stream';
import { codeSvg } from './code-svg.ts';
import { zipOfFiles, uniqueNames } from '../files/public.ts';

/** A QR code and what stands beside it. */
export interface CodeLabel {
  link: string;
  title: string;
  lines: string[];
}

/** A picture a record, called as the record is. */
export function codesZip(labels: CodeLabel[], onDone: (done: number) => void): Readable {
  const names = uniqueNames(
    labels.map(({ title, lines }, index) => `${nameOf([...lines, title][0] ?? '') || index + 1}.svg`),
  );
  let done = 0;
  return zipOfFiles(
    labels.map(({ link }, index) => ({
      name: names[index]!,
      open: () => {
        onDone((done += 1));
        return Promise.resolve(Readable.from(Buffer.from(codeSvg('qrcode', link, false)), { objectMode: false }));
      },
    })),
  );
}

/** What file systems take. */
function nameOf(text: string): string {
  return text
    .replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_')
    .trim()
    .slice(0, 80);
}
