import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** One font for all: a picture looks the same on every machine. */
export function fontSettings(dataDir: string): string {
  const fonts = path.join(path.dirname(createRequire(import.meta.url).resolve('@embedpdf/fonts-sc')), '../fonts');
  const folder = path.join(dataDir, 'fonts');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'fonts.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <cachedir>${path.join(folder, 'cache')}</cachedir>
  <match target="pattern"><edit name="family" mode="assign" binding="strong"><string>Noto Sans Hans</string></edit></match>
</fontconfig>
`,
  );
  return file;
}
